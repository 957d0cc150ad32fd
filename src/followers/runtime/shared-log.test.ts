import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createListFeed } from '../../../test/support/read-events.ts';
import type { EventKind } from '../../domain/event/shopper-event.ts';
import { type Position, startPosition, toPosition } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { EngineEvent } from './aggregate-definition.ts';
import { shareLog } from './shared-log.ts';

const kinds = ['search', 'click'] as const;

/** A log in memory, shared; `reads` are those of the store. */
function openLog() {
	const events: EngineEvent[] = [];
	const reads: Position[] = [];
	const store = { incarnation: 'a', nowMs: 0, beforeRead: async (): Promise<void> => undefined };
	const { log, history } = shareLog<EngineEvent>({
		log: {
			log({ hashid, kinds: wanted }) {
				const ours = hashid === undefined ? events : events.filter((event) => event.hashid === hashid);
				return {
					async read(after, countMax) {
						reads.push(after);
						const batch = createListFeed([...ours], ({ kind }) => wanted?.includes(kind) ?? true).read(after, countMax);
						await store.beforeRead();
						return batch;
					},
					readEnd: async () => events.at(-1)?.position ?? startPosition,
				};
			},
		},
		history: {
			readIncarnation: async () => store.incarnation,
			findCommonPast: () => assert.fail('nothing is compared'),
		},
		...{ kinds, nowMs: () => store.nowMs, weigh: () => 500 },
	});
	const add = (kind: EventKind = 'search') => {
		events.push({ position: toPosition(events.length + 1), hashid: 'e', kind });
	};
	return { log, readIncarnation: history?.readIncarnation ?? assert.fail(), store, reads, add, events };
}

async function listRead(feed: ChangeFeed<EngineEvent>, after: Position, countMax = 100): Promise<readonly Position[]> {
	return (await feed.read(after, countMax)).changes.map(({ position }) => position);
}

test('what one has read, another gets without the store: its own kinds of it, and the part that it does not have', async () => {
	const { log, reads, add } = openLog();
	for (const kind of ['search', 'click', 'erasure', 'search'] as const) add(kind);
	const all = log.log({ kinds: [...kinds, 'erasure'] });
	const searches = log.log({ kinds: ['search'] });
	assert.deepEqual(await listRead(all, startPosition), [1, 2, 3, 4].map(toPosition));
	assert.deepEqual(await listRead(searches, startPosition), [1, 4].map(toPosition));
	assert.deepEqual(await searches.read(toPosition(1), 2), { changes: [], position: toPosition(3), isEnd: false });
	assert.deepEqual(await listRead(searches, toPosition(2)), [toPosition(4)]);
	assert.deepEqual(reads, [startPosition]);
	add();
	assert.deepEqual(await listRead(searches, toPosition(4)), [toPosition(5)]);
	assert.deepEqual(await listRead(all, toPosition(4)), [toPosition(5)]);
	assert.deepEqual(reads, [startPosition, toPosition(4)]);
});

test('what is not of these kinds, or of one search engine, is read from the store', async () => {
	const { log, reads, add } = openLog();
	add('view');
	await listRead(log.log({ kinds }), startPosition);
	assert.deepEqual(await listRead(log.log({ kinds: ['view'] }), startPosition), [toPosition(1)]);
	assert.deepEqual(await listRead(log.log({ hashid: 'e' }), startPosition), [toPosition(1)]);
	assert.deepEqual(await listRead(log.log({}), startPosition), [toPosition(1)]);
	assert.equal(reads.length, 4);
});

test('nothing is kept of another incarnation of the store, nor of a read that was under way', async () => {
	const { log, reads, add, store, readIncarnation, events } = openLog();
	const feed = log.log({ kinds });
	await readIncarnation();
	add();
	add();
	const under = Promise.withResolvers<void>();
	store.beforeRead = () => under.promise;
	const reading = listRead(feed, startPosition);
	// The store loses its last event.
	events.pop();
	store.incarnation = 'b';
	await readIncarnation();
	under.resolve();
	assert.deepEqual(await reading, [1, 2].map(toPosition));
	assert.deepEqual(await listRead(feed, startPosition), [toPosition(1)]);
	await readIncarnation();
	assert.deepEqual(await listRead(feed, startPosition), [toPosition(1)]);
	assert.equal(reads.length, 2);
});

