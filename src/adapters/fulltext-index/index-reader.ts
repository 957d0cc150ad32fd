/**
 * The indexes that a thread searches: what the indexer has published, by generation, in shared memory.
 *
 * A search takes the list of segments once. A newer list replaces it here, and the older one is released with the last
 * search that uses it. An index that is not here is requested, and comes from memory or from disk.
 */
import type { TeamComparison } from '../../domain/evaluation/team-comparison.ts';
import type { Position } from '../../domain/log/position.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import type { LessonsMessage } from '../../followers/learned-ranking/lesson-messages.ts';
import type { QueriesMessage } from '../../followers/popular-queries/query-messages.ts';
import type {
	BuildAnswer,
	IndexerMessage,
	OpenOutcome,
	PublishedIndex,
	ReaderMessage,
} from '../../followers/search-index/index-messages.ts';
import { noteReleasedSegment } from '../../followers/search-index/segment-memory.ts';
import { openProvenSegment, type Segment } from '../../fulltext/index/segment/segment.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import type { PopularQuery } from '../../fulltext/suggest/past-queries.ts';
import type { Lessons } from '../../learning/click-learner.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { receiveBytes } from '../../lib/linear-memory.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import { createThreadCalls } from '../../lib/thread-rpc.ts';

/** Messages of the thread in which indexes and queries follow the store. */
export type PublishedMessage = IndexerMessage | QueriesMessage | LessonsMessage;

export interface ReadableIndex {
	readonly generationId: number;
	/** Every write up to this one can be found. */
	readonly position: Position;
	readonly language: string;
	/** How prices were read from its texts, see `toPriceKey`. */
	readonly prices: string;
	/** The owner's overrides of its fields when it was built, see `toIndexedText`. */
	readonly schema: string;
	/** Never changes. */
	readonly segments: readonly LiveSegment[];
}

export interface OpenRequest {
	readonly hashid: string;
	readonly generationId: number;
	/** Whether to wait for all writes before the call. */
	readonly isCaughtUp: boolean;
	readonly timeoutMs: number;
	/** How long to wait for an index that is being built; by default as long as for any other. */
	readonly buildWaitMs?: number;
}

export interface IndexReader {
	/** The index, if it is in memory; notes that it is used. Cost: O(1). */
	find(generationId: number): ReadableIndex | undefined;
	/**
	 * Has the index loaded. Resolves when `find` finds it, or with its progress when it is being built.
	 * @throws {FailureError} `timed_out` when it takes too long, `unavailable` when it cannot be read or built.
	 */
	open(request: OpenRequest): Promise<'ready' | 'missing' | BuildAnswer>;
	/** Has it rebuilt from the store; searches use the old one meanwhile. */
	rebuild(hashid: string, generationId: number): void;
	/** Progress of an index that will replace one that is searched; undefined when there is none. */
	findReplacement(hashid: string, indexName: string): BuildAnswer | undefined;
	/** The popular queries of an engine, most popular first; the same list object until it changes. */
	queriesOf(hashid: string): readonly PopularQuery[];
	/** What was learned for an engine; the same object until it changes, undefined for nothing. */
	lessonsOf(hashid: string): Lessons | undefined;
	/** What interleaved lists of an engine say; undefined when there were none. */
	comparisonOf(hashid: string): TeamComparison | undefined;
	/**
	 * Which indexes cannot be searched yet. Waits at most `timeoutMs` for an indexer that has not surveyed all of them.
	 * @returns undefined when nothing is known by then.
	 */
	readProgress(timeoutMs: number): Promise<SearchProgress | undefined>;
	receive(message: PublishedMessage): void;
	/** Forgets everything, because the indexer's thread has ended; waiting calls reject with `unavailable`. */
	reset(): void;
}

interface OpenIndex extends ReadableIndex {
	readonly byNumber: ReadonlyMap<number, Segment>;
}

/** Uses are reported to the indexer together, at most this often. */
const useIntervalMs = 1_000;
const unreadable = 'The search index cannot be read at the moment, try again';
const noQueries: readonly PopularQuery[] = [];

/** Reports to the indexer which indexes are used. */
function createUseNotes(send: (message: ReaderMessage) => void): (generationId: number) => void {
	const used = new Set<number>();
	function noteUse(generationId: number): void {
		const isFirst = used.size === 0;
		used.add(generationId);
		if (!isFirst) return;
		const timer = setTimeout(() => {
			send({ kind: 'used', generationIds: [...used] });
			used.clear();
		}, useIntervalMs);
		timer.unref();
	}

	return noteUse;
}

interface OpenIndexes {
	find(generationId: number): OpenIndex | undefined;
	put(published: PublishedIndex): void;
	drop(generationId: number): void;
	clear(): void;
}

