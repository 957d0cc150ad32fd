/** Schema version 6: what a widget recommends, and its rules. Existing widgets get the default rules. */
export const sixthMigration: readonly string[] = [
	`alter table widget add column kind text not null default 'similar'`,
	`alter table widget add column settings text not null default '{}'`,
];
