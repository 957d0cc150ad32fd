/**
 * Schema version 4: search settings in a table of their own, because lists of synonyms are long and engines are read all
 * the time. `version` comes before the text, so that reading only the version does not read the text.
 */
export const fourthMigration: readonly string[] = [
	`create table search_settings (
		hashid text primary key references search_engine (hashid) on delete cascade,
		version integer not null,
		settings text not null
	) strict`,
];
