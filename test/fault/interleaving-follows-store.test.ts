/** Learned and plain ranking are interleaved, and what shoppers prefer is counted from the events in the store. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createNodeRandomness } from '../../src/adapters/crypto/node-randomness.ts';
import { cacheSearchSettings } from '../../src/app/search/cached-search-settings.ts';
import { createProductSearch } from '../../src/app/search/product-search.ts';
import { createInterleavingReader } from '../../src/app/search/read-interleaving.ts';
import { createShopperEvents } from '../../src/app/search/shopper-events.ts';
import { createSearchSettings } from '../../src/app/search-engine/search-settings.ts';
import { packHits } from '../../src/domain/event/packed-hits.ts';
import { type ShopperAction, type ShopperEvent, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { defaultSearchRequest } from '../../src/domain/query/search-request.ts';
import type { SearchEngineWithIndices } from '../../src/domain/search-engine/search-engine.ts';
import { unwrap } from '../../src/lib/failure.ts';
import { live } from '../contract/sample-data.ts';
import { openFollowedZone } from '../support/followed-zone.ts';
import { waitFor } from '../support/wait-for.ts';

const { hashid } = live;
const itemCount = 12;
const ids = Array.from({ length: itemCount }, (_, at) => at.toString(16));
/** For each query, the item that shoppers want. */
const wanted = { red: '7', blue: '4', green: '2' } as const;

/** Shoppers who search and click, before anything is interleaved. */
function toVisit(number: number, text: keyof typeof wanted): ShopperEvent[] {
	const toEvent = (offset: number, action: ShopperAction): ShopperEvent => ({
		id: (2 * number + offset).toString(16).padStart(32, '0'),
		...{ storeId: null, hashid, sessionId: `early ${number}`, userId: null, ...unknownClient },
		occurredAtMs: number,
		action,
	});
	const hits = packHits(ids.map((id) => ({ indexName: 'product', itemKey: toItemKey(id) })));
	const search = { kind: 'search', text, queryName: 'match_and', page: 1, hitCount: itemCount } as const;
	const clicked = number % 4 === 0 ? '0' : wanted[text];
	const click = { kind: 'click', indexName: 'product', itemKey: toItemKey(clicked), text: null } as const;
	return [
		toEvent(0, { ...search, indexNames: [], filters: [], firstRank: 1, hits }),
		toEvent(1, { ...click, position: null, resourceId: null, customResultsId: null }),
	];
}

/** A shop that has learned something, and what its shoppers and its owner do. */
async function openShop(t: TestContext) {
	const followed = await openFollowedZone(t);
	const texts = ['red', 'blue', 'green'] as const;
	const puts = ids.map((id) => ({
		...{ kind: 'put' as const, id, groupId: null },
		text: JSON.stringify({ id, title: 'Red, blue and green shoe' }),
	}));
	await followed.zone.database.items.write(live, puts);
	await followed.zone.settle();
	const visits = Array.from({ length: 240 }, (_, number) => toVisit(number, texts[number % 3] ?? 'red'));
	await followed.zone.database.events.recordMany(visits.flat());
	function open() {
		const { database, searchIndex } = followed.zone;
		// It stands still, as one that is set back again and again.
		const clock = { nowMs: () => 1_000, steadyMs: () => 1_000, monotonicMs: () => 1_000 };
		const queued: ShopperEvent[] = [];
		const queue = { add: (event: ShopperEvent) => void queued.push(event), close: async () => undefined };
		const { items, searchSettings: repository } = database;
		const events = createShopperEvents({
			...{ items, clock, queue, randomness: createNodeRandomness() },
			events: database.events,
		});
		const findDefaultFields = async () => ({ facets: [], autoFilterFields: [] });
		const readSettings = cacheSearchSettings(repository, { ...database.invalidation, ...clock });
		const products = createProductSearch({ searchIndex, items, events, readSettings, findDefaultFields });
		const settings = createSearchSettings({ repository, clock });
		return {
			database,
			events,
			queued,
			products,
			settings,
			report: createInterleavingReader({ searchIndex, readSettings }),
		};
	}

	async function findEngine(): Promise<SearchEngineWithIndices> {
		const engine = await open().database.searchEngines.find(hashid);
		assert.ok(engine !== undefined);
		return engine;
	}

	async function search(sessionId: string, { text = 'red', page = 1, hitsPerPage = itemCount } = {}) {
		const { products, queued, database } = open();
		const request = { ...defaultSearchRequest, text, page, hitsPerPage, sessionId, isRecorded: true };
		const client = { ...unknownClient, clientKey: sessionId };
		const { items, queryId = '' } = unwrap(await products.search(await findEngine(), request, client));
		await database.events.recordMany(queued);
		const [action] = queued.map((event) => event.action);
		assert(action?.kind === 'search');
		return { queryId, draft: action.draft, found: items.map(({ id }) => id) };
	}

	return {
		followed,
		search,
		async set(change: object): Promise<void> {
			unwrap(await open().settings.update(await findEngine(), change));
		},
		async click(sessionId: string, id: string, queryId?: string) {
			const shopper = { ...unknownClient, sessionId, userId: sessionId, clientKey: sessionId };
			const item = { indexName: 'product', itemKey: toItemKey(id), text: null };
			const click = { ...item, position: null, resourceId: null, customResultsId: null };
			const named = queryId === undefined ? {} : { queryId };
			unwrap(await open().events.recordClick(await findEngine(), { ...shopper, ...named }, click));
		},
		report: async () => open().report(await findEngine()),
		async untilLearned(): Promise<void> {
			await waitFor('the wanted item first', async () => (await search('someone')).found[0] === wanted.red);
		},
	};
}

