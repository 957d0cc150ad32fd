/**
 * Which events do models learn from?
 *
 *     a bot that says so ────────────────────────────► does not count
 *     the session is one too many of its client ─────► does not count, nor does anything else of it
 *     the session has counted enough ────────────────► does not count
 *     the same session, item and kind a moment ago ──► does not count
 *     else ──────────────────────────────────────────► counts
 *
 * A page that is loaded again is no second interest; a script that opens a session for every call moves no ranking,
 * as its sessions share a network. Who shares a network with many others, in an office or behind a carrier's address,
 * counts up to a number of sessions a day that one machine would need far more than.
 *
 * What is remembered of sessions, clients and moments is bounded: the oldest is forgotten, and is new when it comes
 * again. The same events in the same order give the same answers, also over a snapshot between any two of them.
 */
import { createRecentTable, openRecentTable, type RecentTable } from './recent-table.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

export interface EventFilterLimits {
	/** Of one session, item and kind, one event in so long a time counts: at least so much must pass since it did. */
	readonly duplicateWindowMs: number;
	/** Events that count of one session. */
	readonly sessionEventsMax: number;
	/** Sessions that count of one client; client keys change daily, so it is a number for a day. */
	readonly clientSessionsMax: number;
	/** Sessions, clients, and counted events, that are remembered; each ≥ 1. */
	readonly sessionsMax: number;
	readonly clientsMax: number;
	readonly recentEventsMax: number;
}

/** About 6 MB for a shop that fills them, a few kilobytes for one that sees few shoppers. */
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
	/** Whatever names the item within the scope of the filter. */
	readonly itemKey: string;
	readonly kind: string;
	/** Null where the caller is a shop's server: its sessions are not limited by client. */
	readonly clientKey: string | null;
	readonly isBot: boolean;
	readonly occurredAtMs: number;
}

export interface EventFilter {
	/** Whether the event counts; it is remembered if so. To be asked once for each event, in the order of the log. O(1). */
	isCounted(event: FilteredEvent): boolean;
	toBytes(): Uint8Array;
	byteCount(): number;
}

/** The value of a session none of whose events count; that of others is how many have counted. */
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

/** One search engine's filter. */
export function createEventFilter(limits: EventFilterLimits = eventFilterDefaults): EventFilter {
	return openEventFilter(limits, {
		sessions: createRecentTable(limits.sessionsMax),
		clients: createRecentTable(limits.clientsMax),
		recent: createRecentTable(limits.recentEventsMax),
	});
}

/** A filter from the bytes of `toBytes`. @throws SnapshotError when damaged, of another kind or of other limits. */
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

	/** Whether a session that was not there before is within its client's limit. */
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
 * A number below 2⁵² for three texts, by FNV-1a with two seeds: with 100,000 keys the chance that any two are the same is
 * one in a million, and would cost one event.
 */
function toKey(first: string, second: string, third: string): number {
	const low = hashText(hashText(hashText(0x811c9dc5, first), second), third) >>> 0;
	const high = hashText(hashText(hashText(0x2b3c1d9f, third), second), first) & 0xfffff;
	return high * 2 ** 32 + low;
}

/** The end of a text is hashed too, as another letter: else "a", "bc" and "ab", "c" would be the same. */
function hashText(seed: number, text: string): number {
	let hash = seed;
	for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	return Math.imul(hash ^ 0x10000, 0x01000193);
}
