/**
 * The model of a search engine, as the follower has it in memory.
 *
 *     log of the engine ─► building ─ has all that live models have ─► live ◄─ log of the zone
 *
 * A model is *live* when it has all events up to the follower's position in the log of the zone; until then it is
 * *building*, and the live one of before, if there is one, answers.
 */
import type { Position } from '../../domain/log/position.ts';
import type { EngineModel } from '../../recommend/engine-model.ts';
import type { FollowedStream } from '../runtime/open-streams.ts';

/** A model and how much of the log it was given. */
export interface FollowingModel {
	readonly model: EngineModel;
	/** Of the last event that changed it. */
	changedAt: Position;
	/** The log up to here has no erasure that the model has not been built after. */
	readonly erasedUpTo: Position;
}

/** A model that reads what it missed. */
export interface BuildingModel extends FollowingModel {
	readAt: Position;
}

export interface ModelStream extends FollowedStream<string> {
	/** The one that answers; undefined until a first one has caught up. */
	live: FollowingModel | undefined;
	/** The one that is to take its place, while it catches up. */
	building: BuildingModel | undefined;
	/** It has what must be forgotten: not to be saved any more. */
	isTainted: boolean;
}

export function createModelStream(hashid: string, building: BuildingModel): ModelStream {
	const stream: ModelStream = {
		key: hashid,
		live: undefined,
		building,
		isTainted: false,
		/** Behind it there was nothing that concerns the engine: any later position says the same of the model. */
		get position() {
			const { live, building: next } = stream;
			return next?.changedAt ?? live?.changedAt ?? building.changedAt;
		},
		get byteCount() {
			return (stream.live?.model.byteCount() ?? 0) + (stream.building?.model.byteCount() ?? 0);
		},
	};
	return stream;
}
