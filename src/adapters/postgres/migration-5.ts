/** Schema version 5: sign-in to the dashboard. `email_key` finds users by their address, whatever its letters' case. */
const text = 'text collate "C"';

export const fifthMigration: readonly string[] = [
	`alter table app_user add column email_key ${text}`,
	'update app_user set email_key = lower(email) where email is not null',
	'create index app_user_email on app_user (email_key) where email_key is not null',
	`create table user_password (
		user_code ${text} primary key references app_user (code) on delete cascade,
		hash ${text} not null
	)`,
	`create table dashboard_session (
		id ${text} primary key,
		user_code ${text} not null references app_user (code) on delete cascade,
		key_id ${text} references api_key (id) on delete cascade,
		method ${text} not null,
		created_at_ms bigint not null,
		expires_at_ms bigint not null
	)`,
	'create index dashboard_session_user on dashboard_session (user_code, created_at_ms)',
	'create index dashboard_session_key on dashboard_session (key_id)',
];
