/** Schema version 17: second factors, one for a user, and the codes for the day on which a device is lost. */
export const seventeenthMigration: readonly string[] = [
	`create table second_factor (
		user_code text primary key references app_user (code) on delete cascade,
		sealed text not null,
		is_active integer not null,
		used_step integer not null
	) strict, without rowid`,
	`create table recovery_code (
		user_code text not null references second_factor (user_code) on delete cascade,
		digest text not null,
		primary key (user_code, digest)
	) strict, without rowid`,
];
