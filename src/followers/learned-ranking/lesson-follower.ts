/**
 * Follows the store's log of events and learns from shoppers which items belong further up. One stream serves all search
 * engines of a zone:
 *
 *     log of events ─ apply ─► a learner by engine ─┬─ publish ─► searching threads get the lessons of changed engines
 *                                                   └─ checkpoint ─► changed engines, then the position
 *
 * After an erasure the lessons of an engine leave the disk at once, and are learned again from what the log still has.
 */
import { join } from 'node:path';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import { toShownQuery } from '../../fulltext/suggest/past-queries.ts';
import { type ClickLearner, type LearnedEvent, type Lessons, openClickLearner } from '../../learning/click-learner.ts';
import { toAllBytes } from '../../lib/shared-bytes.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { CheckpointWrite } from '../runtime/checkpoints.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import { createFollower, type Follower } from '../runtime/follower.ts';
import type { FollowerDefinition } from '../runtime/follower-definition.ts';
import { createRecounts, type Recounts } from '../runtime/recounts.ts';
import type { Timing } from '../runtime/timing.ts';
import type { LessonReaderLink } from './lesson-messages.ts';
import {
	type EngineLessons,
	formatLessons,
	type LessonPosition,
	lessonsDirectory,
	parseLessons,
	positionName,
} from './lesson-snapshot.ts';

/** An event as this follower reads it. */
export type LessonEvent = LearnedEvent & Pick<LoggedEvent, 'position' | 'hashid'>;

export interface LessonFollowerOptions {
	readonly log: { log(criteria: LogCriteria): ChangeFeed<LessonEvent> };
	readonly generations: Pick<GenerationRepository, 'listOfSearchEngine'>;
	readonly files: DurableFiles;
	/** The directory in which that of the lessons is. */
	readonly directory: string;
	readonly onFailure: (error: unknown) => void;
	readonly timing: Timing;
	readonly pollIntervalMs: number;
	/** Minimum time between two messages about an engine, because each thread that searches prepares them anew. */
	readonly publishIntervalMs: number;
	readonly saveIntervalMs: number;
}

