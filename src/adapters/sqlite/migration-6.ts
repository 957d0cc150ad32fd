/** Schema version 6: what a widget recommends, and the rules for it. Widgets from before it get the rules that suit most. */
export const sixthMigration: readonly string[] = [
	`alter table widget add column kind text not null default 'similar'`,
	`alter table widget add column settings text not null default '{}'`,
];
