/**
 * The search settings of engines, as searches read them: in memory until any setting has changed, and at most for as long
 * as another process may have changed one unnoticed, see `Invalidation`. Then their version is read from the store, and only
 * changed settings are read and parsed again. So a change takes effect with the next search, in every thread.
 *
 * The same settings are always the same object, so that a search index can recognise what it has prepared for them.
 */
import { defaultSearchSettings, type SearchSettings } from '../../domain/query/search-settings.ts';
import { countPhrases } from '../../domain/query/synonym-rule.ts';
import { createCache } from '../../lib/cache.ts';
import { type Grace, type Graced, noGrace, readOrStay } from '../../lib/grace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Invalidation } from '../../ports/invalidation.ts';
import type { SearchSettingsRepository, StoredSearchSettings } from '../../ports/search-settings-repository.ts';

export type ReadSearchSettings = (hashid: string) => Promise<SearchSettings>;

export interface SettingsFreshness
	extends Pick<Invalidation, 'readSettingsVersion' | 'readTrueAtMs' | 'stalenessMsMax'>,
		Pick<Clock, 'monotonicMs'> {
	/** By default none. */
	readonly grace?: Grace;
}

/** Phrases in memory over all engines; each takes about a kilobyte, including what a search index prepares from it. */
const phrasesMax = 50_000;
/** The weight of settings without any phrase. */
const otherWeight = 20;

interface Known extends Graced {
	readonly stored: StoredSearchSettings;
	/** The version of all settings before they were read. */
	readonly changes: number;
}

const neverChanged: StoredSearchSettings = { version: 0, settings: defaultSearchSettings };

/** @returns a reader that caches the most recently used settings */
export function cacheSearchSettings(
	repository: Pick<SearchSettingsRepository, 'read'>,
	{ readSettingsVersion, readTrueAtMs, stalenessMsMax, monotonicMs, grace = noGrace }: SettingsFreshness,
): ReadSearchSettings {
	const known = createCache<string, Known>({ weightMax: phrasesMax, weigh });

	/** Another search may have been faster. There must be one object for each version, or the index prepares it twice. */
	function toCurrent(hashid: string, found: StoredSearchSettings): StoredSearchSettings {
		if (found.version === neverChanged.version) return neverChanged;
		const now = known.get(hashid)?.stored;
		return now?.version === found.version ? now : found;
	}

	const isCurrent = ({ changes }: Known): boolean => changes === readSettingsVersion();

	async function read(hashid: string, before: StoredSearchSettings): Promise<Known> {
		const changes = readSettingsVersion();
		const readAtMs = monotonicMs();
		const found = await repository.read(hashid, before.version);
		const stored = found === 'same' ? before : toCurrent(hashid, found);
		const entry = { stored, changes, readAtMs, retryAtMs: 0 };
		known.set(hashid, entry);
		return entry;
	}

	return async (hashid) => {
		const trueAtMs = readTrueAtMs?.() ?? Number.NEGATIVE_INFINITY;
		const entry = known.get(hashid);
		if (entry !== undefined && isCurrent(entry)) {
			entry.readAtMs = Math.max(entry.readAtMs, trueAtMs);
			if (monotonicMs() - entry.readAtMs < stalenessMsMax) return entry.stored.settings;
		}
		const { stored } = await readOrStay({
			...{ known: entry, isCurrent, monotonicMs, grace },
			read: () => read(hashid, entry?.stored ?? neverChanged),
		});
		return stored.settings;
	};
}

function weigh({ stored }: Known): number {
	if (stored === neverChanged) return 1;
	return stored.settings.synonyms.reduce((sum, rule) => sum + countPhrases(rule), otherWeight);
}
