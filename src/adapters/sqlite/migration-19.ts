/** Schema version 19: how often widgets answered without any item. */
export const nineteenthMigration: readonly string[] = [
	'alter table widget_day add column empty_answers integer not null default 0',
];
