import assert from 'node:assert/strict';

/**
 * What did shoppers view, in which order, and who else viewed the same items?
 *
 * The last `clicksMax` clicks of all sessions, in the order of their arrival, as a ring of slots. Three links turn
 * every walk of the session model into following indexes through typed arrays:
 *
 *     slot             0    1    2    3    4    5            session A clicked 7 4 7, session B 4 9 7
 *     itemOf           7    4    4    9    7    7
 *     sessionOf        A    B    A    B    A    B
 *     newerInSession   2    3    4    5    -    -            what came next in that session
 *     olderInSession   -    -    0    1    2    3            what came before
 *     olderOfItem      -    -    1    -    0    4            the click before on the same item, in any session
 *     newestOfItem     7 → 5,  4 → 2,  9 → 3                 where the walk over an item's clicks starts
 *
 * When the ring is full, the oldest click is evicted, so the content is always exactly the last `clicksMax` clicks. A
 * log rebuilt from those clicks answers every read the same. A session that lost its oldest clicks continues with the
 * rest. A session that lost all clicks is gone, and its handle starts a new one.
 *
 * Memory: 20 bytes a click, 16 a session and 8 an item. Arrays double as they fill, up to the limits.
 */

/** A session of one log: `generation · 2^31 + slot`. Opaque to callers; stays valid through a snapshot. */
export type SessionHandle = number;

const generationStep = 2 ** 31;
const slotsFirst = 1024;

export interface ClickLogLimits {
	/** The most clicks that are kept, ≥ 1. */
	readonly clicksMax: number;
	/** Items are whole numbers in [0, itemsMax). */
	readonly itemsMax: number;
}

/** The arrays of the log, for walks. Only the log may write to them; `-1` ends every chain. */
export interface ClickLogArrays {
	/** Item of each slot, [slots]. */
	itemOf: Int32Array<ArrayBuffer>;
	/** Session slot of each slot, [slots]. */
	sessionOf: Int32Array<ArrayBuffer>;
	/**
	 * [slots]. After the `supportOf[item]` newest clicks of an item this chain is stale: count the clicks instead of
	 * waiting for -1.
	 */
	olderOfItem: Int32Array<ArrayBuffer>;
	/** [slots] */
	olderInSession: Int32Array<ArrayBuffer>;
	/** [slots] */
	newerInSession: Int32Array<ArrayBuffer>;
	/** Newest live slot of each item, [items seen so far, rounded up]. */
	newestOfItem: Int32Array<ArrayBuffer>;
	/** Live clicks on each item, [as newestOfItem]. */
	supportOf: Int32Array<ArrayBuffer>;
	/** Newest slot of each session slot, [session slots]. */
	newestOfSession: Int32Array<ArrayBuffer>;
	/** Live clicks of each session slot, [session slots]; 0 when it is free. */
	clicksOfSession: Int32Array<ArrayBuffer>;
	/** How often a session slot was assigned, [session slots]. */
	generationOf: Int32Array<ArrayBuffer>;
	/** Free session slots as a stack in [0, counters.freeSessions), [session slots]. */
	freeSession: Int32Array<ArrayBuffer>;
}

export interface ClickLogCounters {
	/** The slot that the next click takes. */
	next: number;
	/** Live clicks. */
	clicks: number;
	/** Session slots ever taken. */
	sessions: number;
	freeSessions: number;
}

export interface ClickLog {
	readonly limits: ClickLogLimits;
	readonly arrays: ClickLogArrays;
	readonly counters: ClickLogCounters;
	/**
	 * Adds a click on `item` to `session`, or to a new session when none is given or it was evicted. Amortised O(1).
	 * @returns the handle of the session, whose last click is now `item`
	 */
	append(item: number, session?: SessionHandle): SessionHandle;
	/** The slot of a session that still has clicks, otherwise -1. */
	sessionSlot(session: SessionHandle | undefined): number;
	/**
	 * The last `countMax` items of a session (all by default), oldest first; empty when it was evicted. O(their number).
	 */
	itemsOf(session: SessionHandle, countMax?: number): number[];
	/** The number of live clicks on `item`; 0 for unknown items. */
	support(item: number): number;
	/** Bytes held in arrays. */
	byteCount(): number;
}

function grown(array: Int32Array, lengthMin: number, fill: number): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(lengthMin).fill(fill, array.length);
	larger.set(array);
	return larger;
}

/** The next size of a table that must hold `lengthMin` entries and never more than `lengthMax`. */
export function nextCapacity(current: number, lengthMin: number, lengthMax: number): number {
	return Math.min(lengthMax, Math.max(lengthMin, current * 2, slotsFirst));
}

/** An empty log. @throws when a limit is not a whole number in [1, 2^30] */
export function createClickLog(limits: ClickLogLimits): ClickLog {
	for (const limit of [limits.clicksMax, limits.itemsMax]) {
		assert(Number.isInteger(limit) && limit >= 1 && limit <= 2 ** 30, 'a click log needs limits in [1, 2^30]');
	}
	const empty = () => new Int32Array(0);
	return openClickLog(
		limits,
		{
			itemOf: empty(),
			sessionOf: empty(),
			olderOfItem: empty(),
			olderInSession: empty(),
			newerInSession: empty(),
			newestOfItem: empty(),
			supportOf: empty(),
			newestOfSession: empty(),
			clicksOfSession: empty(),
			generationOf: empty(),
			freeSession: empty(),
		},
		{ next: 0, clicks: 0, sessions: 0, freeSessions: 0 },
	);
}

