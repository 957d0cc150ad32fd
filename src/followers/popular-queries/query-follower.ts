/**
 * Follows the store's log of events for what shoppers ask, so that it can be suggested to others. One loop for all
 * search engines:
 *
 *     log of events ─ read ─► counts by engine ─┬─ publish ─► readers, what may be shown of engines that changed
 *                     position                  └─ save ────► disk, with the position it is at
 *
 * After a crash the log is read again from the position on disk. What is on disk is derived: it can be deleted.
 *
 * After an erasure an engine's counts leave the disk at once, and are made anew of what the log still has.
 */
import { join } from 'node:path';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import {
	createPastQueries,
	type PastQueries,
	restorePastQueries,
	toShownQuery,
} from '../../fulltext/suggest/past-queries.ts';
import { toAllBytes } from '../../lib/shared-bytes.ts';
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { LoggedQuery, QueryLog } from './query-log.ts';
import type { QueryReaderLink } from './query-messages.ts';
import { createQueryRecounts } from './query-recounts.ts';
import { formatQueries, isQueriesFile, parseQueries, queriesName } from './query-snapshot.ts';

export interface QueryFollowerOptions {
	readonly log: QueryLog;
	readonly generations: Pick<GenerationRepository, 'listOfSearchEngine'>;
	readonly files: DurableFiles;
	/** Of the file with the counts. */
	readonly directory: string;
	readonly onFailure: (error: unknown) => void;
	/** Monotonic. */
	readonly nowMs: () => number;
	readonly lookIntervalMs: number;
	/** Between two lists of an engine: threads that search prepare each anew. */
	readonly publishIntervalMs: number;
	readonly saveIntervalMs: number;
}

export interface QueryFollower {
	/** From now on the reader gets what may be shown of every engine, and all changes. */
	attach(reader: QueryReaderLink): void;
	/** Saves what there is, then ends. */
	stop(): Promise<void>;
}

const eventsPerTurnMax = 500;
const countedKinds = ['search', erasureKind] as const;
const retryDelayMs = 5_000;
/** Queries of an engine that threads which search hold. */
const shownPerEngineMax = 300;
/** Queries kept of one engine, and of all together: each gets its share. */
const keptPerEngineMax = 2_000;
const keptMax = 100_000;
const keptPerEngineMin = 20;

