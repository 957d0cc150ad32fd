/** From what shoppers do through the APIs to the reports of the shop, with the follower in between. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';
import { toItemKey } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' };
const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
const today = new Date().toISOString().slice(0, 10);

let app: ServedApp;
let shop: Shop;
let page: Api;
let stats: Api;

before(async () => {
	app = await serveApp({}, openScan);
	shop = await openShop(app, { isCorsEnforced: false });
	page = createApi(`${app.url}/6/${shop.hashid}`);
	stats = createApi(`${app.url}/api/v2/stats`, shop.key);
	await shop.put({ id: '1', title: 'Red shoe', price: 20 }, { id: '2', title: 'Blue shoe', price: 9.95 });
});
after(() => app[Symbol.asyncDispose]());

const dfidOf = (id: string) => `${shop.hashid}@product@${toItemKey(id)}`;

async function act(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = phone) {
	const { status, text, json } = await page.call(path, { method, ...(body && { body }), headers });
	assert.equal(status, 200, `${path}: ${text}`);
	return json;
}

const search = (session: string, query: string, headers = phone) =>
	act('GET', `/_search?${new URLSearchParams({ query, session_id: session })}`, undefined, headers);

async function read(path: string): Promise<Json> {
	const { status, json, text } = await stats.call(`/${path}${path.includes('?') ? '&' : '?'}from=${today}&to=${today}`);
	assert.equal(status, 200, text);
	return json;
}

/** The number of a report with one row for each day. */
const readCount = async (path: string): Promise<number> => (await read(path)).total_count;

it('everything that shoppers did is in the reports, once', async () => {
	for (const session of ['s1', 's2', 's3']) await act('PUT', '/stats/init', { session_id: session, user_id: 'u1' });
	// What is typed on is one search; what a bot does is none.
	for (const text of ['r', 'red']) await search('s1', text);
	const answers = [await search('s1', 'red shoe'), await search('s2', 'Blue  SHOE')];
	const [, { query_id: queryId }] = answers as [Json, Json];
	const countShown = (id: string) =>
		answers.filter(({ results }) => results.some((result: Json) => result.dfid === dfidOf(id))).length;
	await search('s3', 'nothing at all like this');
	await search('s4', 'red shoe', bot);
	await act('PUT', '/stats/click', { session_id: 's1', dfid: dfidOf('1'), query: 'red shoe', position: 2 });
	await act('PUT', '/stats/click', { session_id: 's2', dfid: dfidOf('2'), query_id: queryId });
	const line = { id: '1', index: 'product', title: 'Red shoe', amount: 3, price: 19.95 };
	await act('PUT', '/stats/cart/s1', line);
	await act('PUT', '/stats/checkout', { session_id: 's1' });
	await act('PUT', '/stats/redirect', { session_id: 's3', id: 7, query: 'nothing' });
	await act('PUT', '/stats/image', { session_id: 's3', id: 9 });
	await waitFor(
		'the last event',
		() => readCount('banners'),
		(count) => count === 1,
	);
	await waitFor(
		'the checkout',
		() => readCount('checkouts'),
		(count) => count === 1,
	);
	await waitFor(
		'the searches',
		() => readCount('searches'),
		(count) => count === 3,
	);

	const top = (await read('searches/top')).results;
	assert.deepEqual(
		top.toSorted((a: Json, b: Json) => (a.query < b.query ? -1 : 1)),
		[
			{ count: 1, query: 'blue shoe' },
			{ count: 1, query: 'nothing at all like this' },
			{ count: 1, query: 'red shoe' },
		],
	);
	assert.equal(await readCount('searches?device=mobile'), 3);
	assert.equal(await readCount('searches?device=desktop'), 0);
	assert.equal(await readCount('searches?total_hits=0'), 1);
	assert.deepEqual((await read('searches/top?no_results=true')).results, [
		{ count: 1, query: 'nothing at all like this' },
	]);
	assert.deepEqual(
		(await read('searches/unclicked')).results.map(({ query }: Json) => query),
		['nothing at all like this'],
	);
	assert.equal(await readCount('clicks'), 3, 'two items and a banner');
	assert.equal(await readCount('clicks?product_type[]=search'), 2);
	assert.deepEqual((await read('banners')).results, [{ id: 9, displays: 0, clicks: 1 }]);
	assert.deepEqual((await read('redirects')).results, [{ id: 7, link: '', count: 1 }]);
	assert.deepEqual((await read(`clicked_items?dfid=${dfidOf('1')}`)).results, [
		{ dfid: dfidOf('1'), title: 'Red shoe', link: '', count: 1 },
	]);
	assert.deepEqual((await read(`clicked_items/searches?dfid=${dfidOf('2')}`)).results, [
		{ count: 1, query: 'blue shoe' },
	]);
	assert.deepEqual((await read('inits/users')).results, [{ sessions: 3, unique_sessions: 3, users: 1 }]);
	assert.deepEqual((await read('sales')).results, [{ session: 's1', amount: 59.85 }]);
	assert.deepEqual((await read('top-sales')).results, [
		{ dfid: dfidOf('1'), title: 'Red shoe', sum_amount: 3, avg_price: 19.95 },
	]);
	const [withSearch] = (await read('sessions')).results;
	assert.deepEqual([withSearch.sessions, withSearch.buying_sessions, withSearch.revenue], [3, 1, 59.85]);
	const [red] = (await read('conversions/queries?query=red%20shoe')).results;
	assert.deepEqual([red.searches, red.clicked, red.carted, red.bought, red.revenue], [1, 1, 1, 1, 59.85]);
	const items = (await read('conversions/items')).results;
	assert.deepEqual(
		items.map((item: Json) => [item.dfid, item.impressions, item.clicks, item.click_through_rate]),
		[
			[dfidOf('1'), countShown('1'), 1, 1 / countShown('1')],
			[dfidOf('2'), countShown('2'), 1, 1 / countShown('2')],
		],
		'what is typed on shows nothing',
	);
	const [origin] = (await read('conversions/origins')).results;
	assert.deepEqual([origin.origin, origin.purchases, origin.revenue_share], ['search', 1, 1]);
});

