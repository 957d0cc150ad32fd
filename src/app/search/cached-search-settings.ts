/**
 * The search settings of engines as searches read them: every search looks at the version in the store, so a change
 * counts from the next one on, in every thread, and only what changed is read and understood again.
 *
 * The same settings are the same object, by which a search index knows what it has prepared for them.
 */
import { defaultSearchSettings, type SearchSettings } from '../../domain/query/search-settings.ts';
import { countPhrases } from '../../domain/query/synonym-rule.ts';
import { createCache } from '../../lib/cache.ts';
import type { SearchSettingsRepository, StoredSearchSettings } from '../../ports/search-settings-repository.ts';

export type ReadSearchSettings = (hashid: string) => Promise<SearchSettings>;

/** Phrases in memory over all engines, about a kilobyte each with what a search index makes of them. */
const phrasesMax = 50_000;
/** What settings without any phrase count. */
const otherWeight = 20;

/** @returns a reader that keeps the settings used last; engines that have the defaults take no memory. */
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
		// Another search may have been faster: one object for one version, or what is prepared for it is made twice.
		const now = known.get(hashid);
		const current = now?.version === read.version ? now : read;
		if (current !== now) known.set(hashid, current);
		return current.settings;
	};
}

function weigh({ settings }: StoredSearchSettings): number {
	return settings.synonyms.reduce((sum, rule) => sum + countPhrases(rule), otherWeight);
}
