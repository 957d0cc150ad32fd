/** Schema version 7: what a member may do in the dashboard, as JSON of the areas that differ from `none`. */
export const seventhMigration: readonly string[] = [
	`alter table app_user add column rights text collate "C" not null default '{}'`,
];
