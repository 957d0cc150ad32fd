/** Schema version 8: the watermark of the daily sums of widgets becomes a position, as in a store with many writers. */
export const eighthMigration: readonly string[] = [
	'create table widget_day_watermark (id integer primary key, position text not null) strict',
	'insert into widget_day_watermark (id, position) select id, cast(serial as text) from widget_day_mark',
	'drop table widget_day_mark',
];
