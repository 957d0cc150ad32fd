/**
 * The checkpoint of an index: its files with the position in the manifest, then the word of how far it is to the store.
 * That word never runs ahead of the disk: what a crash takes away is read again, and generations that nobody writes to or
 * searches are not even opened.
 */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import type { CheckpointWrite } from '../runtime/checkpoints.ts';
import type { IndexerState } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { saveIndex } from './saved-index.ts';

export function takeIndex(state: IndexerState, index: OpenIndex): CheckpointWrite | 'later' | 'nothing' {
	const { options, follower } = state;
	const { generationId, language, prices, schema, directory, segments, takeNumber, visible: position } = index;
	// Until it is whole, the one that it replaces is what is believed after a crash.
	if (index.isHidden && index.isReplacement) return 'later';
	if (comparePositions(position, startPosition) <= 0) return 'nothing';
	return async () => {
		const unsaved = { generationId, language, prices, schema, position, segments, takeNumber };
		index.saved = await saveIndex(options.files, directory, { index: unsaved, saved: index.saved });
		const outcome = await options.store.items.moveFollower(generationId, options.follower, position);
		if (outcome === 'missing') follower.close(generationId);
	};
}

/** Builds an index anew from the store; the old one is searched until the new one has caught up. */
export async function rebuildIndex(state: IndexerState, hashid: string, generationId: number): Promise<void> {
	const { follower, opener, progress } = state;
	await follower.begun;
	const generation = await opener.findState(hashid, generationId);
	if (generation === undefined) return;
	const old = await follower.open(generation);
	// A save that is under way would tell the store of a position that the new index has not.
	await follower.checkpoints.settle();
	if (old === undefined || !follower.isCurrent(old)) return;
	if (follower.checkpoints.isSaving(generationId)) return;
	// One that is being built already goes on, unless its owner has said something else of its fields meanwhile.
	if (old.isHidden && old.schema === generation.schema) return;
	follower.checkpoints.forget(generationId);
	const fresh = await opener.startOver(old, generation);
	if (fresh === undefined || !follower.isCurrent(old)) return;
	follower.streams.put(fresh);
	progress.expectReplacement(generation, fresh.wholeAt);
	follower.schedule(generation);
	follower.wake();
}
