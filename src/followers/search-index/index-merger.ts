/**
 * Merges what the policy of the core wants merged: small segments at once, large ones in a thread of their own.
 *
 *     refresh ─► prompt merge, so that writes keep their pace
 *        └─ some seconds later, nothing waiting in the log ─► thorough merge, so that searches have few segments
 */
import { estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import type { PendingMerge } from '../../fulltext/index/index-writer.ts';
import type { MergeEffort } from '../../fulltext/index/merge/merge-policy.ts';
import { mergeSegments } from '../../fulltext/index/merge/merge-segments.ts';
import type { OpenIndex } from './open-index.ts';
import type { MergeThread } from './start-merge-thread.ts';

export interface IndexMerger {
	/** Merges promptly; what is still to be done when it returns ends with `onMerged`. */
	merge(index: OpenIndex): void;
	/** Notes that an index may have more segments than it need have, to be merged thoroughly when there is time. */
	note(generationId: number): void;
	/** Begins the thorough merges that are due. Cost: O(1) when none is. */
	mergeDue(): void;
}

export interface IndexMergerOptions {
	readonly mergeThread: MergeThread;
	/** Documents that a merge in the calling thread may have. */
	readonly mergeHereCountMax: number;
	readonly mergeBytesMax: number;
	/** From a change to the thorough merge. */
	readonly thoroughDelayMs: number;
	readonly find: (generationId: number) => OpenIndex | undefined;
	/** Whether there are writes that the index has not: its thorough merge waits. */
	readonly isBehind: (generationId: number) => boolean;
	/** Whether the result of a merge is still wanted. */
	readonly isCurrent: (index: OpenIndex) => boolean;
	/** Called after a merge that did not end with the call of `merge`, which may be long after it was begun. */
	readonly onMerged: (index: OpenIndex) => void;
	readonly onMeasure: (measure: { readonly kind: 'merge'; readonly durationMs: number }) => void;
	readonly onFailure: (error: unknown, generationId: number) => void;
	readonly nowMs: () => number;
}

/**
 * With more changes than this between a change and its thorough merge, an import is going on, of which the indexer is at
 * the end now and then: its large segments are merged once, when it is over.
 */
const importedChangesMin = 10_000;
/** Thorough merges of an index take this part of the time at most, however often it changes. */
const thoroughShareMax = 1 / 4;

export function createIndexMerger(options: IndexMergerOptions): IndexMerger {
	const { thoroughDelayMs, nowMs, onMeasure } = options;
	/** When each is to be merged thoroughly, the earliest first, and how far it was when that was said. */
	const due = new Map<number, { readonly dueMs: number; readonly position: Position }>();
	/** Until when an index is spared another thorough merge. */
	const restingUntilMs = new WeakMap<OpenIndex, number>();

	/** @returns whether it merged here and now, at least once. */
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

	/** @param since of the index when its merge was put off: what has come since tells an import from the changes of a day. */
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
				// All wait equally long, so the map stays in the order of their times.
				if (mustWait(index, position)) putOff(generationId);
				else if (merge(index, 'thorough')) options.onMerged(index);
			}
		},
	};
}
