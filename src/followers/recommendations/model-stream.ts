/**
 * The model of a search engine, as the follower has it in memory.
 *
 *     log of the engine ─► building ─ has all that live models have ─► live ◄─ log of the zone
 *
 * A model is *live* when it has all events up to the follower's position in the log of the zone. Until then it is
 * *building*, and the previous live model answers, if there is one.
 */
import type { Position } from '../../domain/log/position.ts';
import type { EngineModel } from '../../recommend/engine-model.ts';
import type { FollowedStream } from '../runtime/open-streams.ts';

/** A model, and how much of the log it has. */
export interface FollowingModel {
	readonly model: EngineModel;
	/** Position of the last event that changed it. */
	changedAt: Position;
	/** The model was built after every erasure up to this position. */
	erasedUpTo: Position;
}

/** A model that is reading what it missed. */
export interface BuildingModel extends FollowingModel {
	readAt: Position;
}

export interface ModelStream extends FollowedStream<string> {
	/** The model that answers; undefined until the first one has caught up. */
	live: FollowingModel | undefined;
	/** The model that will replace it, while that catches up. */
	building: BuildingModel | undefined;
	/** It contains events that must be forgotten, so it must not be saved any more. */
	isTainted: boolean;
}

export function createModelStream(hashid: string, building: BuildingModel): ModelStream {
	const stream: ModelStream = {
		key: hashid,
		live: undefined,
		building,
		isTainted: false,
		/** After the last event that concerns the engine, every later position is as good. */
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
