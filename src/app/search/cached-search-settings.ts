/**
 * The search settings of engines, as searches read them. Every search reads their version from the store, so a change
 * takes effect with the next search, in every thread; only changed settings are read and parsed again.
 *
 * The same settings are always the same object, so that a search index can recognise what it has prepared for them.
 */
import { defaultSearchSettings, type SearchSettings } from '../../domain/query/search-settings.ts';
import { countPhrases } from '../../domain/query/synonym-rule.ts';
import { createCache } from '../../lib/cache.ts';
import type { SearchSettingsRepository, StoredSearchSettings } from '../../ports/search-settings-repository.ts';

export type ReadSearchSettings = (hashid: string) => Promise<SearchSettings>;

/** Phrases in memory over all engines; each takes about a kilobyte, including what a search index prepares from it. */
const phrasesMax = 50_000;
/** The weight of settings without any phrase. */
const otherWeight = 20;

/** @returns a reader that caches the most recently used settings; engines with the default settings take no memory. */
export function cacheSearchSettings(repository: Pick<SearchSettingsRepository, 'read'>): ReadSearchSettings {
	const known = createCache<string, StoredSearchSettings>({ weightMax: phrasesMax, weigh });
	return async (hashid) => {
		const before = known.get(hashid);
		const read = await repository.read(hashid, before?.version ?? 0);
		if (read === 'same') {
			if (before === undefined) return defaultSearchSettings;
			return before.settings;
		}
		if (read.version === 0) {
			known.delete(hashid);
			return defaultSearchSettings;
		}
		// Another search may have been faster. There must be one object for each version, or the index prepares it twice.
		const now = known.get(hashid);
		const current = now?.version === read.version ? now : read;
		if (current !== now) known.set(hashid, current);
		return current.settings;
	};
}

function weigh({ settings }: StoredSearchSettings): number {
	return settings.synonyms.reduce((sum, rule) => sum + countPhrases(rule), otherWeight);
}
