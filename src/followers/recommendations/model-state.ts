import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { type EventKind, erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position } from '../../domain/log/position.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import { modelKinds } from '../../recommend/engine-model.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { Follower } from '../runtime/follower.ts';
import type { StorePast } from '../runtime/store-past.ts';
import type { Timing } from '../runtime/timing.ts';
import type { FollowingModel, ModelStream } from './model-stream.ts';
import type { RecommenderLimits } from './recommender-limits.ts';

/** Events to be logged. `rebuilding`: a file was damaged or of another version. `obstacle`: see `OnObstacle`. */
export type RecommenderEvent =
	| { readonly kind: 'obstacle'; readonly path: string }
	| { readonly kind: 'rebuilding'; readonly hashid: string; readonly problem: string }
	| { readonly kind: 'failed'; readonly hashid: string | undefined; readonly error: Error };

export interface FollowedStore {
	readonly events: Pick<EventRepository, 'log'>;
	hasEngine(hashid: string): Promise<boolean>;
	/** Left out where the store has one past only. */
	readonly history?: StoreHistory | undefined;
}

export interface ModelFollowerOptions {
	readonly store: FollowedStore;
	readonly files: DurableFiles;
	/** The directory of the models, with one file for each search engine. */
	readonly directory: string;
	readonly limits: RecommenderLimits;
	readonly timing: Timing;
	readonly onEvent: (event: RecommenderEvent) => void;
}

/** Undefined: there is no model, and there will be none. */
export type AnswerModel = (model: FollowingModel | undefined) => void;

export type ModelBatch = ChangeBatch<LoggedEvent>;

/** The state of the follower of models, apart from its streams. */
export interface ModelState {
	readonly options: ModelFollowerOptions;
	readonly follower: Follower<string, string, ModelStream, ModelBatch>;
	readonly feed: ChangeFeed<LoggedEvent>;
	/** In the log of the zone: live models have all events up to it. */
	position: Position;
	readonly past: StorePast;
	/** In which the logs were read, or an earlier one. */
	incarnation: string;
	/** Questions that wait for the model of an engine, and since when. */
	readonly waiting: Map<string, { readonly sinceMs: number; readonly answer: AnswerModel }[]>;
	/** Rebuilds that were requested. The first engine of a list is being rebuilt, the others follow. */
	readonly rebuilds: { hashids: readonly string[]; readonly done: PromiseWithResolvers<void> }[];
	/** Engines still to be checked for whether they are gone. */
	uncleaned: string[];
	nextCleanMs: number;
}

export const followedKinds: readonly EventKind[] = [...modelKinds, erasureKind];

/** About a millisecond of work; questions are answered between slices. */
export const eventsPerSliceMax = 100;

export function isBefore(a: Position, b: Position): boolean {
	return comparePositions(a, b) < 0;
}
