/** Schema version 20: since when days of statistics have been deleted, whose texts are still there. */
export const twentiethMigration: readonly string[] = [
	'alter table statistics_build add column forgotten_day integer',
	'create index statistics_build_forgotten on statistics_build (forgotten_day) where forgotten_day is not null',
];
