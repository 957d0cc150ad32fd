/** Every kind of widget over HTTP: with its signal, without it, and with its fallback. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readEvents } from '../support/read-events.ts';
import type { ServedApp } from '../support/served-app.ts';
import { idsOf } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';
import { openWidgetShop, serveWidgets, toLink, type WidgetShop } from '../support/widget-shop.ts';

let served: ServedApp;
let shop: WidgetShop;

const catalogue = [
	{ id: 'boot', title: 'Leather winter boot', brand: 'Bo', categories: ['Boots'], price: 100 },
	{ id: 'twin', title: 'Leather winter boot brown', brand: 'Bo', categories: ['Boots'], price: 120 },
	{ id: 'sock', title: 'Wool sock', brand: 'Sox', categories: ['Socks'], price: 10 },
	{ id: 'lace', title: 'Round lace', brand: 'Lax', categories: ['Laces'], price: 5 },
	{ id: 'hat', title: 'Felt hat', brand: 'Hut', categories: ['Hats'], price: 40 },
];

before(async () => {
	served = await serveWidgets();
	shop = await openWidgetShop(served);
	await shop.put(...catalogue.map((item) => ({ ...item, link: toLink(item.id) })));
	const { record, view, buy } = shop;
	for (const session of ['a', 'b', 'c']) await record(session, ...view('boot', 'lace', 'lace'), ...buy('boot', 'sock'));
	await record('d', ...view('hat', 'sock'));
});
after(() => served[Symbol.asyncDispose]());

const own = { fallback: false };

test('the product of the page leads to similar items and to items viewed together with it', async () => {
	const widget = await shop.create('similar', own);
	const answer = await shop.ask(widget, { page: 'boot' });
	assert.deepEqual(idsOf(answer).sort(), ['lace', 'twin']);
	assert.equal(answer.fallback_action, 'disabled');
	assert.deepEqual(idsOf(await shop.ask(widget)), [], 'a page of no product');
});

test('a session gets what similar sessions viewed; without a session there is no signal', async () => {
	const widget = await shop.create('browsing_history', own);
	await shop.record('e', ...shop.view('hat'));
	assert.deepEqual(idsOf(await shop.ask(widget, { session_id: 'e' })), ['sock']);
	for (const session of [undefined, null, ''])
		assert.deepEqual(idsOf(await shop.ask(widget, { session_id: session })), []);
});

test('items bought together with the cart of the page, else with its product, else with the cart of the session', async () => {
	const widget = await shop.create('bought_together', own);
	assert.deepEqual(idsOf(await shop.ask(widget, { page: 'boot' })), ['sock']);
	const cart = [{ dfid: shop.dfidOf('sock') }];
	assert.deepEqual(idsOf(await shop.ask(widget, { page: 'hat', cart_items: cart })), ['boot']);
	assert.deepEqual(idsOf(await shop.ask(widget, { page: 'hat' })), []);
	await shop.record('f', ...shop.buy('boot').slice(0, 1));
	assert.deepEqual(idsOf(await shop.ask(widget, { session_id: 'f' })), ['sock']);
	assert.deepEqual(idsOf(await shop.ask(widget)), []);
});

test('a user gets what suits all sessions, else the session does', async () => {
	const widget = await shop.create('personalized', own);
	const view = { method: 'PUT' };
	const { status } = await shop.api.call(
		`/stats/click?dfid=${encodeURIComponent(shop.dfidOf('hat'))}&session_id=g&user_id=u1`,
		view,
	);
	assert.equal(status, 200);
	await served.catchUp();
	assert.deepEqual(idsOf(await shop.ask(widget, { user_id: 'u1' })), ['sock']);
	assert.deepEqual(idsOf(await shop.ask(widget, { user_id: 'nobody', session_id: 'g' })), ['sock']);
	assert.deepEqual(idsOf(await shop.ask(widget, { user_id: 'nobody' })), []);
});

test('trending, bestsellers and new arrivals need no session', async () => {
	const trending = idsOf(await shop.ask(await shop.create('trending', own)));
	assert.equal(trending[0], 'boot');
	const bestsellers = idsOf(await shop.ask(await shop.create('bestsellers', own)));
	assert.deepEqual(bestsellers.sort(), ['boot', 'sock']);
	const news = await shop.create('new_arrivals', own);
	assert.deepEqual(idsOf(await shop.ask(news)), ['hat', 'lace', 'sock', 'twin', 'boot']);
	const dearest = await shop.create('new_arrivals', { ...own, newest_by: 'price', results: 2 });
	assert.deepEqual(idsOf(await shop.ask(dearest)), ['twin', 'boot']);
});

test('viewed items come newest first, without the product of the page', async () => {
	const widget = await shop.create('recently_viewed');
	await shop.record('h', ...shop.view('hat', 'sock', 'boot'));
	assert.deepEqual(idsOf(await shop.ask(widget, { session_id: 'h' })), ['boot', 'sock', 'hat']);
	assert.deepEqual(idsOf(await shop.ask(widget, { session_id: 'h', page: 'sock' })), ['boot', 'hat']);
	const without = await shop.ask(widget, { session_id: 'unknown' });
	assert.deepEqual([idsOf(without), without.fallback_action], [[], 'none'], 'nothing can stand for it');
});

test('without its signal a widget falls back, kind after kind, and names what it used', async () => {
	for (const [kind, used] of [
		['similar', 'trending'],
		['browsing_history', 'trending'],
		['personalized', 'trending'],
		['bought_together', 'bestsellers'],
	] as const) {
		const answer = await shop.ask(await shop.create(kind));
		assert.equal(answer.fallback_action, used, kind);
		assert(answer.results.length > 0);
	}
	const onPage = await shop.ask(await shop.create('browsing_history'), { page: 'boot' });
	assert.deepEqual([onPage.fallback_action, idsOf(onPage).includes('twin')], ['similar', true]);
	const chain = { fallback_chain: ['recently_viewed', 'new_arrivals'], results: 1 };
	const chosen = await shop.ask(await shop.create('personalized', chain));
	assert.deepEqual([chosen.fallback_action, idsOf(chosen)], ['new_arrivals', ['hat']]);
	const unneeded = await shop.ask(await shop.create('trending'));
	assert.equal(unneeded.fallback_action, 'none');
});

test('filters that leave nothing leave nothing, whatever is tried', async () => {
	for (const kind of ['similar', 'trending', 'new_arrivals', 'bought_together']) {
		const widget = await shop.create(kind, { filter: { brand: ['Nobody'] } });
		const answer = await shop.ask(widget, { page: 'boot' });
		assert.deepEqual([idsOf(answer), answer.fallback_action], [[], 'none'], kind);
	}
});

test('the answer has the title, the currency and the items as they are stored', async () => {
	const widget = await shop.create('new_arrivals', { title: 'Fresh', results: 1 });
	const answer = await shop.ask(widget);
	assert.deepEqual(answer, {
		title: 'Fresh',
		currency: {
			code: 'EUR',
			label: 'Euro',
			format: '%s%v',
			symbol: '€',
			precision: 2,
			decimal: '.',
			thousand: ',',
		},
		fallback_action: 'none',
		results: [
			{
				...catalogue[4],
				link: toLink('hat'),
				best_price: 40,
				dfid: shop.dfidOf('hat'),
				type: 'product',
				url: toLink('hat'),
			},
		],
	});
	assert.equal((await shop.ask(await shop.create('trending'))).title, 'The trending', 'else the name');
	assert.equal((await shop.ask(widget, { price_name: 'usd' })).currency.code, 'USD');
	assert.equal((await shop.ask(widget, { price_name: 'nothing' })).currency.code, 'EUR');
});

test('the product of the page counts as viewed in its session, and the impression is recorded', async () => {
	const widget = await shop.create('similar', own);
	const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
	const answer = await shop.post(widget, { current_url: toLink('boot'), session_id: 'seen' }, agent);
	await shop.post(widget, { current_url: toLink('boot') }, agent);
	const { events } = served.zone.database;
	const ofWidget = async () => (await readEvents(events)).filter(({ widgetId }) => widgetId === widget);
	const [view, first, second] = await waitFor('three events', ofWidget, ({ length }) => length === 3);
	const [, indexName, itemKey] = shop.dfidOf('boot').split('@');
	assert.deepEqual([view?.kind, view?.sessionId, view?.item], ['view', 'seen', { indexName, itemKey }]);
	assert.deepEqual([first?.kind, first?.sessionId, first?.isBot], ['impression', 'seen', false]);
	assert.deepEqual(
		first?.shown.map((item) => `${shop.hashid}@product@${item.itemKey}`),
		answer.json.results.map(({ dfid }: { dfid: string }) => dfid),
	);
	assert.deepEqual([second?.kind, second?.sessionId], ['impression', null], 'no session, no view');
});
