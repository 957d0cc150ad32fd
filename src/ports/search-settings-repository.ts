import type { SearchSettings } from '../domain/query/search-settings.ts';

export interface StoredSearchSettings {
	/** Of each change another one; 0 for settings that were never changed. */
	readonly version: number;
	readonly settings: SearchSettings;
}

/** How search engines search. Settings go with their engine; one that is not there has the defaults. */
export interface SearchSettingsRepository {
	/** `same` when the settings are still those of `knownVersion`, which costs a look at one small row. */
	read(hashid: string, knownVersion: number | undefined): Promise<StoredSearchSettings | 'same'>;
	/** Changes what is named. A temporary index locks nothing here. */
	update(hashid: string, change: Partial<SearchSettings>): Promise<'updated' | 'missing'>;
}