it('pages of categories and replaced carts are counted, each new line once', async () => {
	const { query_id: queryId } = await search('s9', '');
	await act('PUT', '/stats/click', { session_id: 's9', dfid: dfidOf('2'), query_id: queryId });
	const cart = { hashid: shop.hashid, session_id: 's9', checkout_json: [{ id: '2', quantity: 4, price: '9,95' }] };
	for (const path of ['/carts', '/carts', '/sales']) {
		assert.equal((await stats.call(path, { method: 'POST', body: cart })).status, 200);
	}
	const readOrigin = async () =>
		(await read('conversions/origins')).results.find(({ origin }: Json) => origin === 'category_page');
	const isCounted = (found: Json) => found?.purchases === 1 && found.clicks > 0;
	const origin = await waitFor('the click and the sale of the page', readOrigin, isCounted);
	assert.deepEqual([origin.clicks, origin.carts, origin.units, origin.revenue], [1, 1, 4, 39.8]);
	assert.equal(await readCount('clicks?product_type[]=category_page'), 1);
});

it('reports that are counted again, as the operator commands, are equal', async () => {
	const { statistics } = app.zone.database;
	const findBuildId = async () => (await statistics.findBuild(shop.hashid))?.id;
	const paths = ['searches/top', 'clicked_items', 'sales', 'sessions', 'conversions/items', 'conversions/origins'];
	const readAll = () => Promise.all(paths.map(read));
	const [before, buildId] = [await readAll(), await findBuildId()];
	const { url, operatorToken } = app;
	const rebuild = (...words: readonly string[]) =>
		callCommand(['statistics', 'rebuild', ...words], { url, operatorToken });
	const { stdout, stderr, exitCode } = await rebuild('--engine', shop.hashid);
	assert.deepEqual([exitCode, stderr], [0, '']);
	assert.match(stdout, /^Statistics are counted again\.\nsearch engines: +1\n/);
	await waitFor('other statistics', findBuildId, (id) => id !== buildId);
	assert.deepEqual(await readAll(), before);
	assert.match((await rebuild('--engine', 'shoes')).stderr, /hashid must match/);
	const refused = await callCommand(['statistics', 'rebuild'], { url, operatorToken: shop.key });
	assert.deepEqual([refused.exitCode, refused.stdout], [1, '']);
});

it('what is erased is in no report', async () => {
	const admin = createApi(`${app.url}/api/admin/v1`, shop.key);
	const body = { session_id: 's1', hashid: shop.hashid };
	assert.equal((await admin.call('/events', { method: 'DELETE', body })).status, 200);
	await waitFor(
		'searches without the erased one',
		() => readCount('searches'),
		(count) => count === 3,
	);
	assert.equal(await readCount('checkouts'), 1);
	assert.equal(await readCount('inits'), 2);
});
