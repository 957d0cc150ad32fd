import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { toErasureSubject } from '../../src/domain/event/erasure.ts';
import type { QueuedEvent, ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import type { FoundEvent, ShopperWalk } from '../../src/ports/event-repository.ts';
import { blankEvent } from '../support/blank-event.ts';
import { readEvents } from '../support/read-events.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, sampleEngine, sampleEvent, toHexId } from './sample-data.ts';

const { hashid } = sampleEngine();
const elsewhere = toHexId(2, 32);

function init(number: number, change: Partial<ShopperEvent> = {}): ShopperEvent {
	return sampleEvent(number, { kind: 'init' }, change);
}

export function testErasures(open: OpenDatabase): void {
	async function openFilled(t: TestContext): Promise<Database> {
		const database = await open(t);
		await fillDatabase(database);
		return database;
	}

	async function listIds({ events }: Database): Promise<readonly (string | null)[]> {
		return (await readEvents(events)).map(({ kind, sessionId }) => (kind === 'erasure' ? 'erasure' : sessionId));
	}

	/** Walks to the end in batches of two. */
	async function find({ events }: Database, where: object): Promise<readonly FoundEvent[]> {
		const found: FoundEvent[] = [];
		for (let after: Position | null = startPosition; after !== null; ) {
			const batch = await events.findOfShopper({ ...where, after, eventCountMax: 2 } as ShopperWalk);
			found.push(...batch.events);
			assert(batch.position === null || comparePositions(batch.position, after) > 0);
			after = batch.position;
		}
		return found;
	}

	describe('erasing events', () => {
		test('a walk finds events of a session or a user, and events that name no user', async (t) => {
			const database = await openFilled(t);
			await database.events.recordMany([
				init(1, { sessionId: 'a', userId: 'u' }),
				init(2, { sessionId: 'b', userId: 'u', hashid: elsewhere, storeId: null }),
				init(3, { sessionId: 'a', userId: null }),
				init(4, { sessionId: 'a', userId: 'v' }),
				init(5, { sessionId: null, userId: 'u' }),
				init(6, { sessionId: null, userId: null }),
			]);
			const positions = (await readEvents(database.events)).map(({ position }) => position);
			const numbers = async (where: object) =>
				(await find(database, where)).map(({ position }) => positions.indexOf(position) + 1);
			assert.deepEqual(await numbers({ hashid: null, userId: 'u' }), [1, 2, 5]);
			assert.deepEqual(await numbers({ hashid, userId: 'u' }), [1, 5]);
			assert.deepEqual(await numbers({ hashid, sessionId: 'a' }), [1, 3, 4]);
			assert.deepEqual(await numbers({ hashid }), [3]);
			const log = await readEvents(database.events);
			const step = { hashid, sessionId: 'a', after: startPosition, eventCountMax: 100 };
			const read = await database.events.readOfShopper(step);
			const storeId = toHexId(1, 32);
			assert.deepEqual(read, { events: [0, 2, 3].map((at) => ({ ...log[at], storeId })), position: null });
			const [found] = await find(database, { hashid: elsewhere, sessionId: 'b' });
			assert.deepEqual(found, {
				position: positions[1],
				hashid: elsewhere,
				storeId: null,
				sessionId: 'b',
				userId: 'u',
			});
		});

		test('deletes by position, and the log has one erasure and nothing else new', async (t) => {
			const database = await openFilled(t);
			const { events } = database;
			await events.recordMany(['a', 'b', 'c'].map((sessionId, index) => init(index, { sessionId })));
			const positions = (await readEvents(events)).map(({ position }) => position);
			const erasure = { id: toHexId(9, 32), hashid, storeId: toHexId(1, 32), erasedAtMs: 9000 };
			assert.equal(await events.eraseEvents({ ...erasure, positions: positions.slice(0, 2) }), 2);
			assert.deepEqual(await listIds(database), ['c', 'erasure']);
			const [logged] = await readEvents(events, positions[2]);
			assert(logged !== undefined && comparePositions(logged.position, positions[2] ?? startPosition) > 0);
			const { position } = logged;
			assert.deepEqual(logged, { ...blankEvent, position, kind: 'erasure', hashid, occurredAtMs: 9000 });
			assert.equal(await events.eraseEvents({ ...erasure, positions: positions.slice(0, 2) }), 0);
			assert.deepEqual(await listIds(database), ['c', 'erasure'], 'nothing was erased, so nothing says so');
		});

		test('keeps what is still queued from being written', async (t) => {
			const database = await openFilled(t);
			const { events } = database;
			const toSuppression = (shopper: Parameters<typeof toErasureSubject>[0]) => ({
				hashid,
				subject: toErasureSubject(shopper),
				erasedAtMs: 100,
			});
			await events.suppressErased([
				toSuppression({ sessionId: 'a' }),
				toSuppression({ userId: 'u' }),
				toSuppression({ unnamedSessionId: 'n' }),
			]);
			// The date says nothing: a clock may have been set since.
			const waiting = (number: number, change: Partial<QueuedEvent>): QueuedEvent => ({
				...init(number, { ...change, occurredAtMs: number % 2 === 0 ? 1 : 1000 }),
				queuedAtMs: change.queuedAtMs ?? 100,
			});
			await events.recordQueued([
				waiting(1, { sessionId: 'a', userId: 'x' }),
				waiting(2, { sessionId: 'late a', userId: 'u' }),
				waiting(3, { sessionId: 'n', userId: null }),
				waiting(4, { sessionId: 'n', userId: 'other' }),
				waiting(5, { sessionId: 'b', userId: null }),
				waiting(6, { sessionId: null, userId: null }),
				waiting(7, { queuedAtMs: 101, sessionId: 'a' }),
				waiting(8, { sessionId: 'a', hashid: elsewhere }),
			]);
			assert.deepEqual(await listIds(database), ['n', 'b', null, 'a', 'a']);
			await events.recordMany([init(9, { sessionId: 'a' })]);
			assert.equal((await listIds(database)).length, 6, 'what is sent now is the shopper coming back');
			await events.forgetOld({ eventsBeforeMs: null, suppressionsBeforeMs: 101, eventCountMax: 10 });
			await events.recordQueued([waiting(10, { sessionId: 'a' })]);
			assert.equal((await listIds(database)).length, 7, 'marks are kept for a while only');
		});
	});

	describe('forgetting events', () => {
		test('deletes from the oldest, in steps, as far as they are old enough', async (t) => {
			const database = await openFilled(t);
			const times = [10, 20, 30, 40, 50];
			await database.events.recordMany(times.map((ms) => init(ms, { sessionId: `${ms}`, occurredAtMs: ms })));
			const end = await database.events.log().readEnd();
			const forget = (eventsBeforeMs: number | null) =>
				database.events.forgetOld({ eventsBeforeMs, suppressionsBeforeMs: 0, eventCountMax: 2 });
			assert.equal(await forget(null), 'idle');
			assert.equal(await forget(10), 'idle');
			assert.equal((await listIds(database)).length, 5);
			assert.equal(await forget(40), 'forgotten');
			assert.deepEqual(await listIds(database), ['30', '40', '50']);
			assert.equal(await forget(40), 'forgotten');
			assert.equal(await forget(40), 'idle');
			assert.deepEqual(await listIds(database), ['40', '50']);
			assert.equal(await forget(1000), 'forgotten');
			assert.equal(await forget(1000), 'idle');
			assert.deepEqual(await listIds(database), []);
			await database.events.recordMany([init(60)]);
			assert(comparePositions(await database.events.log().readEnd(), end) > 0, 'a position is never used again');
		});
	});
}
