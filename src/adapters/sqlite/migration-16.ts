/** Schema version 16: what a member may do in the dashboard, as JSON of the areas that differ from `none`. */
export const sixteenthMigration: readonly string[] = [
	`alter table app_user add column rights text not null default '{}'`,
];
