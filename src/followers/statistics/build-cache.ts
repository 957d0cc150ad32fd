/**
 * What the follower knows of builds while it counts: texts of dictionaries, sessions, and which parts there are. The
 * store has all of it; whatever is not in memory is read again. All is bounded for all search engines together.
 */
import { type Cache, createCache } from '../../lib/cache.ts';
import type { BuildState, PartSize, StatisticsCounting, StatisticsReads } from '../../ports/statistics-repository.ts';
import type { CountedEvents } from '../../statistics/count-session.ts';
import type { StoredSession } from '../../statistics/stored-session.ts';

export type CountingStore = StatisticsCounting & Pick<StatisticsReads, 'findNameIds'>;

export interface BuildCache {
	state: BuildState;
	readonly names: Map<string, number>;
	/** Of all builds; keys by `toCacheKey`. */
	readonly sessions: SessionCache;
	/** By table and day, as `toPartsKey` writes them. */
	readonly parts: Map<string, readonly PartSize[]>;
}

export interface CachedSession {
	readonly stored: StoredSession;
	/**
	 * Undefined when the session comes from the store. It changes while a batch is counted: if that is not written, nothing
	 * in the cache is true any more.
	 */
	readonly counted: CountedEvents | undefined;
}

/** By build and session. */
export type SessionCache = Cache<string, CachedSession>;

export function createBuildCache(state: BuildState, sessions: SessionCache): BuildCache {
	return { state, names: new Map(), sessions, parts: new Map() };
}

/** Some 13,000 sessions of one search. One that is not there is read again together with those that are new. */
const sessionBytesMax = 32 * 2 ** 20;
/** Of a session without events, and of each byte that its events are stored as: what is counted of them has that many objects. */
const sessionBytes = 1_500;
const bytesPerByte = 9;

export function createSessionCache(): SessionCache {
	const weigh = ({ stored }: CachedSession) => sessionBytes + bytesPerByte * stored.bytes.length;
	return createCache({ weightMax: sessionBytesMax, weigh });
}

/** How the session of a build is found in the cache. */
export function toCacheKey({ id }: BuildState, session: string): string {
	return `${id} ${session}`;
}

/** Names of one build, and names and lists of parts of all live builds: some 100 bytes each, so 60 MB. */
const namesMax = 300_000;
const entriesMax = 600_000;
const partListsMax = 5_000;

/** The live builds of search engines that had events lately. A build that has grown must be set again. */
export function createLiveBuilds(): Cache<string, BuildCache> {
	return createCache({ weightMax: entriesMax, weigh: ({ names, parts }) => 1 + names.size + parts.size });
}

/** Forgets names and lists of parts when there are too many; which of them are used is not known. */
export function trimBuildCache({ names, parts }: BuildCache): void {
	if (names.size > namesMax) names.clear();
	if (parts.size > partListsMax) parts.clear();
}

/** Reads the numbers of names into the cache; those that the store does not have stay unknown. */
export async function loadNames(store: CountingStore, cache: BuildCache, names: ReadonlySet<string>): Promise<void> {
	const { state } = cache;
	// Mostly the whole dictionary is in memory.
	if (names.size === 0 || cache.names.size === state.nameCount) return;
	for (const [name, id] of await store.findNameIds(state.id, [...names])) cache.names.set(name, id);
}
