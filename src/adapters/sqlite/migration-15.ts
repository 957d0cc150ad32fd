/** Schema version 15: links that sign in once, one for a user at a time. */
export const fifteenthMigration: readonly string[] = [
	`create table sign_in_link (
		user_code text primary key references app_user (code) on delete cascade,
		digest text not null unique,
		expires_at_ms integer not null
	) strict, without rowid`,
];