type OpenedShop = Awaited<ReturnType<typeof openShop>>;

async function untilCounted({ report }: OpenedShop, ...expected: readonly number[]): Promise<void> {
	await waitFor(
		`the comparison to be ${expected.join(', ')}`,
		async () => {
			const { searchCount, actions } = await report();
			const { learnedWins, plainWins, ties } = actions.clicks;
			return [searchCount, learnedWins, plainWins, ties];
		},
		(counts) => String(counts) === String(expected),
	);
}

/** The first item that this team contributed. */
function firstOf(team: 'l' | 'p', { found, draft }: Awaited<ReturnType<OpenedShop['search']>>): string {
	return found[draft?.teams.indexOf(team) ?? -1] ?? '';
}

test('clicks on interleaved lists count for the ranking that contributed the item, even after a restart', async (t) => {
	const shop = await openShop(t);
	const { followed } = shop;
	await shop.untilLearned();
	const learned = (await shop.search('a')).found;
	assert.equal((await shop.search('a')).draft, undefined, 'nothing is interleaved yet');
	assert.deepEqual(await shop.report(), {
		...{ state: 'off', sinceMs: null, searchCount: 0, shopperCount: 0 },
		actions: Object.fromEntries(
			['clicks', 'carts', 'purchases'].map((action) => [
				action,
				{ learnedWins: 0, plainWins: 0, ties: 0, share: undefined, verdict: 'too_few' },
			]),
		),
	});
	await shop.set({ hasInterleaving: true });
	const whole = await shop.search('a');
	assert.deepEqual([...whole.found].sort(), [...learned].sort());
	const teams = [...(whole.draft?.teams ?? '')];
	assert.equal(teams.length, itemCount);
	assert.ok(Math.abs(teams.filter((team) => team === 'l').length - teams.filter((team) => team === 'p').length) <= 1);
	const pages = [];
	for (const page of [1, 2, 3]) pages.push(await shop.search('a', { page, hitsPerPage: 4 }));
	assert.deepEqual(
		pages.flatMap(({ found }) => found),
		whole.found,
	);
	assert.equal(pages.map(({ draft }) => draft?.teams ?? '----').join(''), whole.draft?.teams);
	const second = await shop.search('b');
	await shop.click('a', firstOf('l', whole), whole.queryId);
	await shop.click('b', firstOf('p', second));
	await untilCounted(shop, 2, 1, 1, 0);
	await followed.reopen();
	await untilCounted(shop, 2, 1, 1, 0);
	await shop.click('b', firstOf('l', second), second.queryId);
	await untilCounted(shop, 2, 1, 0, 1);
	await followed.reopen('learned/position', `learned/${hashid}`);
	await untilCounted(shop, 2, 1, 0, 1);
	assert.equal((await shop.report()).state, 'on');
});

test('an erased shopper leaves the comparison, and switching it off and on begins another', async (t) => {
	const shop = await openShop(t);
	await shop.untilLearned();
	await shop.set({ hasInterleaving: true });
	for (const session of ['a', 'b', 'c']) await shop.click(session, firstOf('l', await shop.search(session)));
	await untilCounted(shop, 3, 3, 0, 0);
	await shop.followed.erase({ sessionId: 'b' });
	await untilCounted(shop, 2, 2, 0, 0);
	const { sinceMs } = await shop.report();
	await shop.set({ hasInterleaving: true });
	assert.equal((await shop.report()).sinceMs, sinceMs, 'it was on already');
	await shop.set({ hasInterleaving: false });
	assert.equal((await shop.search('a')).draft, undefined);
	const ended = await shop.report();
	assert.deepEqual([ended.state, ended.sinceMs, ended.actions.clicks.learnedWins], ['off', sinceMs, 2]);
	await shop.set({ hasInterleaving: true });
	const begun = await shop.report();
	assert.deepEqual([begun.searchCount, begun.actions.clicks.learnedWins], [0, 0]);
	assert.ok((begun.sinceMs ?? 0) > (sinceMs ?? 0));
	await shop.click('d', firstOf('p', await shop.search('d')));
	await untilCounted(shop, 1, 0, 1, 0);
});

test('lists on which learning has no effect are not interleaved', async (t) => {
	const shop = await openShop(t);
	await shop.untilLearned();
	await shop.set({ hasInterleaving: true });
	assert.equal((await shop.search('a', { text: '' })).draft, undefined);
	await shop.set({ learningStrength: 0 });
	assert.equal((await shop.search('a')).draft, undefined);
	assert.equal((await shop.report()).state, 'idle');
	await shop.set({ learningStrength: 1, hasLearning: false });
	assert.equal((await shop.search('a')).draft, undefined);
	assert.equal((await shop.report()).state, 'idle');
	await shop.set({ hasLearning: true });
	assert.notEqual((await shop.search('a')).draft, undefined);
});
