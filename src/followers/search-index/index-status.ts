/** What operators monitor of the indexer: how much memory it uses, and how far it is behind the store. */
import { startPosition } from '../../domain/log/position.ts';
import type { LateIndex } from '../../domain/query/late-index.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { OpenStreams } from '../runtime/open-streams.ts';
import type { IndexLag, Lag } from './index-lag.ts';
import type { OpenIndex } from './open-index.ts';

/** What became of a snapshot of an index, and how many bytes were read or written for it. */
export interface SnapshotMeasure {
	readonly kind: 'snapshot';
	readonly outcome: SnapshotOutcome;
	readonly byteCount: number;
}

/** By the node that needs an index: `taken`, `refused`, `failed`; by the one that publishes them: the others. */
export const snapshotOutcomes = ['taken', 'refused', 'failed', 'published', 'unpublished'] as const;
export type SnapshotOutcome = (typeof snapshotOutcomes)[number];

/** `status` is sent after a poll when it has changed: an idle indexer sends nothing. */
export type IndexerMeasure =
	| SnapshotMeasure
	| { readonly kind: 'refresh' | 'merge'; readonly durationMs: number }
	| {
			readonly kind: 'status';
			readonly memoryBytes: number;
			readonly indexCount: number;
			/** Search engines that are not followed, because nobody asks for them. */
			readonly leftEngineCount: number;
			readonly live: Lag;
			readonly temporary: Lag;
			readonly late: readonly LateIndex[];
			readonly building: Pick<SearchProgress, 'buildingCount' | 'failingCount' | 'writesIndexed' | 'writesWanted'>;
	  };

/** To be called after a poll, with all generations that the disk is behind. Cost: O(these). */
export type StatusTeller = (
	behind: readonly GenerationState[],
	indexes: Pick<OpenStreams<number, OpenIndex>, 'get' | 'byteCount' | 'count'>,
	now: { readonly progress: SearchProgress; readonly leftEngineCount: number },
) => void;

export function createStatusTeller(
	lag: IndexLag,
	onMeasure: (measure: IndexerMeasure) => void,
	nowMs: () => number,
): StatusTeller {
	let told = '';

	return (behind, indexes, { progress, leftEngineCount }) => {
		const seen = behind.map((state) => {
			const visible = indexes.get(state.generationId)?.visible ?? state.followed ?? startPosition;
			return { state, visible };
		});
		lag.note(seen, nowMs());
		const { buildingCount, failingCount, writesIndexed, writesWanted } = progress;
		const status = {
			memoryBytes: indexes.byteCount,
			indexCount: indexes.count,
			leftEngineCount,
			live: lag.read('live'),
			temporary: lag.read('temporary'),
			late: lag.late(),
			building: { buildingCount, failingCount, writesIndexed, writesWanted },
		};
		const text = JSON.stringify(status);
		if (text === told) return;
		told = text;
		onMeasure({ kind: 'status', ...status });
	};
}
