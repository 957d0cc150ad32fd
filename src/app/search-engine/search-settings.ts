/**
 * Use cases on the search settings of an engine: its owner reads and changes them, even while an index is being replaced.
 */
import { findSearchSettingsFaults, type SearchSettings } from '../../domain/query/search-settings.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SearchSettingsRepository } from '../../ports/search-settings-repository.ts';

export interface SearchSettingsAdministration {
	read(engine: SearchEngine): Promise<SearchSettings>;
	/** Changes only what is named. Searches that begin after the answer use the new settings. */
	update(engine: SearchEngine, change: Partial<SearchSettings>): Promise<Result<SearchSettings>>;
}

interface Dependencies {
	readonly repository: SearchSettingsRepository;
	readonly clock: Pick<Clock, 'nowMs'>;
}

export function createSearchSettings({ repository, clock }: Dependencies): SearchSettingsAdministration {
	async function read({ hashid }: SearchEngine): Promise<SearchSettings> {
		const stored = await repository.read(hashid, undefined);
		if (stored === 'same') throw new Error('nothing was known that could be the same');
		return stored.settings;
	}

	/** Another comparison has a later time than the one before, even if the clock was set back meanwhile. */
	function beginComparison({ hasInterleaving, interleavingSinceMs }: SearchSettings): Partial<SearchSettings> {
		if (hasInterleaving) return {};
		return { interleavingSinceMs: Math.max(clock.nowMs(), (interleavingSinceMs ?? 0) + 1) };
	}

	return {
		read,
		async update(engine, change) {
			const faults = findSearchSettingsFaults(change);
			if (faults.length > 0) return failFaults(faults);
			const begun = change.hasInterleaving === true ? beginComparison(await read(engine)) : {};
			return (await repository.update(engine.hashid, { ...change, ...begun })) === 'updated'
				? succeed(await read(engine))
				: fail('not_found');
		},
	};
}