/** A log over the arrays and counters of another log; it takes ownership of them. */
export function openClickLog(limits: ClickLogLimits, arrays: ClickLogArrays, counters: ClickLogCounters): ClickLog {
	function makeRoomForItem(item: number): void {
		if (item < arrays.newestOfItem.length) return;
		const capacity = nextCapacity(arrays.newestOfItem.length, item + 1, limits.itemsMax);
		arrays.newestOfItem = grown(arrays.newestOfItem, capacity, -1);
		arrays.supportOf = grown(arrays.supportOf, capacity, 0);
	}

	function takeSessionSlot(): number {
		if (counters.freeSessions > 0) {
			counters.freeSessions -= 1;
			return arrays.freeSession[counters.freeSessions] ?? 0;
		}
		if (counters.sessions === arrays.newestOfSession.length) {
			const capacity = nextCapacity(counters.sessions, counters.sessions + 1, limits.clicksMax);
			arrays.newestOfSession = grown(arrays.newestOfSession, capacity, -1);
			arrays.clicksOfSession = grown(arrays.clicksOfSession, capacity, 0);
			arrays.generationOf = grown(arrays.generationOf, capacity, 0);
			arrays.freeSession = grown(arrays.freeSession, capacity, 0);
		}
		counters.sessions += 1;
		return counters.sessions - 1;
	}

	function sessionSlot(session: SessionHandle | undefined): number {
		if (session === undefined || session < 0) return -1;
		const slot = session % generationStep;
		const isKnown = slot < counters.sessions && arrays.generationOf[slot] === Math.floor(session / generationStep);
		return isKnown && (arrays.clicksOfSession[slot] ?? 0) > 0 ? slot : -1;
	}

	function support(item: number): number {
		return arrays.supportOf[item] ?? 0;
	}

	return {
		limits,
		arrays,
		counters,
		sessionSlot,
		support,
		append(item, session) {
			assert(Number.isInteger(item) && item >= 0 && item < limits.itemsMax, `item ${item} is out of range`);
			makeRoomForItem(item);
			makeRoomForClick(arrays, counters, limits.clicksMax);
			// Checked after the eviction, which may have removed the last click of this session.
			let owner = sessionSlot(session);
			if (owner < 0) owner = takeSessionSlot();
			link(arrays, { slot: counters.next, item, session: owner });
			counters.clicks += 1;
			counters.next = counters.next + 1 === arrays.itemOf.length ? 0 : counters.next + 1;
			return (arrays.generationOf[owner] ?? 0) * generationStep + owner;
		},
		itemsOf(session, countMax = limits.clicksMax) {
			const items: number[] = [];
			const owner = sessionSlot(session);
			let slot = owner < 0 ? -1 : (arrays.newestOfSession[owner] ?? -1);
			for (; slot >= 0 && items.length < countMax; slot = arrays.olderInSession[slot] ?? -1) {
				items.push(arrays.itemOf[slot] ?? 0);
			}
			return items.reverse();
		},
		byteCount: () => Object.values<Int32Array>({ ...arrays }).reduce((sum, array) => sum + array.byteLength, 0),
	};
}

/** Makes the slot at `next` free: by enlarging the ring while that is allowed, then by evicting the oldest click. */
function makeRoomForClick(arrays: ClickLogArrays, counters: ClickLogCounters, clicksMax: number): void {
	const length = arrays.itemOf.length;
	if (counters.clicks < length) return;
	if (length === clicksMax) {
		evictOldest(arrays, counters);
		return;
	}
	const capacity = nextCapacity(length, counters.clicks + 1, clicksMax);
	for (const name of ['itemOf', 'sessionOf', 'olderOfItem', 'olderInSession', 'newerInSession'] as const) {
		arrays[name] = grown(arrays[name], capacity, -1);
	}
	// A growing ring has not wrapped, except that `next` returned to 0 at the end of the old size.
	counters.next = counters.clicks;
}

function link(arrays: ClickLogArrays, click: { slot: number; item: number; session: number }): void {
	const { slot, item, session } = click;
	const before = arrays.newestOfSession[session] ?? -1;
	arrays.itemOf[slot] = item;
	arrays.sessionOf[slot] = session;
	arrays.olderOfItem[slot] = arrays.newestOfItem[item] ?? -1;
	arrays.olderInSession[slot] = before;
	arrays.newerInSession[slot] = -1;
	if (before >= 0) arrays.newerInSession[before] = slot;
	arrays.newestOfItem[item] = slot;
	arrays.supportOf[item] = (arrays.supportOf[item] ?? 0) + 1;
	arrays.newestOfSession[session] = slot;
	arrays.clicksOfSession[session] = (arrays.clicksOfSession[session] ?? 0) + 1;
}

/** Evicts the click in the slot `next`, the oldest one of a full ring. */
function evictOldest(arrays: ClickLogArrays, counters: ClickLogCounters): void {
	const slot = counters.next;
	const item = arrays.itemOf[slot] ?? 0;
	const session = arrays.sessionOf[slot] ?? 0;
	const newer = arrays.newerInSession[slot] ?? -1;
	const support = (arrays.supportOf[item] ?? 0) - 1;
	const clicks = (arrays.clicksOfSession[session] ?? 0) - 1;
	arrays.supportOf[item] = support;
	if (support === 0) arrays.newestOfItem[item] = -1;
	if (newer >= 0) arrays.olderInSession[newer] = -1;
	arrays.clicksOfSession[session] = clicks;
	counters.clicks -= 1;
	if (clicks > 0) return;
	arrays.newestOfSession[session] = -1;
	arrays.generationOf[session] = ((arrays.generationOf[session] ?? 0) + 1) % 2 ** 21;
	arrays.freeSession[counters.freeSessions] = session;
	counters.freeSessions += 1;
}
