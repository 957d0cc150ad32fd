/**
 * Schema version 7: what widgets showed and what came of it, by day, so that nobody has to walk the log of events for it.
 * The mark begins in front of the first event: those from before this version are counted after the start.
 */
export const seventhMigration: readonly string[] = [
	`create table widget_day (
		widget_id text not null references widget (id) on delete cascade,
		day integer not null,
		impressions integer not null,
		clicks integer not null,
		carts integer not null,
		purchases integer not null,
		revenue real not null,
		primary key (widget_id, day)
	) strict, without rowid`,
	'create index widget_day_age on widget_day (day)',
	'create table widget_day_mark (id integer primary key, serial integer not null) strict',
];
