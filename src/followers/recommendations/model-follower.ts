/**
 * Makes the models follow the log of events. There is one stream for each search engine whose model is in memory:
 *
 *     poll      reads the next events of the zone's log, and applies each to its search engine's model, if that is live
 *     open      a model that is not in memory is loaded from its snapshot, or starts empty (`build-models.ts`)
 *     slice     it reads what it missed, in the log of its engine, until it is live
 *     take      a live model is saved, with the position of the poll
 *
 * When memory is short, an engine without questions costs nothing: its events stay in the log until it is asked.
 */
import { join } from 'node:path';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { estimateCount, startPosition } from '../../domain/log/position.ts';
import { toError } from '../../lib/thrown.ts';
import type { RecommenderState } from '../../ports/recommender.ts';
import { isModelKind } from '../../recommend/engine-model.ts';
import { createFollower } from '../runtime/follower.ts';
import type { FollowerDefinition } from '../runtime/follower-definition.ts';
import { createStorePast } from '../runtime/store-past.ts';
import { traceBatch } from '../runtime/trace-batch.ts';
import { applyMissed, forgetErased, openModel, readMissed, startOver, takeModel } from './build-models.ts';
import { cleanModels } from './clean-models.ts';
import { comparePast } from './compare-past.ts';
import {
	type AnswerModel,
	eventsPerSliceMax,
	followedKinds,
	isBefore,
	type ModelBatch,
	type ModelFollowerOptions,
	type ModelState,
} from './model-state.ts';
import type { FollowingModel, ModelStream } from './model-stream.ts';
import { readModelName } from './saved-model.ts';

