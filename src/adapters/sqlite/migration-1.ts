/**
 * Schema version 1. `schema.ts` explains the columns.
 *
 * Every foreign key column has an index; otherwise deleting an owner would scan its children's table. `item` keeps
 * SQLite's rowid: its rows are too large to live inside the index of their key.
 */
export const firstMigration: readonly string[] = [
	`create table account (
		serial integer primary key autoincrement,
		id text not null unique,
		name text not null,
		created_at_ms integer not null
	) strict`,
	`create table app_user (
		serial integer primary key autoincrement,
		code text not null unique,
		account_id text not null references account (id) on delete cascade,
		name text not null,
		email text,
		role text not null,
		created_at_ms integer not null
	) strict`,
	'create index app_user_account on app_user (account_id)',
	`create table api_key (
		serial integer primary key autoincrement,
		id text not null unique,
		user_code text not null references app_user (code) on delete cascade,
		name text not null,
		created_at_ms integer not null,
		revoked_at_ms integer,
		digest text not null unique,
		sealed text not null
	) strict`,
	'create index api_key_user on api_key (user_code)',
	`create table store (
		serial integer primary key autoincrement,
		id text not null unique,
		account_id text not null references account (id) on delete cascade,
		name text not null,
		created_at_ms integer not null,
		allowed_domains text not null,
		is_cors_enforced integer not null,
		blocked_ips text not null
	) strict`,
	'create index store_account on store (account_id)',
	`create table widget (
		serial integer primary key autoincrement,
		id text not null unique,
		store_id text not null references store (id) on delete cascade,
		name text not null,
		created_at_ms integer not null
	) strict`,
	'create index widget_store on widget (store_id)',

	`create table search_engine (
		serial integer primary key autoincrement,
		hashid text not null unique,
		account_id text not null references account (id) on delete cascade,
		store_id text references store (id) on delete set null,
		name text not null,
		currency text not null,
		locale text not null,
		site_url text,
		has_stopwords integer not null,
		is_default integer not null,
		has_grouping integer not null,
		platform text not null,
		created_at_ms integer not null
	) strict`,
	'create index search_engine_account on search_engine (account_id)',
	'create index search_engine_store on search_engine (store_id)',
	`create table generation (
		id integer primary key autoincrement,
		state text not null,
		seq integer not null,
		item_count integer not null
	) strict`,
	`create index generation_retired on generation (id) where state = 'retired'`,
	`create table search_index (
		id integer primary key autoincrement,
		hashid text not null references search_engine (hashid) on delete cascade,
		name text not null,
		preset text not null,
		options text not null,
		datasources text not null,
		live_generation_id integer not null,
		temporary_generation_id integer,
		unique (hashid, name)
	) strict`,
	'create index search_index_locking on search_index (hashid) where temporary_generation_id is not null',
	`create table reindex_task (
		id integer primary key autoincrement,
		index_id integer not null references search_index (id) on delete cascade,
		source_generation_id integer not null,
		target_generation_id integer not null,
		position integer not null,
		copied_count integer not null,
		total_count integer not null,
		status text not null,
		error text,
		finished_at_ms integer
	) strict`,
	'create index reindex_task_index on reindex_task (index_id)',
	`create index reindex_task_running on reindex_task (copied_count) where status = 'reindexing'`,
	'create index reindex_task_finished on reindex_task (finished_at_ms) where finished_at_ms is not null',

	`create table item (
		generation_id integer not null,
		seq integer not null,
		item_key blob not null,
		id text not null,
		body text,
		group_id text,
		first_seq integer not null,
		primary key (generation_id, seq),
		unique (generation_id, item_key)
	) strict`,
	'create index item_group on item (generation_id, group_id, seq) where group_id is not null',
	'create index item_tombstone on item (generation_id, seq) where body is null',
	`create table item_history (
		generation_id integer not null,
		seq integer not null,
		superseded_seq integer not null,
		id text not null,
		body text not null,
		group_id text,
		primary key (generation_id, seq)
	) strict`,
	`create table scroll (
		id text primary key,
		index_id integer not null references search_index (id) on delete cascade,
		generation_id integer not null,
		snapshot_seq integer not null,
		position integer not null,
		group_id text,
		total_count integer not null,
		expires_at_ms integer not null
	) strict`,
	'create index scroll_index on scroll (index_id)',
	'create index scroll_generation on scroll (generation_id)',
	'create index scroll_expiry on scroll (expires_at_ms)',
	`create table follower (
		generation_id integer not null,
		name text not null,
		seq integer not null,
		primary key (generation_id, name)
	) strict, without rowid`,

	`create table event (
		serial integer primary key autoincrement,
		id text not null,
		kind text not null,
		store_id text not null,
		widget_id text,
		hashid text not null,
		index_name text not null,
		item_key blob,
		session_id text not null,
		occurred_at_ms integer not null,
		payload text not null
	) strict`,
	'create index event_store on event (store_id, kind, serial)',
	'create table health (id integer primary key, check_count integer not null) strict',
	'insert into health (id, check_count) values (1, 0)',
];
