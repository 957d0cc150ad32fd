/**
 * Follows the store's log of events and keeps an aggregate for each search engine: what is left of its events when they
 * are added up one by one. One stream serves all search engines of a zone:
 *
 *     log of events ─ apply ─► an aggregate by engine ─┬─ publish ─► readers get messages about changed engines
 *                                                      └─ checkpoint ─► the aggregates, with the position
 *
 * If the store has lost events that were counted, it goes back to the checkpoint, or to the beginning (`store-history.ts`).
 * After an erasure the aggregate of an engine leaves the disk at once, and is counted again from what the log still has
 * (`recounts.ts`).
 */
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import type { AggregateDefinition, EngineAggregate, EngineEvent } from './aggregate-definition.ts';
import type { CheckpointWrite } from './checkpoints.ts';
import type { DurableFiles } from './durable-files.ts';
import { createFollower, type Follower } from './follower.ts';
import type { FollowerDefinition } from './follower-definition.ts';
import { createRecounts, type Recounts } from './recounts.ts';
import { createStorePast, hasEvents, type StorePast } from './store-past.ts';
import type { Timing } from './timing.ts';

export interface AggregateFollowerOptions<Event extends EngineEvent> {
	readonly log: { log(criteria: LogCriteria): ChangeFeed<Event> };
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
	/** Left out where the store has one past only. */
	readonly history?: StoreHistory | undefined;
	readonly files: DurableFiles;
	/** The directory in which the checkpoint is. */
	readonly directory: string;
	readonly onFailure: (error: unknown) => void;
	readonly timing: Timing;
	/** Minimum time between two messages about an engine, because each thread that searches prepares them anew. */
	readonly publishIntervalMs: number;
	readonly saveIntervalMs: number;
}

export interface AggregateFollower<Message> {
	/** From now on the reader gets a message about every engine that has an aggregate, and about all changes. */
	attach(reader: AggregateReader<Message>): void;
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

export interface AggregateReader<Message> {
	send(message: Message): void;
}

type Key = 'events';

interface LogStream {
	readonly key: Key;
	position: Position;
	readonly byteCount: number;
}

type LogFollower<Event> = Follower<Key, Key, LogStream, ChangeBatch<Event>>;

interface State<Event extends EngineEvent, Aggregate, Message> {
	readonly options: AggregateFollowerOptions<Event>;
	readonly definition: AggregateDefinition<Event, Aggregate, Message>;
	readonly follower: LogFollower<Event>;
	readonly feed: ChangeFeed<Event>;
	readonly past: StorePast;
	/** In which the log was read, or an earlier one. */
	incarnation: string;
	readonly engines: Map<string, EngineAggregate<Aggregate>>;
	readonly recounts: Recounts<Aggregate>;
	readonly readers: Set<AggregateReader<Message>>;
	/** Engines whose newest aggregates the readers do not have, and those that the disk does not have. */
	readonly unpublished: Set<string>;
	readonly unsaved: Set<string>;
	/** Events that were erased up to this position were never counted. */
	erasedUpTo: Position;
	isBehind: boolean;
	nextPublishMs: number;
	nextCleanMs: number;
}

const key: Key = 'events';
const eventsPerSliceMax = 500;
/** More would only make messages a little newer. */
const pollsPerMessage = 10;
const backoff = { firstMs: 5_000, maxMs: 60_000 };

/** `toDefinition` gets a function that counts the engines with an aggregate, so that they can share a limit. */
export function startAggregateFollower<Event extends EngineEvent, Aggregate, Message>(
	options: AggregateFollowerOptions<Event>,
	toDefinition: (countEngines: () => number) => AggregateDefinition<Event, Aggregate, Message>,
): AggregateFollower<Message> {
	const { log, timing, publishIntervalMs, saveIntervalMs, onFailure } = options;
	const engines = new Map<string, EngineAggregate<Aggregate>>();
	const definition = toDefinition(() => engines.size);
	const { kinds, create } = definition;
	const count = (aggregate: Aggregate, event: Event) => {
		if (event.kind !== erasureKind) definition.count(aggregate, event);
	};
	const follower: LogFollower<Event> = createFollower({
		...{ timing, onFailure, backoff },
		pollIntervalMs: publishIntervalMs / pollsPerMessage,
		checkpoints: { delayMs: saveIntervalMs, atOnceMax: 1 },
		openBytesMax: Number.POSITIVE_INFINITY,
	});
	const state: State<Event, Aggregate, Message> = {
		...{ options, definition, follower, engines },
		...{ readers: new Set(), unpublished: new Set(), unsaved: new Set() },
		...{ past: createStorePast(options.history), incarnation: '' },
		feed: log.log({ kinds: [...kinds, erasureKind] }),
		recounts: createRecounts({ log, create, count, eventCountMax: eventsPerSliceMax }),
		erasedUpTo: startPosition,
		isBehind: true,
		nextPublishMs: Number.NEGATIVE_INFINITY,
		nextCleanMs: timing.nowMs() + saveIntervalMs,
	};
	follower.start(define(state));
	return {
		attach(reader) {
			state.readers.add(reader);
			for (const hashid of engines.keys()) tell(state, hashid, [reader]);
		},
		stop: follower.stop,
	};
}

function define<E extends EngineEvent, A, M>(
	state: State<E, A, M>,
): FollowerDefinition<Key, Key, LogStream, ChangeBatch<E>> {
	const { options, definition, follower, feed } = state;
	return {
		keyOf: () => key,
		laneOf: () => 'large',
		async begin() {
			// A save would also remove them, but a start may come without one.
			await definition.checkpoint.removeObstacles().catch(options.onFailure);
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
			follower: definition.name,
			log: 'events',
			changeCount: changes.length,
			changes,
		}),
		apply: (stream, batch) => apply(state, stream, batch),
		lost: async () => undefined,
		take: (stream) => take(state, stream),
		isIdle: () => false,
		closed: () => undefined,
		gone: () => undefined,
		failed: () => undefined,
		async tend() {
			if (!state.isBehind && state.unpublished.size > 0 && options.timing.nowMs() >= state.nextPublishMs)
				publish(state);
			if (options.timing.nowMs() >= state.nextCleanMs) await clean(state);
			return Number.POSITIVE_INFINITY;
		},
		end: () => clean(state),
	};
}