export interface ModelFollower {
	/** The model that answers for a search engine; undefined when none is in memory yet. O(1). */
	find(hashid: string): FollowingModel | undefined;
	/**
	 * Loads the model and passes it to `answer`; undefined when it cannot be loaded. After `patienceMs` it may be a model
	 * that is still behind.
	 */
	wait(hashid: string, answer: AnswerModel): void;
	readState(): Promise<RecommenderState>;
	/** Polls soon: the log may have new events. */
	hint(): void;
	/** As that of `Follower`. */
	expectHints(areSent: boolean): void;
	/** Resolves when all models that are in memory have been built again. */
	rebuild(): Promise<void>;
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

/** Up to this share of the limit, events bring models into memory; the rest is for models that are asked. */
const openShareMax = 0.8;
/** Saving one model may take at most this share of the time: a crash loses nothing that is not in the log. */
const saveShareMax = 1 / 100;
/** As a multiple of the delay after the first failure. */
const backoffFactorMax = 60;

export function startModelFollower(options: ModelFollowerOptions): ModelFollower {
	const { store, limits, timing, onEvent } = options;
	const { retryDelayMs } = limits;
	const follower: ModelState['follower'] = createFollower({
		timing,
		pollIntervalMs: limits.pollIntervalMs,
		checkpoints: { delayMs: limits.saveDelayMs, atOnceMax: 1, shareMax: saveShareMax },
		backoff: { firstMs: retryDelayMs, maxMs: backoffFactorMax * retryDelayMs },
		openBytesMax: limits.memoryBytesMax,
		onFailure: (error, hashid) => onEvent({ kind: 'failed', hashid, error: toError(error) }),
	});
	const feed = store.events.log({ kinds: followedKinds });
	const state: ModelState = {
		...{ options, follower, feed, position: startPosition },
		...{ past: createStorePast(store.history), incarnation: '' },
		...{ waiting: new Map(), rebuilds: [], uncleaned: [], nextCleanMs: 0 },
	};
	follower.start(define(state));
	return {
		find(hashid) {
			const live = follower.streams.get(hashid)?.live;
			if (live !== undefined) follower.streams.use(hashid);
			return live;
		},
		wait(hashid, answer) {
			state.waiting.set(hashid, [...(state.waiting.get(hashid) ?? []), { sinceMs: timing.nowMs(), answer }]);
			follower.schedule(hashid);
			follower.wake();
		},
		readState: () => readState(state),
		...{ hint: follower.hint, expectHints: follower.expectHints },
		rebuild: () => rebuild(state),
		stop: follower.stop,
	};
}

function define(state: ModelState): FollowerDefinition<string, string, ModelStream, ModelBatch> {
	const { options, feed, waiting } = state;
	return {
		keyOf: (hashid) => hashid,
		laneOf: (hashid) => (waiting.has(hashid) ? 'wanted' : 'large'),
		async begin() {
			const { files, directory, onEvent } = options;
			// A save would also remove them, but a start may come without one.
			await files
				.removeObstacles(directory, (name) => readModelName(name) !== undefined)
				.catch((error) => onEvent({ kind: 'failed', hashid: undefined, error: toError(error) }));
			state.incarnation = await state.past.readIncarnation();
			state.position = await feed.readEnd();
		},
		poll: () => pollEvents(state),
		open: (hashid) => openModel(state, hashid),
		opened: () => undefined,
		read: (stream) => readMissed(state, stream),
		describe: ({ key: hashid }, { changes }) => ({
			...({
				follower: 'a model that was behind',
				log: 'events',
				changeCount: changes.length,
				changes,
				hashid,
			} as const),
		}),
		apply: (stream, batch) => applyMissed(state, stream, batch),
		lost: async () => undefined,
		take: (stream) => takeModel(state, stream),
		isIdle: ({ key, live, building }) => live !== undefined && building === undefined && !waiting.has(key),
		closed: () => undefined,
		gone(key) {
			for (const { answer } of waiting.get(key) ?? []) answer(undefined);
			waiting.delete(key);
		},
		failed: () => undefined,
		async tend() {
			const isWaiting = answerImpatient(state);
			await rebuildNext(state);
			await cleanModels(state);
			if (state.rebuilds.length > 0) return 0;
			return isWaiting ? 1 : Number.POSITIVE_INFINITY;
		},
		async end() {
			for (const { done } of state.rebuilds) done.reject(new Error('the recommender was stopped'));
		},
	};
}

async function pollEvents(state: ModelState): Promise<'more' | 'end'> {
	await comparePast(state);
	const batch = await state.feed.read(state.position, eventsPerSliceMax);
	const { changes } = batch;
	const describe = () => ({ follower: 'models', log: 'events', changeCount: changes.length, changes }) as const;
	await traceBatch(describe, () => applyEvents(state, changes));
	// The events after the last one that concerns the models are done as well.
	state.position = batch.position;
	return batch.isEnd ? 'end' : 'more';
}

async function applyEvents(state: ModelState, events: ModelBatch['changes']): Promise<void> {
	const { follower, options } = state;
	const { streams } = follower;
	const changed = new Set<ModelStream>();
	try {
		for (const event of events) {
			const { hashid, kind, position } = event;
			// The event is done only after this: until all that must be forgotten is, the models are behind.
			if (kind === erasureKind) await forgetErased(state, event);
			state.position = position;
			if (!isModelKind(kind)) continue;
			const stream = streams.get(hashid);
			if (stream?.live !== undefined) {
				stream.live.model.apply(event);
				stream.live.changedAt = position;
				changed.add(stream);
			} else if (stream === undefined && streams.byteCount < options.limits.memoryBytesMax * openShareMax) {
				follower.schedule(hashid);
			}
		}
	} finally {
		for (const stream of changed) {
			streams.measure(stream);
			follower.checkpoints.note(stream.key);
		}
	}
}

/** Questions that waited long enough are answered by a model that is still behind. @returns whether others still wait. */
function answerImpatient({ waiting, follower, options }: ModelState): boolean {
	const untilMs = options.timing.nowMs() - options.limits.patienceMs;
	for (const [hashid, questions] of waiting) {
		const model = follower.streams.get(hashid)?.building;
		if (model === undefined) continue;
		while ((questions[0]?.sinceMs ?? Number.POSITIVE_INFINITY) <= untilMs) questions.shift()?.answer(model);
		if (questions.length === 0) waiting.delete(hashid);
	}
	return waiting.size > 0;
}

async function rebuild(state: ModelState): Promise<void> {
	const { follower, options, rebuilds } = state;
	const { files, directory } = options;
	const done = Promise.withResolvers<void>();
	const all = [...follower.streams.list()];
	for (const stream of all) stream.isTainted = true;
	await follower.checkpoints.settle();
	for (const name of await files.list(directory)) await files.remove(join(directory, name));
	rebuilds.push({ hashids: ['', ...all.map(({ key }) => key)], done });
	follower.wake();
	await done.promise;
}

async function rebuildNext(state: ModelState): Promise<void> {
	const { streams } = state.follower;
	const [first] = state.rebuilds;
	if (first === undefined) return;
	const [current = ''] = first.hashids;
	if (streams.get(current)?.building !== undefined) return;
	first.hashids = first.hashids.slice(1);
	const next = streams.get(first.hashids[0] ?? '');
	if (next !== undefined) await startOver(state, next);
	else if (first.hashids.length === 0) state.rebuilds.shift()?.done.resolve();
}

async function readState({ follower, feed, position }: ModelState): Promise<RecommenderState> {
	const { streams, checkpoints } = follower;
	const behind = Array.from(streams.list(), ({ building }) => building?.readAt ?? position);
	const seen = behind.reduce((first, other) => (isBefore(other, first) ? other : first), position);
	return {
		position: seen,
		behindCount: estimateCount(seen, await feed.readEnd()),
		modelCount: streams.count,
		memoryBytes: streams.byteCount,
		snapshotAgeMs: checkpoints.oldestAgeMs(),
	};
}