test('whoever reads while another reads the same waits for its answer, and reads itself when that fails', async () => {
	const { log, reads, add, store } = openLog();
	const feed = log.log({ kinds });
	add();
	const both = () => Promise.all([listRead(feed, startPosition), listRead(feed, startPosition)]);
	assert.deepEqual(await both(), [[toPosition(1)], [toPosition(1)]]);
	assert.equal(reads.length, 1);
	store.nowMs = 3_000;
	let failures = 0;
	store.beforeRead = async () => {
		failures += 1;
		if (failures === 1) throw new Error('the connection is lost');
	};
	const [first, second] = await Promise.allSettled([listRead(feed, startPosition), listRead(feed, startPosition)]);
	assert.deepEqual([first.status, second], ['rejected', { status: 'fulfilled', value: [toPosition(1)] }]);
	assert.equal(reads.length, 3);
});

test('whoever knows of another incarnation does not wait for a read that began before', async () => {
	const { log, reads, add, store, readIncarnation } = openLog();
	const feed = log.log({ kinds });
	add();
	await readIncarnation();
	const under = Promise.withResolvers<void>();
	store.beforeRead = () => under.promise;
	const before = listRead(feed, startPosition);
	store.incarnation = 'b';
	await readIncarnation();
	store.beforeRead = async () => undefined;
	assert.deepEqual(await listRead(feed, startPosition), [toPosition(1)]);
	under.resolve();
	assert.deepEqual(await before, [toPosition(1)]);
	assert.equal(reads.length, 2);
});

test('that the log had no more is not kept: it may have more by now', async () => {
	const { log, reads, add } = openLog();
	const feed = log.log({ kinds });
	add();
	assert.equal((await feed.read(startPosition, 5)).isEnd, true);
	assert.deepEqual(await feed.read(startPosition, 5), {
		changes: [{ position: toPosition(1), hashid: 'e', kind: 'search' }],
		position: toPosition(1),
		isEnd: false,
	});
	for (let time = 0; time < 40; time++) await feed.read(toPosition(1), 5);
	// Batches without anything take no room.
	await feed.read(startPosition, 5);
	assert.equal(reads.length, 41);
});

test('a follower that reads the end of the log gets nothing that was read before', async () => {
	const { log, reads, add, events } = openLog();
	const feed = log.log({ kinds });
	add();
	add('erasure');
	await listRead(feed, startPosition);
	events.shift();
	assert.equal(await feed.readEnd(), toPosition(2));
	assert.deepEqual(await listRead(feed, startPosition), []);
	assert.equal(reads.length, 2);
});

test('batches are kept for some seconds, and only so much of them', async () => {
	const { log, reads, add, store } = openLog();
	const feed = log.log({ kinds });
	for (let count = 0; count < 20; count++) add();
	for (let after = 0; after < 20; after++) await listRead(feed, toPosition(after), 1);
	await listRead(feed, toPosition(4), 1);
	assert.equal(reads.length, 20);
	await listRead(feed, toPosition(0), 1);
	assert.equal(reads.length, 21);
	store.nowMs = 3_000;
	await listRead(feed, toPosition(19), 1);
	assert.equal(reads.length, 22);
});

test('whoever reads whenever, and however much, reads every event of its kinds once and in order', async () => {
	const step = fc.oneof(
		fc.record({ add: fc.constantFrom<EventKind[]>('search', 'click', 'erasure', 'view') }),
		fc.record({ reader: fc.nat(2), countMax: fc.integer({ min: 1, max: 4 }) }),
		fc.record({ passMs: fc.nat(2_000) }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
			const { log, add, store, events, reads } = openLog();
			const readers = [['search'], kinds, ['click', 'erasure']].map((wanted) => ({
				feed: log.log({ kinds: wanted as EventKind[] }),
				...{ wanted: wanted as EventKind[], position: startPosition, seen: [] as Position[] },
			}));
			const go = async (reader: (typeof readers)[number], countMax: number) => {
				const { changes, position } = await reader.feed.read(reader.position, countMax);
				reader.seen.push(...changes.map((event) => event.position));
				reader.position = position;
			};
			for (const one of steps) {
				if ('add' in one) add(one.add);
				else if ('passMs' in one) store.nowMs += one.passMs;
				else await go(readers[one.reader] as (typeof readers)[number], one.countMax);
			}
			for (const reader of readers) {
				for (let tries = 0; tries <= events.length; tries++) await go(reader, 2);
				const expected = events.filter(({ kind }) => reader.wanted.includes(kind));
				assert.deepEqual(
					reader.seen,
					expected.map(({ position }) => position),
				);
			}
			assert.ok(reads.length > 0);
		}),
	);
});
