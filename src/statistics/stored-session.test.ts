import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SessionEvent, sessionEventKinds } from './session-event.ts';
import {
	createChapterEnd,
	emptySession,
	extendSession,
	openSession,
	readSession,
	sessionEventsMax,
	sessionKeptMs,
} from './stored-session.ts';

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

const blank: SessionEvent = {
	...{ kind: 'other', atMs: 0, user: 0, queryId: 0, device: 0, location: 0, text: null, query: 0, item: 0 },
	...{ itemHash: 0, reference: 0, rank: 0, source: 0, attempt: 0, hits: 0, indices: 0, shown: [], facets: [] },
	...{ units: 0, revenue: 0 },
};

test('a stored session has the events that went in', () => {
	fc.assert(
		fc.property(fc.array(event), fc.array(event), (events, more) => {
			const session = extendSession(extendSession(emptySession, events), more);
			assert.deepEqual(openSession(session.bytes), session);
			assert.deepEqual(readSession(session.bytes), [...events, ...more]);
			const times = [...events, ...more].map(({ atMs }) => atMs);
			assert.deepEqual([session.firstMs, session.lastMs], [Math.min(...times), Math.max(...times)]);
		}),
	);
});

test('hits that an earlier version stored as 30 bits of each key are told from names', () => {
	const [kind, hasHits, atMs, count] = [sessionEventKinds.indexOf('search'), 1 << 15, 0, 2];
	const mask = [(hasHits & 0x7f) | 0x80, ((hasHits >> 7) & 0x7f) | 0x80, hasHits >> 14];
	const [search] = readSession(Uint8Array.of(kind, ...mask, atMs, count, 10, 20));
	assert.deepEqual(search, { ...blank, kind: 'search', shown: [-11, -21] });
});

test('an event that is forgotten with its session starts a new one anyway', () => {
	const at = (atMs: number): SessionEvent => ({ ...blank, atMs });
	const stored = extendSession(emptySession, [at(0)]);
	const latestMs = 30 * 24 * 3600 * 1000;
	const [late, later] = [at(latestMs), at(sessionKeptMs - latestMs + 1)];
	assert.ok(createChapterEnd(stored).isBeyond(later), 'the session may be gone');
	const end = createChapterEnd(stored);
	end.add(late);
	assert.ok(!end.isBeyond(at(2 * latestMs)));
});

test('a session has so many events at most, and the next one starts anew', () => {
	const end = createChapterEnd(extendSession(emptySession, [blank, blank]));
	for (let count = 2; count < sessionEventsMax; count += 1) {
		assert.ok(!end.isBeyond(blank), `after ${count}`);
		end.add(blank);
	}
	assert.ok(end.isBeyond(blank));
});
