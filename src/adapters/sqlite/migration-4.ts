/**
 * Schema version 4: how search engines search, beside the engines, as lists of synonyms are long and engines are read
 * all the time. `version` stands before the text, so that looking at it alone does not read the text.
 */
export const fourthMigration: readonly string[] = [
	`create table search_settings (
		hashid text primary key references search_engine (hashid) on delete cascade,
		version integer not null,
		settings text not null
	) strict`,
];
