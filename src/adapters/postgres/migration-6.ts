/** Schema version 6: links that sign in once, one for a user at a time. */
const text = 'text collate "C"';

export const sixthMigration: readonly string[] = [
	`create table sign_in_link (
		user_code ${text} primary key references app_user (code) on delete cascade,
		digest ${text} not null unique,
		expires_at_ms bigint not null
	)`,
];
