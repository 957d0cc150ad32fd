import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../test/support/test-length.ts';
import {
	createEventFilter,
	type EventFilterLimits,
	eventFilterDefaults,
	type FilteredEvent,
	restoreEventFilter,
} from './event-filter.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const view: FilteredEvent = {
	sessionId: 's',
	itemKey: 'product@1',
	kind: 'view',
	clientKey: 'c',
	isBot: false,
	occurredAtMs: 1_000_000,
};

/** The same with maps and texts. */
function createPlainFilter(limits: EventFilterLimits) {
	const sessions = new Map<string, number | 'refused'>();
	const clients = new Map<string, number>();
	const recent = new Map<string, number>();

	function keepNewest<V>(map: Map<string, V>, key: string, value: V, max: number): void {
		map.set(key, value);
		const [oldest] = map.keys();
		if (map.size > max && oldest !== undefined) map.delete(oldest);
	}

	function admit(clientKey: string | null): boolean {
		if (clientKey === null) return true;
		const count = clients.get(clientKey) ?? 0;
		if (count < limits.clientSessionsMax) keepNewest(clients, clientKey, count + 1, limits.clientsMax);
		return count < limits.clientSessionsMax;
	}

	return (event: FilteredEvent): boolean => {
		if (event.isBot) return false;
		const { sessionId } = event;
		if (!sessions.has(sessionId)) {
			keepNewest(sessions, sessionId, admit(event.clientKey) ? 0 : 'refused', limits.sessionsMax);
		}
		const count = sessions.get(sessionId) ?? 'refused';
		if (count === 'refused' || count >= limits.sessionEventsMax) return false;
		const moment = JSON.stringify([sessionId, event.itemKey, event.kind]);
		const countedAtMs = recent.get(moment) ?? Number.NEGATIVE_INFINITY;
		if (Math.abs(event.occurredAtMs - countedAtMs) < limits.duplicateWindowMs) return false;
		keepNewest(recent, moment, event.occurredAtMs, limits.recentEventsMax);
		keepNewest(sessions, sessionId, count + 1, limits.sessionsMax);
		return true;
	};
}

const events = fc.array(
	fc.record({
		sessionId: fc.constantFrom('a', 'b', 'c', 'd', 'ab', 'bc'),
		itemKey: fc.constantFrom('1', '2', '12', ''),
		kind: fc.constantFrom('view', 'cart'),
		clientKey: fc.constantFrom('x', 'y', 'z', null),
		isBot: fc.constantFrom(false, false, false, true),
		stepMs: fc.nat(30),
	}),
	{ maxLength: 200 },
);

const someLimits = fc.record({
	duplicateWindowMs: fc.constantFrom(0, 10, 100),
	sessionEventsMax: fc.integer({ min: 1, max: 10 }),
	clientSessionsMax: fc.integer({ min: 1, max: 3 }),
	sessionsMax: fc.integer({ min: 1, max: 6 }),
	clientsMax: fc.integer({ min: 1, max: 3 }),
	recentEventsMax: fc.integer({ min: 1, max: 20 }),
});

describe('the filter of events', () => {
	it('counts an item and kind of a session once within the window', () => {
		const filter = createEventFilter({ ...eventFilterDefaults, duplicateWindowMs: 1000 });
		const at = (ms: number, change: Partial<FilteredEvent> = {}) =>
			filter.isCounted({ ...view, occurredAtMs: view.occurredAtMs + ms, ...change });
		assert.deepEqual([at(0), at(999), at(1000), at(1500), at(2000)], [true, false, true, false, true]);
		assert.deepEqual([at(2001, { kind: 'cart' }), at(2002, { itemKey: 'product@2' })], [true, true]);
		assert.equal(at(2003, { sessionId: 't' }), true);
	});

	it('counts no bots, and a session only up to its limit', () => {
		const filter = createEventFilter({ ...eventFilterDefaults, sessionEventsMax: 3 });
		assert.equal(filter.isCounted({ ...view, isBot: true }), false);
		const answers = [1, 2, 3, 4, 5].map((number) => filter.isCounted({ ...view, itemKey: `${number}` }));
		assert.deepEqual(answers, [true, true, true, false, false]);
	});

	it("counts some of the 100,000 sessions of one client, and all of those that a shop's server sends", () => {
		const filter = createEventFilter();
		let counted = 0;
		for (let number = 0; number < 100_000; number += 1) {
			if (filter.isCounted({ ...view, sessionId: `bot ${number}` })) counted += 1;
		}
		assert.equal(counted, eventFilterDefaults.clientSessionsMax);
		assert.equal(filter.isCounted({ ...view, sessionId: 'shopper', clientKey: 'other' }), true);
		for (let number = 0; number < 1000; number += 1) {
			assert.equal(filter.isCounted({ ...view, sessionId: `sent ${number}`, clientKey: null }), true);
		}
		assert(filter.byteCount() < 8_000_000, `${filter.byteCount()} bytes`);
	});

	it('answers like a filter of maps and texts, also across a snapshot', () => {
		fc.assert(
			fc.property(events, someLimits, fc.nat(200), (drawn, limits, restoredAt) => {
				let filter = createEventFilter(limits);
				const isCounted = createPlainFilter(limits);
				let occurredAtMs = 1000;
				for (const [index, { stepMs, ...rest }] of drawn.entries()) {
					if (index === restoredAt) filter = restoreEventFilter(limits, filter.toBytes());
					occurredAtMs += stepMs;
					const event = { ...rest, occurredAtMs };
					assert.equal(filter.isCounted(event), isCounted(event), `event ${index}`);
				}
			}),
			{ numRuns: chooseLength(100, 300) },
		);
	});

	it('rejects snapshots with other limits and damaged ones', () => {
		const filter = createEventFilter();
		filter.isCounted(view);
		const bytes = filter.toBytes();
		const limits = { ...eventFilterDefaults, clientSessionsMax: 7 };
		assert.throws(() => restoreEventFilter(limits, bytes), SnapshotError);
		assert.throws(
			() =>
				restoreEventFilter(
					eventFilterDefaults,
					bytes.map((byte) => byte ^ 1),
				),
			SnapshotError,
		);
	});
});