async function open<E extends EngineEvent, A, M>(state: State<E, A, M>): Promise<LogStream> {
	const { definition, engines, recounts, unpublished, past } = state;
	state.incarnation = await past.readIncarnation();
	const saved = await definition.checkpoint.read();
	const common = await past.compare(saved?.incarnation ?? state.incarnation, state.incarnation);
	const isIn = (position: Position) => comparePositions(position, end) <= 0 && hasEvents(common, position);
	// If the store's log ends earlier, it is another store or an older copy.
	const end = await state.feed.readEnd();
	if (saved === undefined || !isIn(saved.position)) {
		await definition.checkpoint.remove();
		state.erasedUpTo = end;
		return { key, position: startPosition, byteCount: 0 };
	}
	for (const [hashid, engine] of saved.engines) {
		if (!isIn(engine.countedUpTo)) {
			await recounts.begin(hashid, saved.position);
			continue;
		}
		engines.set(hashid, engine);
		unpublished.add(hashid);
	}
	for (const hashid of saved.recounted) await recounts.begin(hashid, saved.position);
	return { key, position: saved.position, byteCount: 0 };
}

/** When the store is in another incarnation: has it lost events that were counted? */
async function comparePast<E extends EngineEvent, A, M>(state: State<E, A, M>): Promise<void> {
	const { follower, past, engines, recounts, unpublished, unsaved } = state;
	const now = await past.readIncarnation();
	const stream = follower.streams.get(key);
	if (now === state.incarnation || stream === undefined) return;
	if (hasEvents(await past.compare(state.incarnation, now), stream.position)) {
		// These may be ahead.
		for (const hashid of recounts.hashids()) await recounts.restart(hashid);
		state.incarnation = now;
		return;
	}
	await follower.checkpoints.settle();
	follower.checkpoints.forget(key);
	for (const hashid of engines.keys()) unpublished.add(hashid);
	for (const hashid of recounts.hashids()) recounts.forget(hashid);
	engines.clear();
	unsaved.clear();
	state.erasedUpTo = startPosition;
	state.isBehind = true;
	follower.close(key);
}

