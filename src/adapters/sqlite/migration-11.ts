/**
 * Schema version 11: rows of facts for statistics, by builds. The watermark begins before the first event: earlier events
 * are counted after the start.
 */
export const eleventhMigration: readonly string[] = [
	`create table statistics_build (
		id integer primary key autoincrement,
		hashid text not null,
		state text not null,
		position text not null,
		erased_up_to text not null,
		is_outdated integer not null,
		name_count integer not null,
		part_count integer not null,
		newest_day integer not null,
		retired_at_ms integer
	) strict`,
	`create unique index statistics_build_live on statistics_build (hashid) where state = 'live'`,
	`create unique index statistics_build_building on statistics_build (hashid) where state = 'building'`,
	'create index statistics_build_engine on statistics_build (hashid)',
	`create index statistics_build_retired on statistics_build (retired_at_ms) where retired_at_ms is not null`,
	'create table statistics_watermark (id integer primary key, position text not null) strict',
	`create table statistics_name (
		build_id integer not null,
		id integer not null,
		name text not null,
		primary key (build_id, id)
	) strict, without rowid`,
	'create unique index statistics_name_text on statistics_name (build_id, name)',
	`create table statistics_session (
		build_id integer not null,
		session_key text not null,
		last_day integer not null,
		events blob not null,
		primary key (build_id, session_key)
	) strict`,
	'create index statistics_session_age on statistics_session (build_id, last_day)',
	`create table statistics_part (
		build_id integer not null,
		fact_table text not null,
		day integer not null,
		number integer not null,
		byte_count integer not null,
		bytes blob not null,
		primary key (build_id, fact_table, day, number)
	) strict`,
	'create index statistics_part_age on statistics_part (day)',
];
