/** What an operator may want to watch of the indexer: how much it holds in memory, and how far it is behind the store. */
import { startPosition } from '../../domain/log/position.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { createIndexLag, type Lag } from './index-lag.ts';
import type { Residents } from './residents.ts';

/** `status` comes when it has changed, after a look for writes: an idle indexer is silent. */
export type IndexerMeasure =
	| { readonly kind: 'refresh' | 'merge'; readonly durationMs: number }
	| {
			readonly kind: 'status';
			readonly residentBytes: number;
			readonly indexCount: number;
			readonly live: Lag;
			readonly temporary: Lag;
			readonly building: Pick<SearchProgress, 'buildingCount' | 'failingCount' | 'writesIndexed' | 'writesWanted'>;
	  };

/** @returns a function to be called after a look, with all generations that the disk is behind of. Cost: O(these). */
export function createStatusTeller(onMeasure: (measure: IndexerMeasure) => void, nowMs: () => number) {
	const lag = createIndexLag();
	let told = '';

	return (behind: readonly GenerationState[], residents: Residents, progress: SearchProgress): void => {
		const seen = behind.map((state) => {
			const visible = residents.get(state.generationId)?.visible ?? state.followed ?? startPosition;
			return { state, visible };
		});
		lag.note(seen, nowMs());
		const { buildingCount, failingCount, writesIndexed, writesWanted } = progress;
		const status = {
			residentBytes: residents.byteCount,
			indexCount: residents.count,
			live: lag.read('live'),
			temporary: lag.read('temporary'),
			building: { buildingCount, failingCount, writesIndexed, writesWanted },
		};
		const text = JSON.stringify(status);
		if (text === told) return;
		told = text;
		onMeasure({ kind: 'status', ...status });
	};
}
