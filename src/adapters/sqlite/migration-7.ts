/**
 * Schema version 7: daily sums of what widgets showed and achieved, so that no request has to walk the log of events for
 * it. The watermark begins before the first event: earlier events are counted after the start.
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
