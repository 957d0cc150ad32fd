/** Schema version 10: how often widgets answered without any item. */
export const tenthMigration: readonly string[] = [
	'alter table widget_day add column empty_answers bigint not null default 0',
];