async function apply<E extends EngineEvent, A, M>(
	state: State<E, A, M>,
	stream: LogStream,
	batch: ChangeBatch<E>,
): Promise<'more' | 'end'> {
	for (const event of batch.changes) {
		await applyEvent(state, event);
		stream.position = event.position;
	}
	stream.position = batch.position;
	state.isBehind = !batch.isEnd;
	const isRecounting = await recount(state, stream.position);
	return isRecounting || state.isBehind ? 'more' : 'end';
}

async function applyEvent<E extends EngineEvent, A, M>(state: State<E, A, M>, event: E): Promise<void> {
	const { definition, engines, recounts } = state;
	const { kind, hashid, position } = event;
	if (kind === erasureKind) {
		const isCounted = engines.has(hashid) || recounts.has(hashid);
		if (!isCounted || comparePositions(position, state.erasedUpTo) <= 0) return;
		await recounts.begin(hashid, position);
		// The aggregate leaves the disk at once.
		state.follower.checkpoints.note(key, 'now');
		return;
	}
	const engine = engines.get(hashid) ?? { aggregate: definition.create(), countedUpTo: startPosition };
	if (comparePositions(position, engine.countedUpTo) <= 0) return;
	definition.count(engine.aggregate, event);
	if (definition.isEmpty(engine.aggregate)) return;
	engines.set(hashid, engine);
	state.unpublished.add(hashid);
	state.unsaved.add(hashid);
}

/** @returns whether more engines must be counted again. */
async function recount<E extends EngineEvent, A, M>(state: State<E, A, M>, upTo: Position): Promise<boolean> {
	const { definition, recounts, engines, follower } = state;
	const counted = await recounts.runSlice(upTo);
	if (counted !== undefined) {
		const { hashid, counts: aggregate } = counted;
		if (definition.isEmpty(aggregate)) engines.delete(hashid);
		else engines.set(hashid, { aggregate, countedUpTo: upTo });
		state.unpublished.add(hashid);
		state.unsaved.add(hashid);
		follower.checkpoints.note(key);
	}
	return recounts.hashids().length > 0;
}

function tell<E extends EngineEvent, A, M>(
	{ definition, engines }: State<E, A, M>,
	hashid: string,
	to: Iterable<AggregateReader<M>>,
): void {
	const message = definition.toMessage(hashid, engines.get(hashid)?.aggregate);
	for (const reader of to) reader.send(message);
}

function publish<E extends EngineEvent, A, M>(state: State<E, A, M>): void {
	const { timing, publishIntervalMs } = state.options;
	state.nextPublishMs = timing.nowMs() + publishIntervalMs;
	for (const hashid of state.unpublished) tell(state, hashid, state.readers);
	state.unpublished.clear();
}

async function take<E extends EngineEvent, A, M>(
	state: State<E, A, M>,
	{ position }: LogStream,
): Promise<CheckpointWrite> {
	const { definition, engines, recounts, unsaved, incarnation } = state;
	await forgetRemoved(state);
	const kept = [...engines].filter(([hashid]) => !recounts.has(hashid));
	const changed = new Set(unsaved);
	const write = definition.checkpoint.take({
		...{ position, incarnation, changed, recounted: recounts.hashids() },
		engines: kept.map(([hashid, { aggregate }]) => [hashid, aggregate]),
	});
	unsaved.clear();
	return async () => {
		try {
			await write();
		} catch (error) {
			for (const hashid of changed) unsaved.add(hashid);
			throw error;
		}
	};
}

async function clean<E extends EngineEvent, A, M>(state: State<E, A, M>): Promise<void> {
	const { timing, saveIntervalMs } = state.options;
	state.nextCleanMs = timing.nowMs() + saveIntervalMs;
	if (await forgetRemoved(state)) state.follower.checkpoints.note(key);
}

/** Removes the aggregates of removed engines, not of those without an index: it may come back. @returns whether an engine was removed. */
async function forgetRemoved<E extends EngineEvent, A, M>(state: State<E, A, M>): Promise<boolean> {
	const { engines, recounts, options, unsaved } = state;
	let hasRemoved = false;
	for (const hashid of new Set([...engines.keys(), ...recounts.hashids()])) {
		if ((await options.searchEngines.find(hashid)) !== undefined) continue;
		engines.delete(hashid);
		recounts.forget(hashid);
		unsaved.delete(hashid);
		tell(state, hashid, state.readers);
		hasRemoved = true;
	}
	return hasRemoved;
}