export function startQueryFollower(options: QueryFollowerOptions): QueryFollower {
	const { log, files, directory, nowMs } = options;
	const { locateWords } = createAnalyzer('und');
	const engines = new Map<string, PastQueries>();
	const readers = new Set<QueryReaderLink>();
	const changed = new Set<string>();
	let position = startPosition;
	let savedPosition = startPosition;
	const feed = log.log({ kinds: countedKinds });
	/** What was erased up to then was never counted. */
	let erasedUpTo = startPosition;
	let isUnsaved = false;
	const recounts = createQueryRecounts({ log, count, eventCountMax: eventsPerTurnMax });
	let nextPublishMs = 0;
	let nextSaveMs = nowMs() + options.saveIntervalMs;
	let isStopping = false;
	let wake = Promise.withResolvers<void>();

	async function load(): Promise<void> {
		const bytes = await files.read(join(directory, queriesName));
		const snapshot = bytes === undefined ? undefined : parseQueries(toAllBytes(bytes));
		// A store that has not got as far is another one, or an older copy.
		const end = await feed.readEnd();
		if (snapshot === undefined || comparePositions(snapshot.position, end) > 0) {
			erasedUpTo = end;
			return;
		}
		position = snapshot.position;
		savedPosition = position;
		for (const [hashid, rows] of snapshot.engines) {
			engines.set(hashid, restorePastQueries(rows));
			changed.add(hashid);
		}
		for (const hashid of snapshot.recounted) await recounts.begin(hashid, position);
	}

	function count(queries: PastQueries, { kind, text, hitCount, isBot, occurredAtMs, ...from }: LoggedQuery): void {
		// A network counts as one shopper for a day, however many sessions it makes up.
		const asker = from.clientKey ?? from.sessionId;
		if (kind !== 'search' || text === null || hitCount === null || hitCount === 0 || isBot || asker === null) return;
		const shown = toShownQuery(text);
		const key =
			shown === undefined
				? ''
				: locateWords(shown)
						.words.map(({ term }) => term)
						.join(' ');
		if (shown === undefined || key === '') return;
		queries.count({ text: shown, key, asker, atMs: occurredAtMs });
		const share = Math.min(keptPerEngineMax, Math.max(keptPerEngineMin, Math.floor(keptMax / engines.size)));
		if (queries.queryCount > 2 * share) queries.prune(share);
	}

	async function apply(event: LoggedQuery): Promise<void> {
		const { kind, hashid } = event;
		if (kind === erasureKind) {
			const isCounted = engines.has(hashid) || recounts.has(hashid);
			if (!isCounted || comparePositions(event.position, erasedUpTo) <= 0) return;
			await recounts.begin(hashid, event.position);
			// What is on disk goes at once.
			isUnsaved = true;
			nextSaveMs = 0;
		} else {
			const queries = engines.get(hashid) ?? createPastQueries();
			count(queries, event);
			if (queries.queryCount === 0) return;
			engines.set(hashid, queries);
			changed.add(hashid);
		}
	}

	/** @returns whether there is more to read. */
	async function follow(): Promise<boolean> {
		const batch = await feed.read(position, eventsPerTurnMax);
		for (const event of batch.changes) {
			await apply(event);
			position = event.position;
		}
		position = batch.position;
		return !batch.isEnd;
	}

	/** @returns whether there is more to count anew. */
	async function recount(): Promise<boolean> {
		const counted = await recounts.takeTurn(position);
		if (counted !== undefined) {
			const { hashid, queries } = counted;
			if (queries.queryCount === 0) engines.delete(hashid);
			else engines.set(hashid, queries);
			changed.add(hashid);
			isUnsaved = true;
		}
		return recounts.hashids().length > 0;
	}

	function tell(hashid: string, to: Iterable<QueryReaderLink>): void {
		const queries = engines.get(hashid)?.list(shownPerEngineMax) ?? [];
		for (const reader of to) reader.send({ kind: 'queries', hashid, queries });
	}

	function publish(): void {
		nextPublishMs = nowMs() + options.publishIntervalMs;
		for (const hashid of changed) tell(hashid, readers);
		changed.clear();
	}

	async function save(): Promise<void> {
		nextSaveMs = nowMs() + options.saveIntervalMs;
		const forgotten = await forgetRemoved();
		if (position === savedPosition && forgotten === 0 && !isUnsaved) return;
		const kept = [...engines].filter(([hashid]) => !recounts.has(hashid));
		const rows = kept.map(([hashid, queries]) => [hashid, queries.toRows()] as const);
		const bytes = formatQueries({ position, engines: rows, recounted: recounts.hashids() });
		await files.makeDirectory(directory);
		await files.replace(directory, queriesName, bytes);
		savedPosition = position;
		isUnsaved = false;
	}

	/** What was asked of an engine goes with the engine. @returns of how many. */
	async function forgetRemoved(): Promise<number> {
		let forgotten = 0;
		for (const hashid of new Set([...engines.keys(), ...recounts.hashids()])) {
			const states = await options.generations.listOfSearchEngine(hashid, 'live', '');
			if (states.length > 0) continue;
			engines.delete(hashid);
			recounts.forget(hashid);
			tell(hashid, readers);
			forgotten += 1;
		}
		return forgotten;
	}

	function pause(delayMs: number): Promise<void> {
		wake = Promise.withResolvers<void>();
		const timer = setTimeout(wake.resolve, delayMs);
		return wake.promise.finally(() => clearTimeout(timer));
	}

	async function work(): Promise<void> {
		const isBehind = await follow();
		const hasMore = (await recount()) || isBehind;
		if (!isBehind && changed.size > 0 && nowMs() >= nextPublishMs) publish();
		if (nowMs() >= nextSaveMs) await save();
		await pause(hasMore ? 0 : options.lookIntervalMs);
	}

	async function run(): Promise<void> {
		// A save would remove them too, but not every start has one.
		await files.removeObstacles(directory, isQueriesFile).catch(options.onFailure);
		let isLoaded = false;
		while (!isStopping) {
			try {
				if (!isLoaded) await load();
				isLoaded = true;
				await work();
			} catch (error) {
				options.onFailure(error);
				if (!isStopping) await pause(retryDelayMs);
			}
		}
	}

	const ended = run();
	return {
		attach(reader) {
			readers.add(reader);
			for (const hashid of engines.keys()) tell(hashid, [reader]);
		},
		async stop() {
			isStopping = true;
			wake.resolve();
			await ended;
			await save().catch(options.onFailure);
		},
	};
}
