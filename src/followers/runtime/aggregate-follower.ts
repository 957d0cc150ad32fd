/**
 * Follows the store's log of events for aggregates of each search engine: what is left of its events when they are added up
 * one by one. One stream serves all search engines of a zone, and all definitions of aggregates, because reading an event
 * costs more than counting it:
 *
 *     log of events ─ apply ─► the aggregates of each definition, by engine ─┬─ publish ─► readers get messages about changed engines
 *       (engine-aggregates.ts)                                               └─ checkpoints ─► the aggregates, with the position
 *
 * If the store has lost events that were counted, it goes back to the checkpoints, or to the beginning (`store-history.ts`).
 * After an erasure the aggregate of an engine leaves the disk at once, and is counted again from what the log still has
 * (`recounts.ts`).
 */
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { AggregateFollowerOptions, EngineEvent } from './aggregate-definition.ts';
import type { CheckpointWrite } from './checkpoints.ts';
import type { EngineAggregates } from './engine-aggregates.ts';
import { createFollower, type Follower } from './follower.ts';
import type { FollowerDefinition } from './follower-definition.ts';
import { createStorePast, hasEvents, type StorePast } from './store-past.ts';

export interface AggregateFollower {
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

type Key = 'events';

interface LogStream {
	readonly key: Key;
	position: Position;
	readonly byteCount: number;
}

type LogFollower<Event> = Follower<Key, Key, LogStream, ChangeBatch<Event>>;

interface State<Event extends EngineEvent> {
	readonly options: AggregateFollowerOptions<Event>;
	readonly all: readonly EngineAggregates<Event>[];
	readonly follower: LogFollower<Event>;
	readonly feed: ChangeFeed<Event>;
	readonly past: StorePast;
	/** In which the log was read, or an earlier one. */
	incarnation: string;
	isBehind: boolean;
	nextPublishMs: number;
	nextCleanMs: number;
}

const key: Key = 'events';
const eventsPerSliceMax = 500;
/** More would only make messages a little newer. */
const pollsPerMessage = 10;
const backoff = { firstMs: 5_000, maxMs: 60_000 };

/** @param all at least one. */
export function startAggregateFollower<Event extends EngineEvent>(
	options: AggregateFollowerOptions<Event>,
	all: readonly EngineAggregates<Event>[],
): AggregateFollower {
	const { log, timing, publishIntervalMs, saveIntervalMs, onFailure } = options;
	const follower: LogFollower<Event> = createFollower({
		...{ timing, onFailure, backoff },
		pollIntervalMs: publishIntervalMs / pollsPerMessage,
		checkpoints: { delayMs: saveIntervalMs, atOnceMax: 1 },
		openBytesMax: Number.POSITIVE_INFINITY,
	});
	const kinds = new Set(all.flatMap((aggregates) => aggregates.kinds));
	follower.start(
		define({
			...{ options, all, follower },
			...{ past: createStorePast(options.history), incarnation: '' },
			feed: log.log({ kinds: [...kinds, erasureKind] }),
			isBehind: true,
			nextPublishMs: Number.NEGATIVE_INFINITY,
			nextCleanMs: timing.nowMs() + saveIntervalMs,
		}),
	);
	return { stop: follower.stop };
}

function define<E extends EngineEvent>(state: State<E>): FollowerDefinition<Key, Key, LogStream, ChangeBatch<E>> {
	const { options, all, follower, feed } = state;
	const name = all.map((aggregates) => aggregates.name).join(', ');
	return {
		keyOf: () => key,
		laneOf: () => 'large',
		async begin() {
			// A save would also remove them, but a start may come without one.
			for (const { removeObstacles } of all) await removeObstacles().catch(options.onFailure);
		},
		async poll() {
			await comparePast(state);
			follower.schedule(key);
			return 'end';
		},
		open: () => open(state),
		opened: () => undefined,
		read: ({ position }) => feed.read(position, eventsPerSliceMax),
		describe: (_stream, { changes }) => ({
			follower: name,
			log: 'events',
			changeCount: changes.length,
			changes,
		}),
		apply: (stream, batch) => apply(state, stream, batch),
		lost: async () => undefined,
		take: () => take(state),
		isIdle: () => false,
		closed: () => undefined,
		gone: () => undefined,
		failed: () => undefined,
		async tend() {
			const hasMessages = !state.isBehind && all.some((aggregates) => aggregates.hasUnpublished());
			if (hasMessages && options.timing.nowMs() >= state.nextPublishMs) publish(state);
			if (options.timing.nowMs() >= state.nextCleanMs) await clean(state);
			return Number.POSITIVE_INFINITY;
		},
		end: () => clean(state),
	};
}

async function open<E extends EngineEvent>(state: State<E>): Promise<LogStream> {
	const { all, past, feed } = state;
	const incarnation = await past.readIncarnation();
	state.incarnation = incarnation;
	const end = await feed.readEnd();
	const isIn = async (position: Position, since: string) =>
		comparePositions(position, end) <= 0 && hasEvents(await past.compare(since, incarnation), position);
	for (const aggregates of all) await aggregates.open({ incarnation, end, isIn });
	const [first = startPosition, ...others] = all.map(({ position }) => position);
	const earliest = others.reduce((one, other) => (comparePositions(other, one) < 0 ? other : one), first);
	return { key, position: earliest, byteCount: 0 };
}

/** When the store is in another incarnation: has it lost events that were counted? */
async function comparePast<E extends EngineEvent>(state: State<E>): Promise<void> {
	const { all, follower, past } = state;
	const now = await past.readIncarnation();
	if (now === state.incarnation || follower.streams.get(key) === undefined) return;
	const common = await past.compare(state.incarnation, now);
	if (all.every(({ position }) => hasEvents(common, position))) {
		for (const aggregates of all) await aggregates.restartRecounts();
		state.incarnation = now;
		return;
	}
	await follower.checkpoints.settle();
	follower.checkpoints.forget(key);
	for (const aggregates of all) aggregates.clear();
	state.isBehind = true;
	follower.close(key);
}

async function apply<E extends EngineEvent>(
	state: State<E>,
	stream: LogStream,
	batch: ChangeBatch<E>,
): Promise<'more' | 'end'> {
	const { all, follower } = state;
	let isOver = batch.isEnd;
	for (const aggregates of all) {
		for (const event of batch.changes) {
			// The aggregate leaves the disk at once.
			if ((await aggregates.apply(event)) === 'erased') follower.checkpoints.note(key, 'now');
		}
		aggregates.moveTo(batch.position);
	}
	stream.position = batch.position;
	state.isBehind = !batch.isEnd;
	for (const aggregates of all) {
		const recount = await aggregates.recount();
		if (recount.hasCounted) follower.checkpoints.note(key);
		isOver &&= recount.isOver;
	}
	return isOver ? 'end' : 'more';
}

function publish<E extends EngineEvent>(state: State<E>): void {
	const { timing, publishIntervalMs } = state.options;
	state.nextPublishMs = timing.nowMs() + publishIntervalMs;
	for (const aggregates of state.all) aggregates.publish();
}

/** Each is written, whatever becomes of the others. */
async function take<E extends EngineEvent>({ all, incarnation }: State<E>): Promise<CheckpointWrite> {
	for (const aggregates of all) await aggregates.forgetRemoved();
	const writes = all.map((aggregates) => aggregates.take(incarnation));
	return async () => {
		for (const outcome of await Promise.allSettled(writes.map((write) => write()))) {
			if (outcome.status === 'rejected') throw outcome.reason;
		}
	};
}

async function clean<E extends EngineEvent>(state: State<E>): Promise<void> {
	const { timing, saveIntervalMs } = state.options;
	state.nextCleanMs = timing.nowMs() + saveIntervalMs;
	for (const aggregates of state.all) {
		if (await aggregates.forgetRemoved()) state.follower.checkpoints.note(key);
	}
}
