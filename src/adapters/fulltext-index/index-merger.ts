/** Merges what the policy of the core wants merged: small segments at once, large ones in a thread of their own. */
import type { PendingMerge } from '../../fulltext/index-writer.ts';
import { mergeSegments } from '../../fulltext/merge/merge-segments.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { MergeThread } from './start-merge-thread.ts';

export interface IndexMergerOptions {
	readonly mergeThread: MergeThread;
	/** Documents that a merge in the calling thread may have. */
	readonly mergeHereCountMax: number;
	/** Whether the result of a merge is still wanted. */
	readonly isCurrent: (index: ResidentIndex) => boolean;
	/** Called after a merge in the thread, which may be long after it was begun. */
	readonly onMerged: (index: ResidentIndex) => void;
	readonly onMeasure: (measure: { readonly kind: 'merge'; readonly durationMs: number }) => void;
	readonly onFailure: (error: unknown, generationId: number) => void;
}

/** @returns a function that merges an index; what is still to be done when it returns ends with `onMerged`. */
export function createIndexMerger(options: IndexMergerOptions): (index: ResidentIndex) => void {
	function merge(index: ResidentIndex): void {
		while (!index.isMerging) {
			const pending = index.beginMerge();
			if (pending === undefined) return;
			const count = pending.sources.reduce((sum, { liveCount }) => sum + liveCount, 0);
			if (count > options.mergeHereCountMax) void mergeElsewhere(index, pending);
			else {
				const startMs = performance.now();
				index.endMerge(pending, mergeSegments(pending.sources));
				options.onMeasure({ kind: 'merge', durationMs: performance.now() - startMs });
			}
		}
	}

	async function mergeElsewhere(index: ResidentIndex, pending: PendingMerge): Promise<void> {
		index.isMerging = true;
		const startMs = performance.now();
		try {
			const merged = await options.mergeThread.merge(pending.sources);
			options.onMeasure({ kind: 'merge', durationMs: performance.now() - startMs });
			index.isMerging = false;
			if (!options.isCurrent(index)) return;
			index.endMerge(pending, merged);
			merge(index);
			options.onMerged(index);
		} catch (error) {
			index.isMerging = false;
			if (options.isCurrent(index)) options.onFailure(error, index.generationId);
		}
	}

	return merge;
}
