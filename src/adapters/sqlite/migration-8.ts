/** Schema version 8: how far the days of widgets follow the log of events is a position, as a store with many writers has them. */
export const eighthMigration: readonly string[] = [
	'create table widget_day_watermark (id integer primary key, position text not null) strict',
	'insert into widget_day_watermark (id, position) select id, cast(serial as text) from widget_day_mark',
	'drop table widget_day_mark',
];
