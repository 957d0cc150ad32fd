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

	return {
		read,
		async update(engine, change) {
			const faults = findSearchSettingsFaults(change);
			if (faults.length > 0) return failFaults(faults);
			// Switching it on begins another comparison.
			const isBegun = change.hasInterleaving === true && !(await read(engine)).hasInterleaving;
			const whole = isBegun ? { ...change, interleavingSinceMs: clock.nowMs() } : change;
			return (await repository.update(engine.hashid, whole)) === 'updated'
				? succeed(await read(engine))
				: fail('not_found');
		},
	};
}
