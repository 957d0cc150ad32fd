/**
 * Schema version 13: several processes on one database. Times are those of the database, so that clocks of nodes do not
 * matter. All positions that were noted so far are those of the one process that there was: they are a node's of that
 * name, which the process takes over when it starts again.
 */
const text = 'text collate "C"';

export const thirteenthMigration: readonly string[] = [
	`create table node (
		id ${text} primary key,
		instance ${text} not null,
		home ${text} not null,
		version ${text} not null,
		state ${text} not null,
		followers ${text} not null,
		started_at timestamptz not null,
		seen_at timestamptz not null
	)`,
	`insert into node (id, instance, home, version, state, followers, started_at, seen_at)
		values ('fulltext', '', '', '', 'gone', '[]', clock_timestamp(), clock_timestamp())`,
	`create table lease (
		name ${text} primary key,
		holder ${text} not null,
		fence bigint not null,
		expires_at timestamptz not null
	)`,
];
