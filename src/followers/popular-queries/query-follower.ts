/**
 * Follows the store's log of events and counts what shoppers search for, so that popular queries can be suggested to
 * others. One stream serves all search engines of a zone:
 *
 *     log of events ─ apply ─► counts by engine ─┬─ publish ─► readers get the popular queries of changed engines
 *                                                └─ checkpoint ─► one file, with its position
 *
 * After an erasure the counts of an engine leave the disk at once, and are counted again from what the log still has
 * (`recounts.ts`).
 */
import { join } from 'node:path';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { createPastQueries, type PastQueries, restorePastQueries } from '../../fulltext/suggest/past-queries.ts';
import { toAllBytes } from '../../lib/shared-bytes.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { CheckpointWrite } from '../runtime/checkpoints.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import { createFollower, type Follower } from '../runtime/follower.ts';
import type { FollowerDefinition } from '../runtime/follower-definition.ts';
import { createRecounts, type Recounts } from '../runtime/recounts.ts';
import type { Timing } from '../runtime/timing.ts';
import { createQueryCounter, type QueryCounter } from './query-counter.ts';
import type { LoggedQuery, QueryLog } from './query-log.ts';
import type { QueryReaderLink } from './query-messages.ts';
import { formatQueries, isQueriesFile, parseQueries, queriesName } from './query-snapshot.ts';

export interface QueryFollowerOptions {
	readonly log: QueryLog;
	readonly generations: Pick<GenerationRepository, 'listOfSearchEngine'>;
	readonly files: DurableFiles;
	/** The directory of the file with the counts. */
	readonly directory: string;
	readonly onFailure: (error: unknown) => void;
	readonly timing: Timing;
	readonly pollIntervalMs: number;
	/** Minimum time between two lists of an engine, because each thread that searches prepares every list anew. */
	readonly publishIntervalMs: number;
	readonly saveIntervalMs: number;
}