/** The indexes in the memory of this thread, whose segments are shared with the indexer. */
function createOpenIndexes(): OpenIndexes {
	const indexes = new Map<number, OpenIndex>();

	function put(published: PublishedIndex): void {
		const known = indexes.get(published.generationId)?.byNumber;
		const added = new Map(published.added.map(({ number, bytes }) => [number, openProvenSegment(receiveBytes(bytes))]));
		const byNumber = new Map<number, Segment>();
		const segments = published.segments.map(({ number, live, liveCount }): LiveSegment => {
			const segment = added.get(number) ?? known?.get(number);
			if (segment === undefined) throw new Error(`segment ${number} was never published`);
			byNumber.set(number, segment);
			return { segment, live, liveCount };
		});
		for (const [number, segment] of known ?? []) if (!byNumber.has(number)) noteReleasedSegment(segment);
		const { generationId, position, language, prices, schema } = published;
		indexes.set(generationId, { generationId, position, language, prices, schema, segments, byNumber });
	}

	function drop(generationId: number): void {
		for (const segment of indexes.get(generationId)?.byNumber.values() ?? []) noteReleasedSegment(segment);
		indexes.delete(generationId);
	}

	return { find: (generationId) => indexes.get(generationId), put, drop, clear: () => indexes.clear() };
}

interface ProgressNotes {
	/** As last reported. */
	known(): SearchProgress | undefined;
	put(told: SearchProgress): void;
	clear(): void;
	/** As `IndexReader.readProgress`. */
	read(timeoutMs: number): Promise<SearchProgress | undefined>;
}

function createProgressNotes(): ProgressNotes {
	let progress: SearchProgress | undefined;
	const onProgress = new Set<() => void>();

	return {
		known: () => progress,
		put(told) {
			progress = told;
			for (const resolve of onProgress) resolve();
		},
		clear() {
			progress = undefined;
		},
		async read(timeoutMs) {
			const endMs = performance.now() + timeoutMs;
			while (progress === undefined || !(progress.isStarted || progress.buildingCount > 0)) {
				const { promise, resolve } = Promise.withResolvers<void>();
				onProgress.add(resolve);
				const timer = setTimeout(resolve, Math.max(0, endMs - performance.now()));
				await promise;
				clearTimeout(timer);
				onProgress.delete(resolve);
				if (performance.now() >= endMs) break;
			}
			return progress;
		},
	};
}

export function createIndexReader(send: (message: ReaderMessage) => void): IndexReader {
	const indexes = createOpenIndexes();
	const requests = createThreadCalls<OpenOutcome>({ nowMs: readMonotonicMs });
	const noteUse = createUseNotes(send);
	const queries = new Map<string, readonly PopularQuery[]>();
	const lessons = new Map<string, Lessons>();
	const comparisons = new Map<string, TeamComparison>();
	const progress = createProgressNotes();

	function putLessons({ hashid, lessons: learned, comparison }: LessonsMessage): void {
		if (comparison === undefined) comparisons.delete(hashid);
		else comparisons.set(hashid, comparison);
		if (learned.evidence.length === 0 && learned.interest.length === 0) lessons.delete(hashid);
		else lessons.set(hashid, learned);
	}

	function putQueries({ hashid, queries: list }: QueriesMessage): void {
		if (list.length === 0) queries.delete(hashid);
		else queries.set(hashid, list);
	}

	return {
		find(generationId) {
			const index = indexes.find(generationId);
			if (index !== undefined) noteUse(generationId);
			return index;
		},
		async open({ timeoutMs, buildWaitMs, ...request }) {
			const outcome = await requests.ask(
				(requestId) => send({ kind: 'open', requestId, buildWaitMs, ...request }),
				timeoutMs,
			);
			if (outcome === 'failed') throw toUnreadable();
			return outcome;
		},
		rebuild: (hashid, generationId) => send({ kind: 'rebuild', hashid, generationId }),
		findReplacement(hashid, indexName) {
			const build = progress.known()?.replacements.find((one) => one.hashid === hashid && one.indexName === indexName);
			if (build === undefined) return undefined;
			const { writesIndexed, writesWanted, isFailing } = build;
			return { writesIndexed, writesWanted, isFailing };
		},
		queriesOf: (hashid) => queries.get(hashid) ?? noQueries,
		lessonsOf: (hashid) => lessons.get(hashid),
		comparisonOf: (hashid) => comparisons.get(hashid),
		readProgress: progress.read,
		receive(message) {
			if (message.kind === 'published') indexes.put(message.index);
			else if (message.kind === 'dropped') indexes.drop(message.generationId);
			else if (message.kind === 'queries') putQueries(message);
			else if (message.kind === 'lessons') putLessons(message);
			else if (message.kind === 'progress') progress.put(message.progress);
			else requests.settle(message.requestId, message.outcome);
		},
		reset() {
			indexes.clear();
			queries.clear();
			lessons.clear();
			comparisons.clear();
			progress.clear();
			requests.close(toUnreadable());
			requests.open();
		},
	};
}

function toUnreadable(): FailureError {
	return new FailureError(fail('unavailable', { message: unreadable }).failure);
}
