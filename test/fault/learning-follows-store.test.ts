/** Searches follow what shoppers clicked, from the events in the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packHits } from '../../src/domain/event/packed-hits.ts';
import { type ShopperAction, type ShopperEvent, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import { live } from '../contract/sample-data.ts';
import { openFollowedZone } from '../support/followed-zone.ts';
import type { IndexedZone } from '../support/indexed-zone.ts';
import { waitFor } from '../support/wait-for.ts';

const { hashid } = live;
const ids = ['0', '1', '2', '3', '4'];
/** For each query, the item that shoppers want; those in front of it are clicked now and then. */
const wanted = { red: '3', blue: '1', green: '0' } as const;

function toVisit(number: number, text: keyof typeof wanted): ShopperEvent[] {
	const toEvent = (offset: number, action: ShopperAction): ShopperEvent => ({
		id: (2 * number + offset).toString(16).padStart(32, '0'),
		...{ storeId: null, hashid, sessionId: `session ${number}`, userId: text, ...unknownClient },
		occurredAtMs: number,
		action,
	});
	const items = ids.map((id) => ({ indexName: 'product', itemKey: toItemKey(id) }));
	const clicked = number % 4 === 0 ? '0' : wanted[text];
	const indexNames: string[] = [];
	const search = { kind: 'search', text, queryName: 'match_and', indexNames, page: 1, hitCount: 5 } as const;
	const more = { filters: [], firstRank: 1, hits: packHits(items) };
	const click = { kind: 'click', indexName: 'product', itemKey: toItemKey(clicked), text: null } as const;
	return [
		toEvent(0, { ...search, ...more }),
		toEvent(1, { ...click, position: null, resourceId: null, customResultsId: null }),
	];
}

function toPut(id: string, category: string) {
	const text = JSON.stringify({ id, title: 'Red, blue and green shoe', categories: [category] });
	return { kind: 'put', id, text, groupId: null } as const;
}

test('what shoppers want comes first as long as the store has their clicks, even after a restart', async (t) => {
	const followed = await openFollowedZone(t);
	await followed.zone.database.items.write(
		live,
		ids.map((id) => toPut(id, Number(id) > 2 ? 'Boots' : 'Sandals')),
	);
	await followed.zone.settle();
	const search = async (text: string, strength: number) => {
		const query = { ...emptyQuery, text, ...(strength > 0 && { learned: { strength } }) };
		const { hits } = await followed.zone.searchIndex.search({ hashid, indexNames: ['product'], caller: null }, query);
		return hits.map(({ id }) => id).join('');
	};
	const untilLearned = (order: string) =>
		waitFor(
			'the order',
			() => search('red', 0.5),
			(found) => found === order,
		);
	assert.equal(await search('red', 0.5), '01234');
	const texts = ['red', 'blue', 'green'] as const;
	const visits = Array.from({ length: 180 }, (_, number) => toVisit(number, texts[number % 3] ?? 'red'));
	await followed.zone.database.events.recordMany(visits.flat());
	await waitFor(
		'the wanted item first',
		() => search('red', 0.5),
		([first]) => first === wanted.red,
	);
	const learned = await search('red', 0.5);
	assert.equal((await search('blue', 0.5))[0], wanted.blue);
	assert.equal(await search('red', 0), '01234', 'without learning');
	assert.equal(await search('red', 0.5), await search('Réd', 0.5), 'another spelling');
	await followed.reopen();
	await untilLearned(learned);
	await followed.reopen('learned/position', `learned/${hashid}`);
	await untilLearned(learned);
	await checkExploration(followed.zone);
	await followed.zone.database.items.write(live, [toPut('7', 'Boots')]);
	await followed.zone.settle();
	const order = await search('red', 0.5);
	assert(order.indexOf('7') < order.indexOf('5'), `boots are what shoppers want: ${order}`);
	await followed.erase({ userId: 'red' });
	await waitFor(
		'the order',
		() => search('red', 0.5),
		(found) => found === '01234567',
	);
});

/** New items are tried, each with some sessions, and a session sees the same order on all pages. */
async function checkExploration(zone: IndexedZone): Promise<void> {
	await zone.database.items.write(
		live,
		['5', '6'].map((id) => toPut(id, 'Sandals')),
	);
	await zone.settle();
	const search = async (seed: string, from: number, size: number) => {
		const query = { ...emptyQuery, text: 'red', learned: { strength: 0.5, seed }, from, size };
		const { hits } = await zone.searchIndex.search({ hashid, indexNames: ['product'], caller: null }, query);
		return hits.map(({ id }) => id).join('');
	};
	const orders: string[] = [];
	for (let number = 0; number < 80; number++) {
		const seed = `session ${number}`;
		const whole = await search(seed, 0, 10);
		assert.equal([await search(seed, 0, 2), await search(seed, 2, 2), await search(seed, 4, 3)].join(''), whole);
		orders.push(whole);
	}
	for (const id of ['5', '6']) {
		const ranks = orders.map((order) => order.indexOf(id));
		assert(ranks.some((rank) => rank <= 3) && ranks.some((rank) => rank >= 5), `${id}: ${ranks}`);
	}
	const firstCount = orders.filter(([first]) => first === wanted.red).length;
	assert(firstCount > 50, `${firstCount} of 80 have the wanted item first`);
}
