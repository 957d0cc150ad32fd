/**
 * Has the store lost writes that were read? When it is in another incarnation than before (`store-history.ts`), everything is
 * compared with it before anything more is read:
 *
 *     an index in memory     goes back to what is on disk, if the store has all of that, or else is built again; until it is
 *                            whole, the old one is searched
 *     an index on disk       is compared when it is opened, by its manifest
 *     texts                  are removed and read again; until then searches read them from the store
 */
import { comparePositions } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { adoptFollowed } from './follow-asked.ts';
import type { IndexerState } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { publish } from './publish-index.ts';
import { removeIndex } from './saved-index.ts';
import { listGenerations } from './survey-indexes.ts';

/** Must not run beside a slice. Cost, while the incarnation is the same: a statement. */
export async function comparePast(state: IndexerState): Promise<void> {
	const incarnation = await state.opener.past.readIncarnation();
	const others = [...state.follower.streams.list()].filter((index) => index.incarnation !== incarnation);
	if (state.incarnation === incarnation && others.length === 0) return;
	const generations = await adoptFollowed(state, await listGenerations(state.options));
	if (state.incarnation !== incarnation) await adoptGenerations(state, generations, incarnation);
	const byId = new Map(generations.map((generation) => [generation.generationId, generation]));
	for (const index of others) await compareIndex(state, index, byId.get(index.generationId));
}

/** Compares what is on disk, as far as that does not wait until it is opened. @param generations all, read after the incarnation */
export async function adoptGenerations(
	state: IndexerState,
	generations: readonly GenerationState[],
	incarnation: string,
): Promise<void> {
	const { opener, texts } = state;
	// A store with one past does not forget its followers.
	if (incarnation !== '') await removeUnnoted(state, generations);
	state.progress.lower(generations);
	if (texts !== undefined) texts.compare(generations, await opener.past.compare(texts.readIncarnation(), incarnation));
	state.incarnation = incarnation;
}

/** The store has forgotten that a generation was followed: tombstones may be gone that its index has not seen. */
async function removeUnnoted(
	{ options, opener, follower }: IndexerState,
	generations: readonly GenerationState[],
): Promise<void> {
	const names = new Set(await options.files.list(options.directory));
	for (const { generationId, followed } of generations) {
		const isUnnoted = followed === null && names.has(String(generationId));
		if (!isUnnoted || follower.streams.get(generationId) !== undefined) continue;
		await removeIndex(options.files, opener.toDirectory(generationId));
	}
}

async function compareIndex(state: IndexerState, index: OpenIndex, generation: GenerationState | undefined) {
	const { opener, follower, waiters } = state;
	if (generation === undefined) return follower.close(index.generationId);
	const { generationId, indexed, readEnd } = index;
	const { end, followed } = generation;
	const past = await opener.past.compare(index.incarnation, generation.incarnation);
	const isKept = past.hasItems(generationId, readEnd) && comparePositions(readEnd, end) <= 0;
	// What it waits for may never be written.
	const isVain = index.isHidden && comparePositions(index.wholeAt, end) > 0;
	// That it had begun anew is lost, too: tombstones may be gone that it has not seen.
	const isUnnoted = followed === null || comparePositions(followed, indexed) > 0;
	if (!isKept || isVain || isUnnoted) return goBack(state, index, generation);
	if (!follower.isCurrent(index)) return;
	index.incarnation = generation.incarnation;
	index.state = generation;
	waiters.carryOver(index, generation.end);
	waiters.answer(index);
}

async function goBack(state: IndexerState, old: OpenIndex, generation: GenerationState): Promise<void> {
	const { follower, opener, progress, options } = state;
	const { generationId } = old;
	// A running save would note a position in the store that the new index does not have.
	await follower.checkpoints.settle();
	if (!follower.isCurrent(old) || follower.checkpoints.isSaving(generationId)) return;
	follower.checkpoints.forget(generationId);
	const fresh = await opener.goBack(old, generation);
	if (fresh === undefined || !follower.isCurrent(old)) return;
	options.onEvent({ kind: 'rebuilding', generationId, problem: 'it has writes that the store has lost' });
	follower.streams.put(fresh);
	if (fresh.isHidden) progress.expectReplacement(generation, fresh.wholeAt);
	else publish(state, fresh, true);
	follower.schedule(generation);
}
