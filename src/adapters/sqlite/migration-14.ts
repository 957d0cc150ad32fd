/**
 * Schema version 14: sign-in to the dashboard. `email_key` finds users by their address, whatever its letters' case;
 * `lower` of SQLite knows ASCII alone, and other addresses get their key when they are written again.
 */
export const fourteenthMigration: readonly string[] = [
	'alter table app_user add column email_key text',
	'update app_user set email_key = lower(email) where email is not null',
	'create index app_user_email on app_user (email_key) where email_key is not null',
	`create table user_password (
		user_code text primary key references app_user (code) on delete cascade,
		hash text not null
	) strict, without rowid`,
	`create table dashboard_session (
		id text primary key,
		user_code text not null references app_user (code) on delete cascade,
		key_id text references api_key (id) on delete cascade,
		method text not null,
		created_at_ms integer not null,
		expires_at_ms integer not null
	) strict, without rowid`,
	'create index dashboard_session_user on dashboard_session (user_code, created_at_ms)',
	'create index dashboard_session_key on dashboard_session (key_id)',
];
