import type { SearchSettings } from '../domain/query/search-settings.ts';

export interface StoredSearchSettings {
	/** Differs after each change; 0 for settings that were never changed. */
	readonly version: number;
	readonly settings: SearchSettings;
}

/** How search engines search. Settings are deleted with their engine; an engine that does not exist has the defaults. */
export interface SearchSettingsRepository {
	/** `same` when the settings are still those of `knownVersion`, which costs one read of a small row. */
	read(hashid: string, knownVersion: number | undefined): Promise<StoredSearchSettings | 'same'>;
	/** Changes only what is named. A temporary index locks nothing here. */
	update(hashid: string, change: Partial<SearchSettings>): Promise<'updated' | 'missing'>;
}
