/**
 * The rows that are known when all events of a session were looked at: of its searches, and of the session itself. Of what
 * was counted before, the old row is taken back where it is another now.
 */
import { noName } from '../domain/statistics/fact-name.ts';
import type { FactRow } from '../domain/statistics/fact-table.ts';
import type { FactSink } from './fact-sink.ts';
import { toQuarter } from './quarter.ts';
import type { SessionEvent } from './session-event.ts';
import { listSearches, type SessionSearch, type SessionSearches } from './session-searches.ts';

/** Where rows go, and where they are taken back. */
interface Sinks {
	readonly adding: FactSink;
	readonly subtracting: FactSink;
}

/** What a search led to. */
export type SearchSums = Pick<SessionSearch, 'clicks' | 'isCarted' | 'isBought' | 'revenue'>;

/** @param before what it had led to when it was counted; undefined when it was not. */
export function addSearch(search: SessionSearch, before: SearchSums | undefined, { adding, subtracting }: Sinks): void {
	if (search.isPage) return;
	const { atMs, device, query, hits, facets, location } = search.event;
	const { day, quarter } = toQuarter(atMs);
	if (before !== undefined) {
		if (areEqual(before, search)) return;
		subtracting.add('searches', day, toSearchRow(search, before));
	}
	adding.add('searches', day, toSearchRow(search, search));
	if (before !== undefined || search.target !== search) return;
	const empty = hits === 0 ? 1 : 0;
	for (let at = 0; at < facets.length; at += 2) {
		const [field = noName, value = noName] = [facets[at], facets[at + 1]];
		adding.add('facets', day, { quarter, device, query, field, value, uses: 1, empty });
	}
	if (location !== noName) adding.add('locations', day, { quarter, device, query, location, searches: 1 });
}

function areEqual(one: SearchSums, other: SearchSums): boolean {
	const { clicks, isCarted, isBought, revenue } = one;
	return (
		clicks === other.clicks && isCarted === other.isCarted && isBought === other.isBought && revenue === other.revenue
	);
}

function toSearchRow(search: SessionSearch, sums: SearchSums): FactRow<'searches'> {
	const { atMs, device, source, attempt, query, hits, indices } = search.event;
	const { quarter } = toQuarter(atMs);
	const row = { quarter, device, source, attempt, query, hits, indices };
	if (search.target !== search) return { ...row, keystrokes: 1 };
	const { clicks, isCarted, isBought, revenue } = sums;
	return {
		...row,
		searches: 1,
		clicked: clicks > 0 ? 1 : 0,
		carted: isCarted ? 1 : 0,
		bought: isBought ? 1 : 0,
		clicks,
		revenue: BigInt(revenue),
	};
}

/** What is known of a session. */
export interface SessionState {
	/** The session id as `hash53`; 0 for events without one, which belong to no session. */
	readonly session: number;
	readonly user: number;
	/** When it began. */
	readonly firstMs: number;
	readonly searches: SessionSearches;
	/** Of the events that are counted; undefined when none is. */
	sums: SessionSums | undefined;
}

interface SessionSums {
	/** The first that is known. */
	readonly device: number;
	readonly purchases: number;
	readonly revenue: bigint;
}

/** @param events by time; at least one. None of them is counted yet. */
export function beginSession(session: number, events: readonly SessionEvent[]): SessionState {
	const user = events.find((event) => event.user !== 0)?.user ?? session;
	const firstMs = (events[0] as SessionEvent).atMs;
	return { session, user, firstMs, searches: listSearches(events), sums: undefined };
}

/** @param events of the session that are not counted yet, by time. */
export function addSession(state: SessionState, events: readonly SessionEvent[], { adding, subtracting }: Sinks): void {
	const { session, user, searches, sums: before } = state;
	const hasSearch = toHasSearch(searches);
	for (const { kind, atMs, device, location } of events) {
		if (kind !== 'init' && kind !== 'visit') continue;
		const { day, quarter } = toQuarter(atMs);
		const counts = kind === 'init' ? { inits: 1 } : { visits: 1 };
		adding.add('sessions', day, { quarter, device, hasSearch, session, user, ...counts });
		if (kind === 'init' && location !== noName) {
			adding.add('locations', day, { quarter, device, query: noName, location, inits: 1 });
		}
	}
	const sums = addUp(before ?? { device: 0, purchases: 0, revenue: 0n }, events);
	state.sums = sums;
	const { day } = toQuarter(state.firstMs);
	if (before !== undefined) {
		if (before.device === sums.device && before.purchases === sums.purchases && before.revenue === sums.revenue) return;
		if (isSession(state, before)) subtracting.add('sessions', day, toSessionRow(state, before));
	}
	if (isSession(state, sums)) adding.add('sessions', day, toSessionRow(state, sums));
}

function addUp(sums: SessionSums, events: readonly SessionEvent[]): SessionSums {
	let { device, purchases, revenue } = sums;
	for (const event of events) {
		if (device === 0) device = event.device;
		if (event.kind !== 'purchase') continue;
		purchases += 1;
		revenue += BigInt(event.revenue);
	}
	return { device, purchases, revenue };
}

/** Events without a session id count for one only if something was bought. */
function isSession({ session }: SessionState, { purchases }: SessionSums): boolean {
	return session !== 0 || purchases > 0;
}

function toHasSearch({ list }: SessionSearches): number {
	return list.length > 0 ? 1 : 0;
}

function toSessionRow({ session, user, firstMs, searches }: SessionState, sums: SessionSums): FactRow<'sessions'> {
	const { quarter } = toQuarter(firstMs);
	return { quarter, hasSearch: toHasSearch(searches), session, user, ...sums, sessions: session === 0 ? 0 : 1 };
}
