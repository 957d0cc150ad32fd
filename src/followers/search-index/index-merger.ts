/**
 * Runs the merges that the core's policy asks for: small segments at once, large ones in a thread of their own.
 *
 *     refresh ─► prompt merge, so that writes keep their pace
 *        └─ some seconds later, if the log has nothing more ─► thorough merge, so that searches read few segments
 */
import { estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import type { PendingMerge } from '../../fulltext/index/index-writer.ts';
import type { MergeEffort } from '../../fulltext/index/merge/merge-policy.ts';
import { mergeSegments } from '../../fulltext/index/merge/merge-segments.ts';
import type { OpenIndex } from './open-index.ts';
import type { MergeThread } from './start-merge-thread.ts';

export interface IndexMerger {
	/** Merges promptly; merges that are still running when it returns end with `onMerged`. */
	merge(index: OpenIndex): void;
	/** Notes that an index may have more segments than necessary, to be merged thoroughly when there is time. */
	note(generationId: number): void;
	/** Begins the thorough merges that are due. Cost: O(1) when none is. */
	mergeDue(): void;
}

export interface IndexMergerOptions {
	readonly mergeThread: MergeThread;
	/** The largest merge, in documents, that runs in the calling thread. */
	readonly mergeHereCountMax: number;
	readonly mergeBytesMax: number;
	/** From a change to the thorough merge. */
	readonly thoroughDelayMs: number;
	readonly find: (generationId: number) => OpenIndex | undefined;
	/** Whether there are writes that the index does not have; then its thorough merge waits. */
	readonly isBehind: (generationId: number) => boolean;
	/** Whether the result of a merge is still needed. */
	readonly isCurrent: (index: OpenIndex) => boolean;
	/** Called after a merge that did not end within the call of `merge`, possibly long after it began. */
	readonly onMerged: (index: OpenIndex) => void;
	readonly onMeasure: (measure: { readonly kind: 'merge'; readonly durationMs: number }) => void;
	readonly onFailure: (error: unknown, generationId: number) => void;
	readonly nowMs: () => number;
}

/**
 * More changes than this between a change and its thorough merge mean that an import is going on, and the indexer only
 * reaches its end now and then. Its large segments are merged once, after the import.
 */
const importedChangesMin = 10_000;
/** Thorough merges of an index take at most this share of the time, however often it changes. */
const thoroughShareMax = 1 / 4;

export function createIndexMerger(options: IndexMergerOptions): IndexMerger {
	const { thoroughDelayMs, nowMs, onMeasure } = options;
	/** When each index is due for a thorough merge, the earliest first, and its position when that was decided. */
	const due = new Map<number, { readonly dueMs: number; readonly position: Position }>();
	/** Until when an index gets no further thorough merge. */
	const restingUntilMs = new WeakMap<OpenIndex, number>();

	/** @returns whether at least one merge was completed in this thread. */
	function merge(index: OpenIndex, effort: MergeEffort): boolean {
		let hasMerged = false;
		while (!index.isMerging) {
			const pending = index.beginMerge(effort, options.mergeBytesMax);
			if (pending === undefined) break;
			const count = pending.sources.reduce((sum, { liveCount }) => sum + liveCount, 0);
			if (count > options.mergeHereCountMax) void mergeElsewhere(index, pending, effort);
			else {
				const startMs = performance.now();
				index.endMerge(pending, mergeSegments(pending.sources));
				noteDuration(index, effort, performance.now() - startMs);
				hasMerged = true;
			}
		}
		return hasMerged;
	}

	async function mergeElsewhere(index: OpenIndex, pending: PendingMerge, effort: MergeEffort): Promise<void> {
		index.isMerging = true;
		const startMs = performance.now();
		try {
			const merged = await options.mergeThread.merge(pending.sources);
			noteDuration(index, effort, performance.now() - startMs);
			index.isMerging = false;
			if (!options.isCurrent(index)) return;
			index.endMerge(pending, merged);
			merge(index, 'prompt');
			note(index.generationId);
			options.onMerged(index);
		} catch (error) {
			index.isMerging = false;
			if (options.isCurrent(index)) options.onFailure(error, index.generationId);
		}
	}

	function noteDuration(index: OpenIndex, effort: MergeEffort, durationMs: number): void {
		onMeasure({ kind: 'merge', durationMs });
		if (effort === 'thorough') restingUntilMs.set(index, nowMs() + durationMs / thoroughShareMax);
	}

	function note(generationId: number): void {
		if (!due.has(generationId)) putOff(generationId);
	}

	function putOff(generationId: number): void {
		const position = options.find(generationId)?.visible ?? startPosition;
		due.set(generationId, { dueMs: nowMs() + Math.max(1, thoroughDelayMs), position });
	}

	/**
	 * @param since position of the index when its merge was postponed: the changes since then tell an import from
	 * everyday changes.
	 */
	function mustWait(index: OpenIndex, since: Position): boolean {
		const isResting = (restingUntilMs.get(index) ?? Number.NEGATIVE_INFINITY) > nowMs();
		const isImported = estimateCount(since, index.visible) > importedChangesMin;
		return isResting || isImported || index.isMerging || index.isHidden || options.isBehind(index.generationId);
	}

	return {
		merge(index) {
			merge(index, 'prompt');
			note(index.generationId);
		},
		note,
		mergeDue() {
			const now = nowMs();
			for (const [generationId, { dueMs, position }] of due) {
				if (dueMs > now) return;
				due.delete(generationId);
				const index = options.find(generationId);
				if (index === undefined) continue;
				// All wait equally long, so the map stays in the order of times.
				if (mustWait(index, position)) putOff(generationId);
				else if (merge(index, 'thorough')) options.onMerged(index);
			}
		},
	};
}
