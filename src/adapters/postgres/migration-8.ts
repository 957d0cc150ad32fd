/** Schema version 8: second factors, one for a user, and the codes for the day on which a device is lost. */
const text = 'text collate "C"';

export const eighthMigration: readonly string[] = [
	`create table second_factor (
		user_code ${text} primary key references app_user (code) on delete cascade,
		sealed ${text} not null,
		is_active smallint not null,
		used_step bigint not null
	)`,
	`create table recovery_code (
		user_code ${text} not null references second_factor (user_code) on delete cascade,
		digest ${text} not null,
		primary key (user_code, digest)
	)`,
];
