/** Which generations have writes that no index has? One query to the store for all of them. */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { catchUpTexts } from './catch-up-texts.ts';
import { comparePast } from './compare-past.ts';
import { isFollowed, leaveLapsed } from './follow-asked.ts';
import type { IndexerState } from './indexer-state.ts';
import { isBeingTaken } from './start-from-snapshot.ts';

const pageCountMax = 1_000;

export async function pollGenerations(state: IndexerState): Promise<'end'> {
	const { store, follower: name, timing } = state.options;
	await comparePast(state);
	const startMs = timing.nowMs();
	const all: GenerationState[] = [];
	for (let afterId = 0; ; ) {
		const found = await store.generations.listBehind(name, afterId, pageCountMax);
		const behind = found.filter((generation) => isFollowed(state, generation));
		const lapsed = found.filter((generation) => !isFollowed(state, generation));
		for (const { error } of await leaveLapsed(state, lapsed)) throw error;
		await Promise.all(behind.map((generation) => register(state, generation)));
		for (const generation of behind) if (!(await isBeingTaken(state, generation))) noteBehind(state, generation);
		all.push(...behind);
		if (found.length < pageCountMax) break;
		afterId = (found.at(-1) as GenerationState).generationId;
	}
	await settleExpected(state, all);
	state.texts?.notePoll(startMs, all);
	catchUpTexts(state);
	const now = { progress: state.progress.read(), leftEngineCount: state.demand?.engines.lapsedCount ?? 0 };
	state.tellStatus(all, state.follower.streams, now);
	return 'end';
}

/** Notes in the store that a new generation is followed; many together, because each single note waits for the disk. */
async function register({ options }: IndexerState, { generationId, followed }: GenerationState): Promise<void> {
	if (followed === null) await options.store.items.moveFollower(generationId, options.follower, startPosition);
}

/**
 * What is waited for and not behind is never opened, which would end it: it was deleted after a start had read what there is, or
 * the store has lost the writes that were missing.
 */
async function settleExpected(state: IndexerState, behind: readonly GenerationState[]): Promise<void> {
	const { opener, progress, follower, snapshots } = state;
	const ids = new Set(behind.map(({ generationId }) => generationId));
	for (const { generationId, hashid } of progress.list()) {
		if (ids.has(generationId) || follower.isScheduled(generationId) || follower.streams.get(generationId)) continue;
		if (snapshots?.isTaking(generationId)) continue;
		const found = await opener.findState(hashid, generationId);
		if (found === undefined) follower.close(generationId);
		else follower.schedule(found);
	}
}

function noteBehind({ follower }: IndexerState, generation: GenerationState): void {
	const index = follower.streams.get(generation.generationId);
	if (index?.isRefreshing || comparePositions(index?.visible ?? startPosition, generation.end) >= 0) return;
	follower.schedule(generation);
}
