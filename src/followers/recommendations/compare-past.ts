/**
 * Has the store lost events that models learned from? When it is in another incarnation than before (`store-history.ts`), models
 * that have such events are built again, and answer until they are; the others go on after the last event that is still
 * there. Those on disk are compared when they are opened.
 */
import { type Position, startPosition } from '../../domain/log/position.ts';
import { hasEvents } from '../runtime/store-past.ts';
import { startOver } from './build-models.ts';
import { isBefore, type ModelState } from './model-state.ts';
import type { FollowingModel, ModelStream } from './model-stream.ts';

/** Cost, while the incarnation is the same: a statement. */
export async function comparePast(state: ModelState): Promise<void> {
	const { past, follower, feed, position } = state;
	const now = await past.readIncarnation();
	if (now === state.incarnation) return;
	const common = await past.compare(state.incarnation, now);
	if (!hasEvents(common, position)) {
		// A running save would leave a model with lost events, but with the incarnation that it had.
		await follower.checkpoints.settle();
		const { eventsEnd: end = startPosition } = common;
		// Without a model that goes on there is nothing to read once more.
		const goesOnAt = end === startPosition ? await feed.readEnd() : end;
		for (const stream of follower.streams.list()) await goBack(state, stream, end);
		// Last: where one of them fails, all are compared once more.
		state.position = goesOnAt;
	}
	state.incarnation = now;
}

async function goBack(state: ModelState, stream: ModelStream, end: Position): Promise<void> {
	const { live, building } = stream;
	const hasLost = (model: FollowingModel | undefined) =>
		model !== undefined && (end === startPosition || isBefore(end, model.changedAt));
	if (hasLost(live)) stream.isTainted = true;
	for (const model of [live, building]) {
		// Erasures from now on come after the last event that is still there.
		if (model !== undefined && isBefore(end, model.erasedUpTo)) model.erasedUpTo = end;
	}
	if (hasLost(building ?? live)) await startOver(state, stream);
}
