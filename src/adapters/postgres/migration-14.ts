/**
 * Schema version 14: whatever changes settings leaves a row, so that a node can ask whether anything has changed by reading one
 * table. Triggers do it, so that processes of an older version, and people with another program, are noticed, too. There is
 * one row for each transaction, by its id: no two of them wait for each other. `settings-watch.ts` reads them.
 */
const settingsTables = [
	'account',
	'app_user',
	'api_key',
	'store',
	'widget',
	'search_engine',
	'search_settings',
	'search_index',
] as const;

export const fourteenthMigration: readonly string[] = [
	`create table settings_change (
		transaction bigint primary key,
		changed_at timestamptz not null default clock_timestamp()
	)`,
	// Whoever fires it may have another search path.
	`create function note_settings_change() returns trigger language plpgsql as $$
		begin
			execute format(
				'insert into %I.settings_change (transaction) values ($1) on conflict do nothing', tg_table_schema
			) using pg_current_xact_id()::text::bigint;
			return null;
		end
	$$`,
	...settingsTables.map(
		(table) => `create trigger settings_change after insert or update or delete or truncate on ${table}
			for each statement execute function note_settings_change()`,
	),
];
