/**
 * Schema version 2: queries about scrolls concern those that still have something to show, so their indices contain only
 * those. A scroll knows its account, because opening one counts those of the account. Removed stores are recorded until
 * garbage collection has deleted their events, including those that version 1 left behind.
 */
export const secondMigration: readonly string[] = [
	'drop index scroll_generation',
	`create index scroll_showing on scroll (generation_id, snapshot_seq, position) where position < snapshot_seq`,
	`alter table scroll add column account_id text not null default ''`,
	`update scroll set account_id = (
		select search_engine.account_id from search_engine
		join search_index on search_index.hashid = search_engine.hashid
		where search_index.id = scroll.index_id
	)`,
	'create index scroll_open on scroll (expires_at_ms, account_id) where position < snapshot_seq',
	'create table removed_store (id text primary key) strict, without rowid',
	`insert into removed_store (id)
		select distinct store_id from event where store_id not in (select id from store)`,
];
