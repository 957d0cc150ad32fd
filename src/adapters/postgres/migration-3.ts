/** Schema version 3: the sector of a search engine, and the calls of its APIs by day. */
const text = 'text collate "C"';

export const thirdMigration: readonly string[] = [
	`alter table search_engine add column sector ${text}`,
	`create table call_day (
		hashid ${text} not null references search_engine (hashid) on delete cascade,
		day integer not null,
		kind ${text} not null,
		calls bigint not null,
		primary key (hashid, day, kind)
	)`,
];
