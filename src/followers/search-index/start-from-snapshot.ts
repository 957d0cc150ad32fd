/** Where the indexer has snapshots taken: for indexes that it does not have, and for those that it cannot use any more. */
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { IndexerOptions } from './indexer-options.ts';
import type { IndexerState } from './indexer-state.ts';
import { createSnapshotTaker, type SnapshotTaker } from './snapshot-taker.ts';

/** Undefined where there are none. */
export function openSnapshots(
	options: IndexerOptions,
	{ opener, progress, follower, opening }: Pick<IndexerState, 'opener' | 'progress' | 'follower' | 'opening'>,
): SnapshotTaker | undefined {
	const { snapshots, store, files, directory, timing, onEvent, onMeasure } = options;
	if (snapshots === undefined) return undefined;
	return createSnapshotTaker({
		...{ ...snapshots, store, files, directory, opener, onEvent, onMeasure },
		follower: options.follower,
		nowMs: timing.nowMs,
		isOpen: (generationId) => opening.has(generationId) || follower.streams.get(generationId) !== undefined,
		onOffered: (generation) => progress.expect(generation, generation.end),
		onSettled(generation) {
			follower.schedule(generation);
			follower.wake();
		},
	});
}

/** Whether the snapshot of an index is on its way, because there is none of this version on disk. */
export async function isBeingTaken(state: IndexerState, generation: GenerationState): Promise<boolean> {
	const { snapshots, opener } = state;
	if (snapshots === undefined) return false;
	if (snapshots.offer(generation)) return true;
	if (generation.followed === null || !snapshots.isUntried(generation)) return false;
	// Heads and lengths; opening it finds other damages.
	const problem = await opener.findProblem(generation, { bytesLeft: 0 }).catch(() => undefined);
	return problem !== undefined && snapshots.offer(generation, problem);
}

/** An index on disk is damaged or missing: it is taken, or else built. */
export function startOver({ snapshots, follower }: IndexerState, generation: GenerationState, problem: string): void {
	if (snapshots?.offer(generation, problem) !== true) follower.schedule(generation);
}
