/**
 * Which search did an event follow? The one that it names, or else the session's last search that showed its item.
 *
 *     search ─► by query id:  7c2e… → { query, hits, first rank, session }
 *               by session:   s1    → [7c2e…, 91ab…]                          newest first, a few
 *     click  ─► query id known, and of the same session or network ─► that search
 *               otherwise ─► the newest search of the session that showed the item
 *
 * Whoever knows a query id could send clicks on the search of somebody else, from as many sessions as he likes. From the
 * network of the search they may come from another session, as where a page has no session yet when it searches: whatever
 * its sessions, a network counts as one shopper.
 *
 * Both tables are bounded: the oldest search is evicted, and a click on it is then no evidence.
 */
import type { PackedHits, TeamDraft } from '../domain/event/shopper-event.ts';
import { createEviction } from '../lib/evict-oldest.ts';
import { toItemNames } from './item-name.ts';

export interface RecentSearch {
	readonly queryId: string;
	/** The query as it may be shown, and its key, see `Evidence`. */
	readonly text: string;
	readonly key: string;
	readonly sessionId: string | null;
	/** Of the day of the search. Absent for calls of a shop's server, and of what earlier versions saved. */
	readonly clientKey?: string;
	readonly firstRank: number;
	readonly hits: PackedHits;
	/** Absent where no rankings were interleaved. */
	readonly draft?: TeamDraft;
	/** What was chosen from it so far: kind and item. Grows. */
	readonly chosen: string[];
}

export interface RecentSearches {
	add(search: RecentSearch): void;
	/** `key` is given when the event names the text of its search. */
	find(event: FollowingEvent): RecentSearch | undefined;
	/** Copies: later events do not change them. */
	toRows(): readonly RecentSearch[];
}

export interface FollowingEvent {
	readonly queryId: string | null;
	readonly sessionId: string | null;
	readonly clientKey: string | null;
	readonly itemName: string;
	readonly key: string | undefined;
}

/** A shopper compares some lists, and rarely goes back further. */
const searchesPerSessionMax = 5;

/** @param countMax how many searches are kept, ≥ 1. @param rows as `toRows` gave them */
export function createRecentSearches(countMax: () => number, rows: readonly RecentSearch[] = []): RecentSearches {
	const byId = new Map<string, RecentSearch>();
	const bySession = new Map<string, string[]>();
	const evict = createEviction(byId, (queryId, { sessionId }) => {
		const ofSession = bySession.get(sessionId ?? '')?.filter((id) => id !== queryId) ?? [];
		if (ofSession.length === 0) bySession.delete(sessionId ?? '');
		else bySession.set(sessionId ?? '', ofSession);
	});

	function add(search: RecentSearch): void {
		byId.set(search.queryId, search);
		if (search.sessionId !== null) {
			const known = bySession.get(search.sessionId) ?? [];
			bySession.set(search.sessionId, [search.queryId, ...known].slice(0, searchesPerSessionMax));
		}
		evict(countMax());
	}

	for (const row of rows) add({ ...row, chosen: [...row.chosen] });
	return {
		add,
		find(event) {
			const { queryId, sessionId, itemName, key } = event;
			const named = queryId === null ? undefined : byId.get(queryId);
			if (named !== undefined && isOfShopper(named, event) && toItemNames(named.hits).includes(itemName)) return named;
			if (sessionId === null) return undefined;
			const searches = (bySession.get(sessionId) ?? []).flatMap((id) => byId.get(id) ?? []);
			const showing = searches.filter(({ hits }) => toItemNames(hits).includes(itemName));
			return showing.find((search) => search.key === key) ?? showing[0];
		},
		toRows: () => Array.from(byId.values(), (search) => ({ ...search, chosen: [...search.chosen] })),
	};
}

/** Whether a search that an event names may be one of the shopper whose event it is. */
function isOfShopper(search: RecentSearch, { sessionId, clientKey }: FollowingEvent): boolean {
	const isOfNetwork = clientKey !== null && search.clientKey === clientKey;
	return search.sessionId === null || search.sessionId === sessionId || isOfNetwork;
}
