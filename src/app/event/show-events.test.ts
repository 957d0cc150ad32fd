import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sampleEngine, sampleEvent } from '../../../test/contract/sample-data.ts';
import { readEvents } from '../../../test/support/read-events.ts';
import { openScratchZone, type ScratchZone } from '../../../test/support/scratch-zone.ts';
import type { Principal } from '../../domain/account/account.ts';
import { FailureError, unwrap } from '../../lib/failure.ts';
import type { ReadEvent } from '../../ports/event-repository.ts';
import { createEventEraser } from './erase-events.ts';
import type { ShopperRequest } from './shopper-walk.ts';
import { createEventShower } from './show-events.ts';

const [first, second, foreign] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

let zone: ScratchZone & AsyncDisposable;
let owner: Principal;
let stranger: Principal;

before(async () => {
	zone = await openScratchZone();
	({ owner } = await zone.openAccount());
	({ owner: stranger } = await zone.openAccount('Bags'));
	for (const [hashid, { accountId }] of [
		[first, owner],
		[second, owner],
		[foreign, stranger],
	] as const) {
		const engine = sampleEngine(1, { hashid, accountId, storeId: null, isDefault: false });
		await zone.database.searchEngines.create(engine);
	}
});
after(() => zone[Symbol.asyncDispose]());

const limits = { chunkEventsMax: 3 };

async function show(request: ShopperRequest, sessionsMax = 100) {
	const shower = createEventShower({
		...zone.database,
		yieldToOthers: async () => undefined,
		limits: { ...limits, sessionsMax },
	});
	const shown: ReadEvent[] = [];
	for await (const chunk of unwrap(await shower.show(owner, request))) shown.push(...(chunk as readonly ReadEvent[]));
	return shown;
}

const shoppers = fc.record({
	hashid: fc.constantFrom(first, first, second, foreign),
	sessionId: fc.constantFrom(null, 's', 's', 't', 'u'),
	userId: fc.constantFrom(null, null, 'ana', 'bea'),
});
const requests: fc.Arbitrary<ShopperRequest> = fc.constantFrom(
	{ hashid: null, userId: 'ana' },
	{ hashid: first, userId: 'ana' },
	{ hashid: first, sessionId: 's' },
);

test('shows exactly what an erasure deletes, each event once', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(shoppers, { maxLength: 25 }), requests, async (all, request) => {
			const { events } = zone.database;
			const start = await events.log().readEnd();
			await events.recordMany(
				all.map((who, at) => sampleEvent(at, { kind: 'init' }, { storeId: null, device: 'mobile', ...who })),
			);
			const recorded = await readEvents(events, start);
			const shown = await show(request);
			const eraser = createEventEraser({
				...zone.database,
				...{ clock: zone.clock, randomness: zone.randomness, yieldToOthers: async () => undefined, limits },
			});
			assert.equal(unwrap(await eraser.erase(owner, request)), shown.length);
			const left = new Set((await readEvents(events, start)).map(({ position }) => position));
			const erased = recorded.filter(({ position }) => !left.has(position));
			const byPosition = new Map(shown.map(({ storeId: _, ...event }) => [event.position, event]));
			assert.equal(byPosition.size, shown.length);
			assert.deepEqual(
				erased,
				erased.map(({ position }) => byPosition.get(position)),
			);
			unwrap(await eraser.erase(owner, { hashid: null, userId: 'ana' }));
		}),
		{ numRuns: 40 },
	);
});

test('knows neither a search engine of another account nor one that is not there', async () => {
	const shower = createEventShower({ ...zone.database, yieldToOthers: async () => undefined });
	for (const [hashid, code] of [
		[foreign, 'forbidden'],
		['d'.repeat(32), 'not_found'],
	] as const) {
		const shown = await shower.show(owner, { hashid, sessionId: 's' });
		assert(!shown.ok && shown.failure.code === code);
	}
});

test('refuses a user with more sessions than it keeps in memory', async () => {
	const own = ['1', '2', '3'].map((sessionId, at) =>
		sampleEvent(at, { kind: 'init' }, { storeId: null, hashid: second, sessionId, userId: 'many' }),
	);
	await zone.database.events.recordMany(own);
	assert.equal((await show({ hashid: null, userId: 'many' }, 3)).length, 3);
	await assert.rejects(show({ hashid: null, userId: 'many' }, 2), FailureError);
});
