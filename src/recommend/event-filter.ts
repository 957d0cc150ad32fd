/**
 * Which events do models learn from?
 *
 *     a declared bot ────────────────────────────────► does not count
 *     the session exceeds the limit of its client ───► neither it nor any other event of it counts
 *     the session has counted enough ────────────────► does not count
 *     the same session, item and kind a moment ago ──► does not count
 *     otherwise ─────────────────────────────────────► counts
 *
 * Reloading a page shows no further interest. A script that opens a session for every call moves no ranking, because
 * its sessions share a network. Shoppers who share a network with many others, in an office or behind a carrier's
 * address, count up to a number of sessions a day that a single machine would have to exceed by far.
 *
 * Memory for sessions, clients and recent events is bounded: the oldest is evicted, and is new when it comes again. The
 * same events in the same order give the same answers, even with a snapshot between any two of them.
 */
import { hashTexts } from '../lib/text-hash.ts';
import { createRecentTable, openRecentTable, type RecentTable } from './recent-table.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

export interface EventFilterLimits {
	/** Of the same session, item and kind, only one event counts within this time. */
	readonly duplicateWindowMs: number;
	/** The most events of one session that count. */
	readonly sessionEventsMax: number;
	/** The most sessions of one client that count; client keys change daily, so this is a number per day. */
	readonly clientSessionsMax: number;
	/** The most sessions, clients and counted events that are stored; each ≥ 1. */
	readonly sessionsMax: number;
	readonly clientsMax: number;
	readonly recentEventsMax: number;
}

/** About 6 MB for a shop that fills them, a few kilobytes for one with few shoppers. */
export const eventFilterDefaults: EventFilterLimits = {
	duplicateWindowMs: 60_000,
	sessionEventsMax: 500,
	clientSessionsMax: 200,
	sessionsMax: 100_000,
	clientsMax: 50_000,
	recentEventsMax: 50_000,
};

export interface FilteredEvent {
	readonly sessionId: string;
	/** Identifies the item within the scope of the filter. */
	readonly itemKey: string;
	readonly kind: string;
	/** Null where the caller is a shop's server, whose sessions are not limited by client. */
	readonly clientKey: string | null;
	readonly isBot: boolean;
	readonly occurredAtMs: number;
}

export interface EventFilter {
	/** Whether the event counts; if so, it is recorded. Call it once for each event, in the order of the log. O(1). */
	isCounted(event: FilteredEvent): boolean;
	toBytes(): Uint8Array;
	byteCount(): number;
}

/** The value of a session none of whose events count; for other sessions the value is the number of events counted. */
const refused = -1;

const kind = 'event-filter';
const version = 1;
const shape = {
	sessionKeys: Float64Array,
	sessionValues: Float64Array,
	clientKeys: Float64Array,
	clientValues: Float64Array,
	recentKeys: Float64Array,
	recentValues: Float64Array,
} as const;

interface Tables {
	readonly sessions: RecentTable;
	readonly clients: RecentTable;
	readonly recent: RecentTable;
}

/** Creates the filter of one search engine. */
export function createEventFilter(limits: EventFilterLimits = eventFilterDefaults): EventFilter {
	return openEventFilter(limits, {
		sessions: createRecentTable(limits.sessionsMax),
		clients: createRecentTable(limits.clientsMax),
		recent: createRecentTable(limits.recentEventsMax),
	});
}

/**
 * Restores a filter from `toBytes`. @throws SnapshotError when the bytes are damaged, of another kind or of other
 * limits
 */
export function restoreEventFilter(limits: EventFilterLimits, bytes: Uint8Array): EventFilter {
	const expected = toNumbers(limits);
	const { numbers, arrays } = readSnapshot(bytes, {
		kind,
		version,
		numberCount: expected.length + 3,
		arrays: shape,
	});
	const [sessionCount = 0, clientCount = 0, recentCount = 0, ...others] = numbers;
	if (others.join() !== expected.join()) throw new SnapshotError('the filter was made with other limits');
	const { sessionKeys, sessionValues, clientKeys, clientValues, recentKeys, recentValues } = arrays;
	const sessions = { keys: sessionKeys, values: sessionValues, addedCount: sessionCount };
	const clients = { keys: clientKeys, values: clientValues, addedCount: clientCount };
	const recent = { keys: recentKeys, values: recentValues, addedCount: recentCount };
	return openEventFilter(limits, {
		sessions: openRecentTable(limits.sessionsMax, sessions),
		clients: openRecentTable(limits.clientsMax, clients),
		recent: openRecentTable(limits.recentEventsMax, recent),
	});
}

function toNumbers(limits: EventFilterLimits): number[] {
	const { duplicateWindowMs, sessionEventsMax, clientSessionsMax, sessionsMax, clientsMax, recentEventsMax } = limits;
	return [duplicateWindowMs, sessionEventsMax, clientSessionsMax, sessionsMax, clientsMax, recentEventsMax];
}

function openEventFilter(limits: EventFilterLimits, { sessions, clients, recent }: Tables): EventFilter {
	const { duplicateWindowMs, sessionEventsMax, clientSessionsMax } = limits;

	/** Whether a new session is within its client's limit. */
	function admit(clientKey: string | null): boolean {
		if (clientKey === null) return true;
		const key = toKey(clientKey, '', '');
		const sessionCount = clients.get(key) ?? 0;
		if (sessionCount >= clientSessionsMax) return false;
		clients.set(key, sessionCount + 1);
		return true;
	}

	return {
		isCounted({ sessionId, itemKey, kind: eventKind, clientKey, isBot, occurredAtMs }) {
			if (isBot) return false;
			const sessionKey = toKey(sessionId, '', '');
			let countedCount = sessions.get(sessionKey);
			if (countedCount === undefined) {
				countedCount = admit(clientKey) ? 0 : refused;
				sessions.set(sessionKey, countedCount);
			}
			if (countedCount === refused || countedCount >= sessionEventsMax) return false;
			const key = toKey(sessionId, itemKey, eventKind);
			const countedAtMs = recent.get(key);
			if (countedAtMs !== undefined && Math.abs(occurredAtMs - countedAtMs) < duplicateWindowMs) return false;
			recent.set(key, occurredAtMs);
			sessions.set(sessionKey, countedCount + 1);
			return true;
		},
		toBytes() {
			const [session, client, moment] = [sessions.state, clients.state, recent.state];
			const counts = [session.addedCount, client.addedCount, moment.addedCount];
			return writeSnapshot({
				kind,
				version,
				numbers: [...counts, ...toNumbers(limits)],
				arrays: {
					sessionKeys: session.keys,
					sessionValues: session.values,
					clientKeys: client.keys,
					clientValues: client.values,
					recentKeys: moment.keys,
					recentValues: moment.values,
				},
			});
		},
		byteCount: () => sessions.byteCount() + clients.byteCount() + recent.byteCount(),
	};
}

/**
 * A number below 2⁵² for three texts, by FNV-1a with two seeds. With 100,000 keys the chance of any collision is one in
 * a million, and a collision would cost one event.
 */
function toKey(first: string, second: string, third: string): number {
	const low = hashTexts([first, second, third]);
	const high = hashTexts([third, second, first], 0x2b3c1d9f) & 0xfffff;
	return high * 2 ** 32 + low;
}
