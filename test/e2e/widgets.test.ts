/** Who may call a widget, which requests it accepts, how it is configured, and how it explains itself. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openShop } from '../support/shop.ts';
import { openWidgetShop, serveWidgets, toLink, type WidgetShop } from '../support/widget-shop.ts';

let served: ServedApp;
let shop: WidgetShop;
let widget: string;

before(async () => {
	served = await serveWidgets();
	shop = await openWidgetShop(served);
	const items = [
		{ id: 'a', title: 'Red trail shoe', brand: 'A', price: 10 },
		{ id: 'b', title: 'Blue trail shoe', brand: 'B', price: 20 },
		{ id: 'c', title: 'Green trail shoe', brand: 'B', price: 30, availability: 'out of stock' },
	];
	await shop.put(...items.map((item) => ({ ...item, link: toLink(item.id) })));
	await shop.record('s1', ...shop.view('a', 'b'));
	await shop.record('s2', ...shop.view('a', 'b', 'c'));
	widget = await shop.create('similar', { fallback: false });
});
after(() => served[Symbol.asyncDispose]());

const page = { current_url: toLink('a') };

describe('a call of a widget', () => {
	test('is refused with every faulty field named', async () => {
		const faulty = {
			current_url: 'no address',
			session_id: 'x'.repeat(33),
			user_id: 5,
			hashid: 'ABC',
			language: 'x'.repeat(36),
			price_name: {},
			cart_items: [{ dfid: 'nonsense' }, {}],
			category_context: 'shoes',
		};
		const { status, json } = await shop.post(widget, faulty);
		assert.equal(status, 400);
		assert.equal(json.error, 'Bad request');
		assert.deepEqual(Object.keys(json.details).sort(), [
			'cart_items.0.dfid',
			'cart_items.1.dfid',
			'category_context',
			'current_url',
			'hashid',
			'language',
			'price_name',
			'session_id',
			'user_id',
		]);
		assert.deepEqual(json.details.current_url, ['must be an http or https address']);
		assert.deepEqual(json.details.session_id, ['length must be less than or equal to 32']);
		assert.deepEqual(json.details['cart_items.1.dfid'], ['is required']);
		assert.deepEqual((await shop.post(widget, {})).json.details, { current_url: ['is required'] });
		assert.deepEqual((await shop.post(widget, '[1]')).status, 400);
		assert.deepEqual((await shop.post(widget, '{')).status, 400);
	});

	test('accepts null for missing fields, and unknown fields', async () => {
		const nothing = { session_id: null, user_id: null, hashid: null, language: null, price_name: null };
		const answer = await shop.post(widget, { ...page, ...nothing, cart_items: null, category_context: null, more: 1 });
		assert.deepEqual([answer.status, idsOf(answer.json)], [200, ['b']]);
		const odd = await shop.post(widget, { current_url: 'https://shop.example/é ü?[x]=|&%zz' });
		assert.equal(odd.status, 200, 'pages have addresses of all sorts');
	});

	test('has the rules of add-to-cart for widgets, addresses and pages', async () => {
		const unknown = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
		const missing = await shop.post(unknown, page);
		assert.deepEqual(
			[missing.status, missing.json],
			[404, { error: 'Not found', resource: 'Widget', resource_id: unknown }],
		);
		assert.equal((await shop.post('nonsense', page)).status, 400);
		const change = (body: object) => shop.admin.call(`/stores/${shop.storeId}`, { method: 'PATCH', body });
		await change({ cors_enforced: true, allowed_domains: ['shop.example'] });
		const foreign = await shop.post(widget, page, { origin: 'https://evil.example' });
		assert.deepEqual([foreign.status, foreign.json], [403, { error: 'Forbidden origin' }]);
		const own = await shop.post(widget, page, { origin: 'https://www.shop.example' });
		assert.equal(own.status, 200);
		assert.equal(own.headers.get('access-control-allow-origin'), 'https://www.shop.example');
		const preflight = await fetch(`${served.url}/api/widget/${widget}`, {
			method: 'OPTIONS',
			headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
		});
		assert.equal(preflight.status, 204);
		assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
		await change({ blocked_ips: ['127.0.0.1', '::1'] });
		const blocked = await shop.post(widget, page, { origin: 'https://shop.example' });
		assert.deepEqual([blocked.status, blocked.json], [403, { error: 'Forbidden ip' }]);
		await change({ blocked_ips: [], cors_enforced: false });
	});
});

describe('the rules of a widget', () => {
	const faults: readonly [rules: object, field: string, reason: RegExp][] = [
		[{ kind: 'random' }, 'kind', /must be one of similar, /],
		[{ title: ' ' }, 'title', /must not be blank/],
		[{ title: 5 }, 'title', /must be a string or null/],
		[{ results: 0 }, 'results', /greater than or equal to 1/],
		[{ results: 51 }, 'results', /less than or equal to 50/],
		[{ hashid: 'f'.repeat(32) }, 'hashid', /is not a search engine of the widget's store/],
		[{ hashid: 'F' }, 'hashid', /must match/],
		[{ index: ['Bad Name'] }, 'index.0', /must match/],
		[{ filter: { price: { near: 5 } } }, 'filter', /cannot be read: price has the unknown part near/],
		[{ filter: 'brand=Nike' }, 'filter', /write it as filter\[field\]=value/],
		[{ filter: 5 }, 'filter', /must be an object or a string/],
		[{ exclude: { geo: { distance: 'far', position: '1,2' } } }, 'exclude', /as in 20km/],
		[{ same_category: 'yes' }, 'same_category', /must be a boolean/],
		[{ price_band: {} }, 'price_band', /must have min or max/],
		[{ price_band: { min: 2, max: 1 } }, 'price_band', /min must not be above max/],
		[{ price_band: { min: 0 } }, 'price_band.min', /must be greater than 0/],
		[{ hide_bought: null }, 'hide_bought', /must be a boolean/],
		[{ diversity: [{ field: 'brand', max: 0 }] }, 'diversity.0.max', /greater than or equal to 1/],
		[{ diversity: [{ max: 1 }] }, 'diversity.0.field', /is required/],
		[{ pinned: [''] }, 'pinned.0', /length/],
		[{ pinned: ['a', 'b'], banned: ['b'] }, 'pinned', /has the item b, which is banned/],
		[{ boosts: [{ field: 'brand', value: 'A', factor: 0 }] }, 'boosts.0.factor', /must be greater than 0/],
		[{ boosts: [{ field: 'brand', value: 'A', factor: 1000 }] }, 'boosts.0.factor', /less than or equal to 100/],
		[{ newest_by: '' }, 'newest_by', /length/],
		[{ fallback_chain: ['nothing'] }, 'fallback_chain.0', /must be one of/],
		[{ unknown: 1 }, 'unknown', /is not a known field/],
	];
	for (const [rules, field, reason] of faults) {
		test(`are refused: ${JSON.stringify(rules)}`, async () => {
			const body = { name: 'W', store_id: shop.storeId, ...rules };
			for (const [path, method, sent] of [
				['/widgets', 'POST', body],
				[`/widgets/${widget}`, 'PATCH', rules],
			] as const) {
				const { status, json } = await shop.admin.call(path, { method, body: sent });
				assert.equal(status, 400);
				const detail = json.error.details.find(({ name }: { name: string }) => name === field);
				assert.match(detail?.reason ?? JSON.stringify(json), reason);
			}
		});
	}

	test('are returned as they were sent, and changed one by one', async () => {
		const rules = {
			kind: 'bought_together',
			title: 'Goes with it',
			results: 4,
			hashid: shop.hashid,
			index: ['product'],
			filter: { brand: ['A', 'B'], price: { gte: 5, lt: 100 } },
			exclude: { geo: { distance: '1000m', position: '41.4,2.2' } },
			same_category: true,
			price_band: { min: 0.5, max: null },
			hide_out_of_stock: false,
			hide_in_cart: false,
			hide_bought: true,
			diversity: [{ field: 'brand', max: 2 }],
			pinned: ['a'],
			banned: ['b'],
			boosts: [{ field: 'brand', value: 'A', factor: 1.5 }],
			newest_by: 'price',
			fallback: false,
			fallback_chain: ['trending'],
		};
		const id = await shop.create('similar', rules);
		const read = async () => (await shop.admin.call(`/widgets/${id}`)).json;
		const { id: _, name, store_id, created_at, ...stored } = await read();
		assert.deepEqual(stored, rules);
		const change = { title: null, price_band: null, fallback_chain: null, filter: '', results: 7 };
		const { status } = await shop.admin.call(`/widgets/${id}`, { method: 'PATCH', body: change });
		assert.equal(status, 200);
		const { id: _again, name: _name, store_id: _store, created_at: _time, ...changed } = await read();
		assert.deepEqual(changed, { ...rules, ...change, filter: {} });
		const listed = (await shop.admin.call('/widgets')).json.find((entry: { id: string }) => entry.id === id);
		assert.equal(listed.results, 7);
		assert.deepEqual((await shop.ask(id, {})).title, name, 'without a title the name stands');
	});
});

describe('an explanation', () => {
	test('explains which signals rank an item, and what was dropped', async () => {
		const id = await shop.create('similar', { boosts: [{ field: 'brand', value: 'B', factor: 2 }], pinned: ['c'] });
		const { status, json } = await shop.admin.call(`/widgets/${id}/explain`, { method: 'POST', body: page });
		assert.equal(status, 200);
		assert.deepEqual([json.product, json.hashid, json.fallback_action], [shop.dfidOf('a'), shop.hashid, 'none']);
		const [b] = json.results;
		assert.deepEqual([b.id, b.type, b.title, b.boost, b.pinned], ['b', 'product', 'Blue trail shoe', 2, false]);
		assert.deepEqual(b.signals.map(({ name }: { name: string }) => name).sort(), ['co_view', 'content']);
		const shares = b.signals.reduce((sum: number, { share }: { share: number }) => sum + share, 0);
		assert(Math.abs(shares - 1) < 1e-9);
		const [attempt] = json.attempts;
		assert.deepEqual([attempt.kind, attempt.allowed, attempt.dropped.out_of_stock], ['similar', 1, 1]);
		const onNoPage = { current_url: 'https://shop.example/' };
		const fallen = (await shop.admin.call(`/widgets/${id}/explain`, { method: 'POST', body: onNoPage })).json;
		assert.deepEqual(
			fallen.attempts.map(({ kind }: { kind: string }) => kind),
			['similar', 'trending'],
		);
		assert.equal(fallen.fallback_action, 'trending');
	});

	test('tries rules that are not stored, and says what is wrong with them', async () => {
		const id = await shop.create('similar', {});
		const explain = (rules: object) =>
			shop.admin.call(`/widgets/${id}/explain`, { method: 'POST', body: { ...page, rules } });
		const before = (await shop.admin.call(`/widgets/${id}`)).json;
		const { json } = await explain({ kind: 'trending', title: 'Hot', banned: ['b'] });
		assert.equal(json.title, 'Hot');
		assert.equal(json.attempts[0].kind, 'trending');
		assert.ok(!json.results.some((result: { id: string }) => result.id === 'b'));
		const wrong = await explain({ price_band: { min: 2, max: 1 } });
		assert.equal(wrong.status, 400);
		assert.match(wrong.json.error.details[0].name, /^price_band/);
		assert.equal((await explain({ name: 'Another' })).status, 400);
		const foreign = await explain({ hashid: '0'.repeat(32) });
		assert.deepEqual([foreign.status, foreign.json.error.details[0].name], [400, 'hashid']);
		assert.deepEqual((await shop.admin.call(`/widgets/${id}`)).json, before);
	});

	test('is for the owner, and of widgets that are there', async () => {
		const stranger = await openWidgetShop(served);
		const ask = (id: string) => stranger.admin.call(`/widgets/${id}/explain`, { method: 'POST', body: page });
		assert.equal((await ask(widget)).status, 403);
		assert.equal((await ask('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status, 404);
	});
});

describe('the command line', () => {
	const call = (words: readonly string[], key = shop.key) =>
		callCommand(words, { url: served.url, environment: { VITRINE_KEY: key } });

	test('makes and changes widgets with rules', async () => {
		const rules = ['--kind', 'trending', '--results', '3', '--filter', 'filter[brand]=B', '--no-hide-out-of-stock'];
		const json = [
			'--diversity',
			'[{"field":"brand","max":1}]',
			'--fallback-chain',
			'bestsellers,new_arrivals',
			'--json',
		];
		const made = await call(['widget', 'create', '--name', 'Hot', '--store', shop.storeId, ...rules, ...json]);
		assert.equal(made.exitCode, 0, made.stderr);
		const { id, ...rest } = JSON.parse(made.stdout);
		assert.deepEqual(
			[rest.kind, rest.results, rest.filter, rest.hide_out_of_stock, rest.diversity, rest.fallback_chain],
			['trending', 3, { brand: ['B'] }, false, [{ field: 'brand', max: 1 }], ['bestsellers', 'new_arrivals']],
		);
		const changed = await call(['widget', 'update', id, '--filter', '', '--fallback-chain', '', '--json']);
		const after = JSON.parse(changed.stdout);
		assert.deepEqual([after.filter, after.fallback_chain, after.results], [{}, null, 3]);
		const wrong = await call(['widget', 'update', id, '--results', 'many']);
		assert.notEqual(wrong.exitCode, 0);
		assert.match(wrong.stderr, /--results is not JSON/);
	});

	test('shows what a widget recommends, with the reasons if there is a key', async () => {
		const words = ['recommend', widget, '--url', toLink('a'), '--session', 's9'];
		const explained = await call(words);
		assert.equal(explained.exitCode, 0, explained.stderr);
		assert.match(
			explained.stdout,
			/^The similar\nThe page is that of .+\n#\s+ID\s+TITLE\s+SCORE\s+BECAUSE OF\n1\s+b\s/,
		);
		assert.match(explained.stdout, /co_view \d+%, content \d+%/);
		assert.match(explained.stdout, /similar: 3 candidates, 1 allowed \(dropped: 1 out_of_stock, 1 merged\)/);
		const asJson = JSON.parse((await call([...words, '--json'])).stdout);
		assert.equal(asJson.results[0].id, 'b');
		const plain = await call([...words, '--server', served.url], '');
		assert.equal(plain.exitCode, 0, plain.stderr);
		assert.match(plain.stdout, /^The similar\n#\s+ID\s+TITLE\s+PRICE\s+URL\n1\s+b\s+Blue trail shoe\s+20\s+https:/);
		const unknown = await call(['recommend', '3f2504e0-4f89-41d3-9a0c-0305e82c3301']);
		assert.notEqual(unknown.exitCode, 0);
	});
});

test('on a server without search a widget has nothing to show, and says why to its owner', async () => {
	await using plain = await serveApp({ VITRINE_SEARCH: 'false' });
	const other = await openShop(plain, { isCorsEnforced: false });
	const [account] = await plain.zone.database.accounts.listAccounts();
	const [store] = await plain.zone.database.stores.listStores(account?.id ?? '');
	const authorization = { authorization: `Token ${other.key}`, 'content-type': 'application/json' };
	const post = (path: string, body: object, headers: Record<string, string> = authorization) =>
		fetch(plain.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
	const made = (await (await post('/api/admin/v1/widgets', { name: 'W', store_id: store?.id })).json()) as {
		id: string;
	};
	const answer = await post(`/api/widget/${made.id}`, page, { 'content-type': 'application/json' });
	assert.equal(answer.status, 200);
	assert.deepEqual(((await answer.json()) as { results: unknown }).results, []);
	const explained = await post(`/api/admin/v1/widgets/${made.id}/explain`, page);
	assert.equal(((await explained.json()) as { searched: boolean }).searched, false);
});
