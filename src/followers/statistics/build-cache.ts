/**
 * What the follower knows of a build while it counts: texts of the dictionary, sessions, and which parts there are. The
 * store has all of it; whatever is not in memory is read again.
 */
import type { BuildState, PartSize, StatisticsCounting, StatisticsReads } from '../../ports/statistics-repository.ts';
import type { StoredSession } from '../../statistics/stored-session.ts';

export type CountingStore = StatisticsCounting & Pick<StatisticsReads, 'findNameIds'>;

export interface BuildCache {
	state: BuildState;
	readonly names: Map<string, number>;
	/** The most recently counted last. */
	readonly sessions: Map<string, StoredSession>;
	/** By table and day, as `toPartsKey` writes them. */
	readonly parts: Map<string, readonly PartSize[]>;
}

export function createBuildCache(state: BuildState): BuildCache {
	return { state, names: new Map(), sessions: new Map(), parts: new Map() };
}

/** For one build; with the most of all three it takes some 100 MB. */
const namesMax = 300_000;
const sessionsMax = 20_000;
const partListsMax = 5_000;

/** Forgets what was not used for long, or all where use is not known. */
export function trimBuildCache({ names, sessions, parts }: BuildCache): void {
	if (names.size > namesMax) names.clear();
	if (parts.size > partListsMax) parts.clear();
	for (const key of sessions.keys()) {
		if (sessions.size <= sessionsMax) break;
		sessions.delete(key);
	}
}

/** Reads the numbers of names into the cache; those that the store does not have stay unknown. */
export async function loadNames(store: CountingStore, cache: BuildCache, names: ReadonlySet<string>): Promise<void> {
	const { state } = cache;
	// Mostly the whole dictionary is in memory.
	if (names.size === 0 || cache.names.size === state.nameCount) return;
	for (const [name, id] of await store.findNameIds(state.id, [...names])) cache.names.set(name, id);
}
