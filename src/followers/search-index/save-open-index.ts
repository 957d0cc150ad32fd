/**
 * The checkpoint of an index: first its files with the position in the manifest, then the position is noted in the store.
 * So the noted position is never ahead of the disk. What a crash takes away is read again, and generations that are
 * neither written to nor searched are not even opened.
 */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import type { CheckpointWrite } from '../runtime/checkpoints.ts';
import type { IndexerState } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { saveIndex } from './saved-index.ts';

export function takeIndex(state: IndexerState, index: OpenIndex): CheckpointWrite | 'later' | 'nothing' {
	const { options, follower } = state;
	const { generationId, language, prices, schema, directory, segments, takeNumber, visible: position } = index;
	const { incarnation, readEnd } = index;
	// Until it is whole, the index that it replaces is the valid one after a crash.
	if (index.isHidden && index.isReplacement) return 'later';
	if (comparePositions(position, startPosition) <= 0) return 'nothing';
	return async () => {
		const unsaved = { generationId, language, prices, schema, incarnation, position, readEnd, segments, takeNumber };
		index.saved = await saveIndex(options.files, directory, { index: unsaved, saved: index.saved });
		const outcome = await options.store.items.moveFollower(generationId, options.follower, position);
		if (outcome === 'missing') follower.close(generationId);
	};
}

/** Rebuilds an index from the store; the old one is searched until the new one has caught up. */
export async function rebuildIndex(state: IndexerState, hashid: string, generationId: number): Promise<void> {
	const { follower, opener, progress, snapshots } = state;
	await follower.begun;
	await snapshots?.settled(generationId);
	const generation = await opener.findState(hashid, generationId);
	if (generation === undefined) return;
	const old = await follower.open(generation);
	// A running save would note a position in the store that the new index does not have.
	await follower.checkpoints.settle();
	if (old === undefined || !follower.isCurrent(old)) return;
	if (follower.checkpoints.isSaving(generationId)) return;
	// A build that is under way continues, unless the owner has changed overrides in the meantime.
	if (old.isHidden && old.schema === generation.schema) return;
	follower.checkpoints.forget(generationId);
	const fresh = await opener.startOver(old, generation);
	if (fresh === undefined || !follower.isCurrent(old)) return;
	follower.streams.put(fresh);
	progress.expectReplacement(generation, fresh.wholeAt);
	follower.schedule(generation);
	follower.wake();
}
