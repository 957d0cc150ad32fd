import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SessionEvent, sessionEventKinds } from './session-event.ts';
import { openSession, packSession, sessionEventsMax, sessionKeptMs, startsAnew } from './stored-session.ts';

const hash = fc.oneof(fc.constant(0), fc.maxSafeNat());
const name = fc.nat(2 ** 31);
const event: fc.Arbitrary<SessionEvent> = fc.record(
	{
		kind: fc.constantFrom(...sessionEventKinds),
		atMs: fc.integer({ min: -(2 ** 45), max: 2 ** 45 }),
		...{ user: hash, queryId: hash, device: fc.nat(2), location: name, query: name, item: name, reference: name },
		...{
			itemHash: fc.nat(2 ** 30 - 1),
			rank: fc.nat(500),
			source: fc.nat(3),
			attempt: fc.nat(3),
			hits: name,
			indices: name,
		},
		...{ units: fc.nat(), revenue: fc.maxSafeNat(), text: fc.option(fc.string({ unit: 'grapheme' })) },
		...{ shown: fc.array(fc.nat(2 ** 30 - 1)), facets: fc.array(name) },
	},
	{ noNullPrototype: true },
);

test('a stored session has the events that went in', () => {
	fc.assert(
		fc.property(fc.array(event), (events) => {
			const stored = openSession(packSession(events));
			assert.deepEqual(stored.events, events);
			const times = events.map(({ atMs }) => atMs);
			assert.deepEqual([stored.firstMs, stored.lastMs], [Math.min(...times), Math.max(...times)]);
		}),
	);
});

test('an event that is forgotten with its session starts a new one anyway', () => {
	const at = (atMs: number): SessionEvent => ({ ...(openSession(packSession([])).events[0] as SessionEvent), atMs });
	const stored = { events: [at(0)], firstMs: 0, lastMs: 0 };
	const latestMs = 30 * 24 * 3600 * 1000;
	assert(startsAnew(stored, at(sessionKeptMs - latestMs + 1)), 'the session may be gone');
	assert(!startsAnew(stored, at(latestMs)));
	assert(startsAnew({ ...stored, events: Array.from({ length: sessionEventsMax }, () => at(0)) }, at(1)));
});