export interface QueryFollower {
	/** From now on the reader gets the popular queries of every engine, and all changes. */
	attach(reader: QueryReaderLink): void;
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

type Key = 'queries';
type Batch = ChangeBatch<LoggedQuery>;

interface QueryStream {
	readonly key: Key;
	position: Position;
	readonly byteCount: number;
}

interface QueryState {
	readonly options: QueryFollowerOptions;
	readonly follower: Follower<Key, Key, QueryStream, Batch>;
	readonly feed: ChangeFeed<LoggedQuery>;
	readonly engines: Map<string, PastQueries>;
	readonly count: QueryCounter;
	readonly recounts: Recounts<PastQueries>;
	readonly readers: Set<QueryReaderLink>;
	/** Engines whose newest counts the readers do not have. */
	readonly changed: Set<string>;
	/** Events that were erased up to this position were never counted. */
	erasedUpTo: Position;
	isBehind: boolean;
	nextPublishMs: number;
	nextCleanMs: number;
}

const key: Key = 'queries';
const eventsPerSliceMax = 500;
const countedKinds = ['search', erasureKind] as const;
const backoff = { firstMs: 5_000, maxMs: 60_000 };
/** How many queries of an engine the searching threads keep. */
const shownPerEngineMax = 300;

export function startQueryFollower(options: QueryFollowerOptions): QueryFollower {
	const { log, timing, pollIntervalMs, saveIntervalMs, onFailure } = options;
	const engines = new Map<string, PastQueries>();
	const count = createQueryCounter(() => engines.size);
	const follower: QueryState['follower'] = createFollower({
		...{ timing, pollIntervalMs, onFailure, backoff },
		checkpoints: { delayMs: saveIntervalMs, atOnceMax: 1 },
		openBytesMax: Number.POSITIVE_INFINITY,
	});
	const state: QueryState = {
		...{ options, follower, engines, count, readers: new Set(), changed: new Set() },
		feed: log.log({ kinds: countedKinds }),
		recounts: createRecounts({ log, create: createPastQueries, count, eventCountMax: eventsPerSliceMax }),
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

function define(state: QueryState): FollowerDefinition<Key, Key, QueryStream, Batch> {
	const { options, follower, feed } = state;
	return {
		keyOf: () => key,
		laneOf: () => 'large',
		async begin() {
			// A save would also remove them, but a start may come without one.
			await options.files.removeObstacles(options.directory, isQueriesFile).catch(options.onFailure);
		},
		async poll() {
			follower.schedule(key);
			return 'end';
		},
		open: () => open(state),
		opened: () => undefined,
		read: ({ position }) => feed.read(position, eventsPerSliceMax),
		apply: (stream, batch) => apply(state, stream, batch),
		lost: async () => undefined,
		take: (stream) => take(state, stream),
		isIdle: () => false,
		closed: () => undefined,
		gone: () => undefined,
		failed: () => undefined,
		async tend() {
			if (!state.isBehind && state.changed.size > 0 && options.timing.nowMs() >= state.nextPublishMs) publish(state);
			if (options.timing.nowMs() >= state.nextCleanMs) await clean(state);
			return Number.POSITIVE_INFINITY;
		},
		end: () => clean(state),
	};
}

async function open(state: QueryState): Promise<QueryStream> {
	const { files, directory } = state.options;
	const path = join(directory, queriesName);
	const bytes = await files.read(path);
	const snapshot = bytes === undefined ? undefined : parseQueries(toAllBytes(bytes));
	// If the store's log ends earlier, it is another store or an older copy.
	const end = await state.feed.readEnd();
	if (snapshot === undefined || comparePositions(snapshot.position, end) > 0) {
		if (bytes !== undefined) await files.remove(path);
		state.erasedUpTo = end;
		return { key, position: startPosition, byteCount: 0 };
	}
	for (const [hashid, rows] of snapshot.engines) {
		state.engines.set(hashid, restorePastQueries(rows));
		state.changed.add(hashid);
	}
	for (const hashid of snapshot.recounted) await state.recounts.begin(hashid, snapshot.position);
	return { key, position: snapshot.position, byteCount: 0 };
}

async function apply(state: QueryState, stream: QueryStream, batch: Batch): Promise<'more' | 'end'> {
	for (const event of batch.changes) {
		await applyEvent(state, event);
		stream.position = event.position;
	}
	stream.position = batch.position;
	state.isBehind = !batch.isEnd;
	const isRecounting = await recount(state, stream.position);
	return isRecounting || state.isBehind ? 'more' : 'end';
}

async function applyEvent(state: QueryState, event: LoggedQuery): Promise<void> {
	const { engines, recounts } = state;
	const { kind, hashid, position } = event;
	if (kind === erasureKind) {
		const isCounted = engines.has(hashid) || recounts.has(hashid);
		if (!isCounted || comparePositions(position, state.erasedUpTo) <= 0) return;
		await recounts.begin(hashid, position);
		// The counts leave the disk at once.
		state.follower.checkpoints.note(key, 'now');
	} else {
		const queries = engines.get(hashid) ?? createPastQueries();
		state.count(queries, event);
		if (queries.queryCount === 0) return;
		engines.set(hashid, queries);
		state.changed.add(hashid);
	}
}

/** @returns whether more engines must be recounted. */
async function recount({ recounts, engines, changed, follower }: QueryState, upTo: Position): Promise<boolean> {
	const counted = await recounts.runSlice(upTo);
	if (counted !== undefined) {
		const { hashid, counts: queries } = counted;
		if (queries.queryCount === 0) engines.delete(hashid);
		else engines.set(hashid, queries);
		changed.add(hashid);
		follower.checkpoints.note(key);
	}
	return recounts.hashids().length > 0;
}

// — engines that are removed —

function tell({ engines }: QueryState, hashid: string, to: Iterable<QueryReaderLink>): void {
	const queries = engines.get(hashid)?.list(shownPerEngineMax) ?? [];
	for (const reader of to) reader.send({ kind: 'queries', hashid, queries });
}

function publish(state: QueryState): void {
	const { timing, publishIntervalMs } = state.options;
	state.nextPublishMs = timing.nowMs() + publishIntervalMs;
	for (const hashid of state.changed) tell(state, hashid, state.readers);
	state.changed.clear();
}

async function take(state: QueryState, { position }: QueryStream): Promise<CheckpointWrite> {
	const { engines, recounts, options } = state;
	const { files, directory } = options;
	await forgetRemoved(state);
	const kept = [...engines].filter(([hashid]) => !recounts.has(hashid));
	const rows = kept.map(([hashid, queries]) => [hashid, queries.toRows()] as const);
	const bytes = formatQueries({ position, engines: rows, recounted: recounts.hashids() });
	return async () => {
		await files.makeDirectory(directory);
		await files.replace(directory, queriesName, bytes);
	};
}

async function clean(state: QueryState): Promise<void> {
	const { timing, saveIntervalMs } = state.options;
	state.nextCleanMs = timing.nowMs() + saveIntervalMs;
	if (await forgetRemoved(state)) state.follower.checkpoints.note(key);
}

/** Removes the queries of removed engines. @returns whether an engine was removed. */
async function forgetRemoved(state: QueryState): Promise<boolean> {
	const { engines, recounts, options } = state;
	let hasRemoved = false;
	for (const hashid of new Set([...engines.keys(), ...recounts.hashids()])) {
		const states = await options.generations.listOfSearchEngine(hashid, 'live', '');
		if (states.length > 0) continue;
		engines.delete(hashid);
		recounts.forget(hashid);
		tell(state, hashid, state.readers);
		hasRemoved = true;
	}
	return hasRemoved;
}
