/**
 * The rows that are known when all events of a session were looked at: of its searches, and of the session itself. Of what
 * was counted before, the old row is taken back where it is another now.
 */
import { noName } from '../domain/statistics/fact-name.ts';
import type { FactRow } from '../domain/statistics/fact-table.ts';
import type { FactSink } from './fact-sink.ts';
import { toQuarter } from './quarter.ts';
import type { SessionEvent } from './session-event.ts';
import type { SessionSearch, SessionSearches } from './session-searches.ts';

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

/** A session as it is counted. */
export interface CountedSession {
	/** The session id as `hash53`; 0 for events without one, which belong to no session. */
	readonly session: number;
	readonly user: number;
	/** By time; at least one. */
	readonly events: readonly SessionEvent[];
	readonly searches: SessionSearches;
}

/** @param knownCount so many of its events, the first ones, were counted before. */
export function addSession(counted: CountedSession, knownCount: number, { adding, subtracting }: Sinks): void {
	const { session, user, events, searches } = counted;
	if (knownCount >= events.length) return;
	const hasSearch = searches.list.length > 0 ? 1 : 0;
	for (let index = knownCount; index < events.length; index++) {
		const { kind, atMs, device, location } = events[index] as SessionEvent;
		if (kind !== 'init' && kind !== 'visit') continue;
		const { day, quarter } = toQuarter(atMs);
		const counts = kind === 'init' ? { inits: 1 } : { visits: 1 };
		adding.add('sessions', day, { quarter, device, hasSearch, session, user, ...counts });
		if (kind === 'init' && location !== noName) {
			adding.add('locations', day, { quarter, device, query: noName, location, inits: 1 });
		}
	}
	const { day } = toQuarter((events[0] as SessionEvent).atMs);
	const before = knownCount === 0 ? undefined : toSums(events.slice(0, knownCount));
	const sums = toSums(events);
	if (before !== undefined) {
		if (before.purchases === sums.purchases && before.device === sums.device && before.revenue === sums.revenue) return;
		if (isSession(counted, before)) subtracting.add('sessions', day, toSessionRow(counted, before));
	}
	if (isSession(counted, sums)) adding.add('sessions', day, toSessionRow(counted, sums));
}

interface SessionSums {
	readonly device: number;
	readonly purchases: number;
	readonly revenue: bigint;
}

function toSums(events: readonly SessionEvent[]): SessionSums {
	let device = 0;
	let purchases = 0;
	let revenue = 0n;
	for (const event of events) {
		if (device === 0) device = event.device;
		if (event.kind !== 'purchase') continue;
		purchases += 1;
		revenue += BigInt(event.revenue);
	}
	return { device, purchases, revenue };
}

/** Events without a session id count for one only if something was bought. */
function isSession({ session }: CountedSession, { purchases }: SessionSums): boolean {
	return session !== 0 || purchases > 0;
}

function toSessionRow({ session, user, events, searches }: CountedSession, sums: SessionSums): FactRow<'sessions'> {
	const { quarter } = toQuarter((events[0] as SessionEvent).atMs);
	const hasSearch = searches.list.length > 0 ? 1 : 0;
	return { quarter, hasSearch, session, user, ...sums, sessions: session === 0 ? 0 : 1 };
}
