/** Schema version 18: the record of changes. Users and keys are named, not referred to: they may be gone. */
export const eighteenthMigration: readonly string[] = [
	`create table change_record (
		account_id text not null references account (id) on delete cascade,
		number integer not null,
		at_ms integer not null,
		actor text not null,
		user_code text,
		user_name text,
		key_id text,
		key_name text,
		area text not null,
		operation text not null,
		path text not null,
		created_id text,
		sent text,
		is_whole integer not null,
		primary key (account_id, number)
	) strict, without rowid`,
	'create index change_record_at on change_record (at_ms)',
];
