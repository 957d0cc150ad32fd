import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { sampleEngine, sampleEvent } from '../../../test/contract/sample-data.ts';
import { readEvents } from '../../../test/support/read-events.ts';
import { openScratchZone, type ScratchZone } from '../../../test/support/scratch-zone.ts';
import type { Principal } from '../../domain/account/account.ts';
import type { ShopperEvent } from '../../domain/event/shopper-event.ts';
import { unwrap } from '../../lib/failure.ts';
import { createEventEraser, type EventEraser } from './erase-events.ts';

const [first, second, foreign] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

let zone: ScratchZone & AsyncDisposable;
let owner: Principal;
let storeId: string;
let eraser: EventEraser;

before(async () => {
	zone = await openScratchZone();
	({ owner } = await zone.openAccount());
	const { owner: stranger } = await zone.openAccount('Bags');
	const lists = { allowedDomains: [], blockedIps: [] };
	storeId = unwrap(await zone.stores.create(owner, { name: 'Shoes', isCorsEnforced: false, ...lists })).id;
	const { searchEngines } = zone.database;
	for (const [hashid, { accountId }] of [
		[first, owner],
		[second, owner],
		[foreign, stranger],
	] as const) {
		await searchEngines.create(sampleEngine(1, { hashid, accountId, storeId: null, isDefault: false }));
	}
	eraser = createEraser();
});
beforeEach(async () => {
	const endOfTimeMs = Number.MAX_SAFE_INTEGER;
	const limits = { eventsBeforeMs: endOfTimeMs, suppressionsBeforeMs: endOfTimeMs, eventCountMax: 1000 };
	while ((await zone.database.events.forgetOld(limits)) === 'forgotten');
});
after(() => zone[Symbol.asyncDispose]());

/** An eraser that works in small chunks, so that there are many. */
function createEraser(yieldToOthers: () => Promise<void> = async () => undefined): EventEraser {
	const { events, searchEngines, stores } = zone.database;
	const limits = { chunkEventsMax: 3, sessionsMax: 2 };
	return createEventEraser({
		events,
		searchEngines,
		stores,
		clock: zone.clock,
		randomness: zone.randomness,
		yieldToOthers,
		limits,
	});
}

type Who = Pick<ShopperEvent, 'hashid' | 'sessionId' | 'userId'>;

async function record(shoppers: readonly (Who & { readonly storeId?: string | null })[]): Promise<void> {
	await zone.database.events.recordMany(
		shoppers.map((who, index) => sampleEvent(index, { kind: 'init' }, { storeId: null, ...who })),
	);
}

async function listLeft(): Promise<readonly Who[]> {
	const log = await readEvents(zone.database.events);
	return log
		.filter(({ kind }) => kind !== 'erasure')
		.map(({ hashid, sessionId, userId }) => ({ hashid, sessionId, userId }));
}

describe('erasing', () => {
	it('takes everything of one session of one search engine, and counts it', async () => {
		const others = [
			{ hashid: first, sessionId: 't', userId: 'u' },
			{ hashid: second, sessionId: 's', userId: 'u' },
			{ hashid: foreign, sessionId: 's', userId: null },
		];
		const own = { hashid: first, sessionId: 's', userId: null };
		await record([own, ...others, own, { ...own, userId: 'u' }, own, own]);
		assert.equal(unwrap(await eraser.erase(owner, { hashid: first, sessionId: 's' })), 5);
		assert.deepEqual(await listLeft(), others);
		const log = await readEvents(zone.database.events);
		assert(log.some(({ kind, hashid }) => kind === 'erasure' && hashid === first));
		assert(!log.some(({ kind, hashid }) => kind === 'erasure' && hashid !== first));
		assert.equal(unwrap(await eraser.erase(owner, { hashid: first, sessionId: 's' })), 0);
	});

	it("erases a user's events of a removed engine while its store exists", async () => {
		const gone = 'd'.repeat(32);
		await record([
			{ hashid: gone, storeId, sessionId: 's', userId: 'u' },
			{ hashid: gone, storeId, sessionId: 's', userId: null },
			{ hashid: gone, storeId: 'e'.repeat(32), sessionId: 't', userId: 'u' },
		]);
		assert.equal(unwrap(await eraser.erase(owner, { hashid: null, userId: 'u' })), 2);
		assert.deepEqual(await listLeft(), [{ hashid: gone, sessionId: 't', userId: 'u' }]);
	});

	it('keeps events that wait in a queue from coming after it', async () => {
		const init = sampleEvent(1, { kind: 'init' }, { hashid: second, sessionId: 's', userId: 'u' });
		const waiting = { ...init, queuedAtMs: zone.clock.steadyMs() };
		assert.equal(unwrap(await eraser.erase(owner, { hashid: null, userId: 'u' })), 0);
		await zone.database.events.recordQueued([waiting, { ...waiting, userId: 'v' }]);
		assert.deepEqual(await listLeft(), [{ hashid: second, sessionId: 's', userId: 'v' }]);
	});

	it('is refused for a search engine that is not there, or not of the account', async () => {
		for (const request of [{ sessionId: 's' }, { userId: 'u' }]) {
			for (const [hashid, code] of [
				['f'.repeat(32), 'not_found'],
				[foreign, 'forbidden'],
			] as const) {
				const answer = await eraser.erase(owner, { hashid, ...request });
				assert.equal(answer.ok ? '' : answer.failure.code, code);
			}
		}
	});

	it('leaves the same events of a user as a full scan, wherever it was interrupted before', async () => {
		const whoever = fc.record(
			{
				hashid: fc.constantFrom(first, second, foreign),
				sessionId: fc.constantFrom('a', 'b', 'c', 'd', 'e', null),
				userId: fc.constantFrom('u', 'v', null, null, null),
			},
			{ noNullPrototype: true },
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(whoever, { maxLength: 40 }),
				fc.nat(30),
				fc.boolean(),
				async (all, stepsMax, isOneEngine) => {
					const endOfTimeMs = Number.MAX_SAFE_INTEGER;
					const forgetting = { eventsBeforeMs: endOfTimeMs, suppressionsBeforeMs: endOfTimeMs, eventCountMax: 1000 };
					while ((await zone.database.events.forgetOld(forgetting)) === 'forgotten');
					await record(all);
					const request = { hashid: isOneEngine ? first : null, userId: 'u' };
					let stepsLeft = stepsMax;
					const broken = createEraser(async () => {
						stepsLeft -= 1;
						if (stepsLeft < 0) throw new Error('broken off');
					});
					await broken.erase(owner, request).catch(() => undefined);
					unwrap(await eraser.erase(owner, request));
					const isSearched = ({ hashid }: Who) => hashid === first || (hashid === second && !isOneEngine);
					const sessions = new Set(
						all.filter((who) => who.userId === 'u').map(({ hashid, sessionId }) => `${hashid} ${sessionId}`),
					);
					const isErased = (who: Who) =>
						isSearched(who) &&
						(who.userId === 'u' ||
							(who.userId === null && who.sessionId !== null && sessions.has(`${who.hashid} ${who.sessionId}`)));
					assert.deepEqual(
						await listLeft(),
						all.filter((who) => !isErased(who)),
					);
				},
			),
			{ numRuns: 40 },
		);
	});
});