export interface LessonFollower {
	/** From now on the reader gets what was learned for every engine, and all changes. */
	attach(reader: LessonReaderLink): void;
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

type Key = 'lessons';
type Batch = ChangeBatch<LessonEvent>;

interface LessonStream {
	readonly key: Key;
	position: Position;
	readonly byteCount: number;
}

interface Engine {
	readonly learner: ClickLearner;
	/** It has learned from all events up to this one. */
	readonly learnedUpTo: Position;
}

interface LessonState {
	readonly options: LessonFollowerOptions;
	readonly directory: string;
	readonly follower: Follower<Key, Key, LessonStream, Batch>;
	readonly feed: ChangeFeed<LessonEvent>;
	readonly engines: Map<string, Engine>;
	readonly open: (rows?: EngineLessons['rows']) => ClickLearner;
	readonly learn: (learner: ClickLearner, event: LessonEvent) => void;
	readonly recounts: Recounts<ClickLearner>;
	readonly readers: Set<LessonReaderLink>;
	/** Engines whose newest lessons the readers do not have, and those that the disk does not have. */
	readonly unpublished: Set<string>;
	readonly unsaved: Set<string>;
	/** Events that were erased up to this position were never learned from. */
	erasedUpTo: Position;
	isBehind: boolean;
	nextPublishMs: number;
	nextCleanMs: number;
}

const key: Key = 'lessons';
const eventsPerSliceMax = 500;
const learnedKinds = [
	...(['search', 'click', 'cart', 'cart_addition', 'purchase', 'view', 'widget_click'] as const),
	erasureKind,
] as const;
const backoff = { firstMs: 5_000, maxMs: 60_000 };
/** How many queries and recent searches are kept of one engine, and of all together. */
const queriesPerEngineMax = 2_000;
const queriesMax = 40_000;
const searchesPerEngineMax = 5_000;
const searchesMax = 50_000;
const perEngineMin = 50;
const noLessons: Lessons = { evidence: [], interest: [] };

export function startLessonFollower(options: LessonFollowerOptions): LessonFollower {
	const { log, timing, pollIntervalMs, saveIntervalMs, onFailure } = options;
	const engines = new Map<string, Engine>();
	const toShare = (most: number, all: number) =>
		Math.min(most, Math.max(perEngineMin, Math.floor(all / Math.max(1, engines.size))));
	const toQuery = createToQuery();
	const learnerOptions = { toQuery, searchesMax: () => toShare(searchesPerEngineMax, searchesMax) };
	const open = (rows?: EngineLessons['rows']) => openClickLearner(learnerOptions, rows);
	const learn = (learner: ClickLearner, event: LessonEvent) => {
		if (event.kind === erasureKind) return;
		learner.apply(event);
		const share = toShare(queriesPerEngineMax, queriesMax);
		if (learner.queryCount > 2 * share) learner.prune(share);
	};
	const follower: LessonState['follower'] = createFollower({
		...{ timing, pollIntervalMs, onFailure, backoff },
		checkpoints: { delayMs: saveIntervalMs, atOnceMax: 1 },
		openBytesMax: Number.POSITIVE_INFINITY,
	});
	const state: LessonState = {
		...{ options, follower, engines, open, learn, readers: new Set(), unpublished: new Set(), unsaved: new Set() },
		directory: join(options.directory, lessonsDirectory),
		feed: log.log({ kinds: learnedKinds }),
		recounts: createRecounts({ log, create: open, count: learn, eventCountMax: eventsPerSliceMax }),
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

/** The text of a query as it may be shown, and its words in any order; undefined for personal data. */
function createToQuery() {
	const { locateWords } = createAnalyzer('und');
	return (typed: string) => {
		const text = toShownQuery(typed);
		if (text === undefined) return undefined;
		const words = locateWords(text).words.map(({ term }) => term);
		return words.length === 0 ? undefined : { text, key: words.join(' ') };
	};
}

function define(state: LessonState): FollowerDefinition<Key, Key, LessonStream, Batch> {
	const { options, follower, feed } = state;
	return {
		keyOf: () => key,
		laneOf: () => 'large',
		async begin() {
			await options.files.removeObstacles(state.directory, () => true).catch(options.onFailure);
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
			if (!state.isBehind && state.unpublished.size > 0 && options.timing.nowMs() >= state.nextPublishMs)
				publish(state);
			if (options.timing.nowMs() >= state.nextCleanMs) await clean(state);
			return Number.POSITIVE_INFINITY;
		},
		end: () => clean(state),
	};
}

async function readFile<Content extends LessonPosition | EngineLessons>(
	{ options: { files }, directory }: LessonState,
	name: string,
): Promise<Content | undefined> {
	const bytes = await files.read(join(directory, name));
	return bytes === undefined ? undefined : parseLessons<Content>(toAllBytes(bytes));
}

async function open(state: LessonState): Promise<LessonStream> {
	const { files } = state.options;
	const snapshot = await readFile<LessonPosition>(state, positionName);
	// If the store's log ends earlier, it is another store or an older copy.
	const end = await state.feed.readEnd();
	if (snapshot === undefined || comparePositions(snapshot.position, end) > 0) {
		await files.remove(state.directory);
		state.erasedUpTo = end;
		return { key, position: startPosition, byteCount: 0 };
	}
	for (const hashid of snapshot.engines) {
		const saved = await readFile<EngineLessons>(state, hashid);
		if (saved === undefined || comparePositions(saved.position, end) > 0) {
			// Until it is complete, nothing is known of the engine.
			await state.recounts.begin(hashid, snapshot.position);
			continue;
		}
		state.engines.set(hashid, { learner: state.open(saved.rows), learnedUpTo: saved.position });
		state.unpublished.add(hashid);
	}
	for (const hashid of snapshot.recounted) await state.recounts.begin(hashid, snapshot.position);
	return { key, position: snapshot.position, byteCount: 0 };
}

async function apply(state: LessonState, stream: LessonStream, batch: Batch): Promise<'more' | 'end'> {
	for (const event of batch.changes) {
		await applyEvent(state, event);
		stream.position = event.position;
	}
	stream.position = batch.position;
	state.isBehind = !batch.isEnd;
	const isRecounting = await recount(state, stream.position);
	return isRecounting || state.isBehind ? 'more' : 'end';
}

async function applyEvent(state: LessonState, event: LessonEvent): Promise<void> {
	const { engines, recounts } = state;
	const { kind, hashid, position } = event;
	if (kind === erasureKind) {
		const isLearned = engines.has(hashid) || recounts.has(hashid);
		if (!isLearned || comparePositions(position, state.erasedUpTo) <= 0) return;
		await recounts.begin(hashid, position);
		// The lessons leave the disk at once.
		state.follower.checkpoints.note(key, 'now');
		return;
	}
	const engine = engines.get(hashid) ?? { learner: state.open(), learnedUpTo: startPosition };
	if (comparePositions(position, engine.learnedUpTo) <= 0) return;
	state.learn(engine.learner, event);
	engines.set(hashid, engine);
	state.unpublished.add(hashid);
	state.unsaved.add(hashid);
}

/** @returns whether more engines must be learned again. */
async function recount(state: LessonState, upTo: Position): Promise<boolean> {
	const { recounts, engines, unpublished, unsaved, follower } = state;
	const counted = await recounts.runSlice(upTo);
	if (counted !== undefined) {
		const { hashid, counts: learner } = counted;
		engines.set(hashid, { learner, learnedUpTo: upTo });
		unpublished.add(hashid);
		unsaved.add(hashid);
		follower.checkpoints.note(key);
	}
	return recounts.hashids().length > 0;
}

function tell({ engines }: LessonState, hashid: string, to: Iterable<LessonReaderLink>): void {
	const lessons = engines.get(hashid)?.learner.toLessons() ?? noLessons;
	for (const reader of to) reader.send({ kind: 'lessons', hashid, lessons });
}

function publish(state: LessonState): void {
	const { timing, publishIntervalMs } = state.options;
	state.nextPublishMs = timing.nowMs() + publishIntervalMs;
	for (const hashid of state.unpublished) tell(state, hashid, state.readers);
	state.unpublished.clear();
}

async function take(state: LessonState, { position }: LessonStream): Promise<CheckpointWrite> {
	const { engines, recounts, options, directory, unsaved } = state;
	const { files } = options;
	await forgetRemoved(state);
	const kept = [...engines.keys()].filter((hashid) => !recounts.has(hashid));
	const written = kept
		.filter((hashid) => unsaved.has(hashid))
		.map((hashid) => {
			const rows = (engines.get(hashid) as Engine).learner.toRows();
			return [hashid, formatLessons({ position, rows })] as const;
		});
	const head = formatLessons({ position, engines: kept, recounted: recounts.hashids() });
	for (const [hashid] of written) unsaved.delete(hashid);
	return async () => {
		try {
			await files.makeDirectory(directory);
			const names = new Set([positionName, ...kept]);
			// Before the position says that they are learned again: an engine without its file is learned again as well.
			for (const name of await files.list(directory)) if (!names.has(name)) await files.remove(join(directory, name));
			for (const [hashid, bytes] of written) await files.replace(directory, hashid, bytes);
			await files.replace(directory, positionName, head);
		} catch (error) {
			for (const [hashid] of written) unsaved.add(hashid);
			throw error;
		}
	};
}

async function clean(state: LessonState): Promise<void> {
	const { timing, saveIntervalMs } = state.options;
	state.nextCleanMs = timing.nowMs() + saveIntervalMs;
	if (await forgetRemoved(state)) state.follower.checkpoints.note(key);
}

/** Removes the lessons of removed engines. @returns whether an engine was removed. */
async function forgetRemoved(state: LessonState): Promise<boolean> {
	const { engines, recounts, options, unsaved } = state;
	let hasRemoved = false;
	for (const hashid of new Set([...engines.keys(), ...recounts.hashids()])) {
		const states = await options.generations.listOfSearchEngine(hashid, 'live', '');
		if (states.length > 0) continue;
		engines.delete(hashid);
		recounts.forget(hashid);
		unsaved.delete(hashid);
		tell(state, hashid, state.readers);
		hasRemoved = true;
	}
	return hasRemoved;
}
