/** Schema version 12: the sector of a search engine, and the calls of its APIs by day. */
export const twelfthMigration: readonly string[] = [
	'alter table search_engine add column sector text',
	`create table call_day (
		hashid text not null references search_engine (hashid) on delete cascade,
		day integer not null,
		kind text not null,
		calls integer not null,
		primary key (hashid, day, kind)
	) strict, without rowid`,
];
