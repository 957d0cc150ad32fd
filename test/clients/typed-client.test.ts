/** The typed client against a real server: what a page and a server of a shop do with it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEventClient } from '../../web/client/events.ts';
import { createManagementClient, type ManagementClient } from '../../web/client/management.ts';
import { createRecommendationClient } from '../../web/client/recommendations.ts';
import { createSearchClient } from '../../web/client/search.ts';
import { VitrineError } from '../../web/client/vitrine-error.ts';
import { createApi, type Json } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

interface Shoe {
	readonly brand: string;
	readonly price: number;
	readonly color: readonly string[];
}

let server: TestServer;
let key: string;
let storeId: string;
let management: ManagementClient;
let hashid: string;
const name = 'product';

before(async () => {
	server = await startServer();
	key = server.firstRun?.key ?? '';
	const store = { name: 'Typed', cors_enforced: false };
	const { json } = await createApi(server.url, key).call('/api/admin/v1/stores', { method: 'POST', body: store });
	storeId = json.id;
	management = createManagementClient({ url: server.url, key });
	({ hashid } = await management.engines.create({ name: 'Typed', currency: 'EUR', store_id: storeId }));
	await management.indices.create(hashid, { name, preset: 'product' });
	await management.items.createAll({ hashid, name }, [
		{ id: '1', title: 'Red shoe', brand: 'Nike', price: 20, color: ['red'], link: 'https://shop.example/1' },
		{ id: '2', title: 'Blue shoe', brand: 'Puma & Söhne', price: 10, color: ['blue'], link: 'https://shop.example/2' },
		{ id: '3', title: 'Green shoe', brand: 'Nike', price: 90, color: ['green'], link: 'https://shop.example/3' },
	]);
	await waitFor('the items to be found', async () => (await search().search({ query: 'shoe' })).total === 3);
});
after(() => server?.[Symbol.asyncDispose]());

function search() {
	return createSearchClient<Shoe>({ url: server.url, hashid });
}

async function listEvents(kind: string, sessionId: string): Promise<readonly Json[]> {
	const path = `/api/admin/v1/events/_of_shopper`;
	const body = { session_id: sessionId, hashid };
	const { json } = await createApi(server.url, key).call(path, { method: 'POST', body });
	return json.events.filter((event: Json) => event.kind === kind);
}

/** What a call throws. */
async function catchError(call: Promise<unknown>): Promise<VitrineError> {
	return call.then(
		() => assert.fail('nothing was thrown'),
		(error) => {
			assert.ok(error instanceof VitrineError, String(error));
			return error;
		},
	);
}

describe('a search through the client', () => {
	it('sends filters, ranges, facets and sort rules as they are typed', async () => {
		const answer = await search().search({
			query: 'shoe',
			filter: { brand: ['Puma & Söhne', 'Nike'], price: { gte: 10, lt: 50 } },
			facets: [
				{ field: 'brand', size: 5 },
				{ field: 'price', type: 'range' },
			],
			sort: [{ price: 'asc' }],
		});
		assert.deepEqual(
			answer.results.map(({ id, brand, price }) => [id, brand, price]),
			[
				['2', 'Puma & Söhne', 10],
				['1', 'Nike', 20],
			],
		);
		assert.equal(answer.facets.price?._type, 'range');
		assert.equal(answer.facets.brand?._type === 'terms' && answer.facets.brand.terms.buckets.length, 2);
	});

	it('has the same answer with a body, where the query string would be long', async () => {
		const unknown = Array.from({ length: 300 }, (_, index) => `a brand that no item has ${index}`);
		const { results, filter } = await search().search({
			filter: { brand: ['Nike', ...unknown] },
			sort: [{ price: 'desc' }],
		});
		assert.deepEqual(
			results.map(({ id }) => id),
			['3', '1'],
		);
		assert.equal(filter.terms?.brand?.length, 301);
	});

	it('finds what an exclusion leaves, from the page that is asked for', async () => {
		const { results, total } = await search().search({
			exclude: { color: 'red' },
			rpp: 1,
			page: 2,
			sort: [{ price: 'asc' }],
		});
		assert.deepEqual([total, results[0]?.id], [2, '3']);
	});

	it('makes several searches in one call, and says which of them failed', async () => {
		const answers = await search().searchAll([{ query: 'red shoe' }, { rpp: 1000 }, { query: 'blue shoe' }]);
		assert.deepEqual(
			answers.map((answer) => ('error' in answer ? answer.status : answer.results[0]?.brand)),
			['Nike', 400, 'Puma & Söhne'],
		);
	});

	it('suggests', async () => {
		assert.ok((await search().suggest('sho', { indices: [name] })).length > 0);
	});

	it('fails with the code, the status and the id of the request', async () => {
		const unknown = createSearchClient({ url: server.url, hashid: 'f'.repeat(32) });
		const missing = await catchError(unknown.search({ query: 'shoe' }));
		assert.deepEqual([missing.code, missing.status, missing.message], ['not_found', 404, 'Mapping not found']);
		assert.match(missing.requestId ?? '', /./);
		const bad = await catchError(search().search({ rpp: 1000 }));
		assert.deepEqual([bad.code, bad.status], ['bad_params', 400]);
	});
});

describe('events through the client', () => {
	it('are in the log of the session, with the list that they came from', async () => {
		const sessionId = 'typed-events';
		const events = createEventClient({ url: server.url, hashid, sessionId, userId: 'u1' });
		const { query_id = '', results } = await search().search({ query: 'red shoe', session_id: sessionId });
		const dfid = results[0]?.dfid ?? '';
		await events.init();
		assert.deepEqual(await events.click({ dfid, position: 1, query_id }), { status: 'registered' });
		await events.addToCart({ id: '1', index: name, title: 'Red shoe', price: 20, amount: 3 });
		await events.removeFromCart({ id: '1', index: name, amount: 1 });
		await events.checkout();
		await events.addToCart({ id: '2', index: name, title: 'Blue shoe', price: 10 });
		await events.clearCart();

		const [click] = await listEvents('click', sessionId);
		assert.deepEqual([click.dfid, click.position, click.query_id, click.user_id], [dfid, 1, query_id, 'u1']);
		const bought = await listEvents('purchase', sessionId);
		assert.deepEqual(
			bought.map(({ amount, price }) => [amount, Number(price)]),
			[[2, 20]],
		);
		for (const kind of ['init', 'cart_removal', 'cart_clearing'])
			assert.equal((await listEvents(kind, sessionId)).length, 1, kind);
	});

	it('fail for an item that does not exist', async () => {
		const events = createEventClient({ url: server.url, hashid, sessionId: 's' });
		assert.equal((await catchError(events.click({ dfid: `${hashid}@product@${'0'.repeat(32)}` }))).code, 'not_found');
	});
});

describe('recommendations through the client', () => {
	it('come with the fields of the shop, and what is clicked and bought is on disk', async () => {
		const body = { name: 'New', store_id: storeId, kind: 'new_arrivals', hashid };
		const { json } = await createApi(server.url, key).call('/api/admin/v1/widgets', { method: 'POST', body });
		const shown = createRecommendationClient<Shoe>({ url: server.url, sessionId: 'typed-widget' });
		const { results } = await shown.recommend(json.id, { current_url: 'https://shop.example/', hashid });
		assert.equal(results.length, 3);
		const { dfid = '', price = 0 } = results[0] ?? {};
		assert.deepEqual(await shown.click(json.id, { dfid, position: 1 }), { status: 'OK' });
		assert.deepEqual(await shown.addToCart(json.id, { dfid, title: 'Shoe', price }), { status: 'OK' });
		assert.equal((await listEvents('widget_click', 'typed-widget')).length, 1);
		assert.equal((await listEvents('cart', 'typed-widget')).length, 1);
	});

	it('fail with the fields that are wrong', async () => {
		const shown = createRecommendationClient({ url: server.url });
		const error = await catchError(shown.click(server.firstRun?.widget_id ?? '', { dfid: 'x' }));
		assert.equal(error.code, 'bad_params');
		assert.deepEqual(
			error.faults.map(({ name: field }) => field),
			['session_id', 'dfid'],
		);
	});
});

describe('management through the client', () => {
	it('reads and changes engines, indices and items', async () => {
		const { hashid: other } = await management.engines.create({ name: 'Other', currency: 'EUR' });
		const target = { hashid: other, name: 'page' };
		await management.indices.create(other, { name: 'page', preset: 'generic' });
		assert.deepEqual(
			(await management.indices.list(other)).map((index) => index.name),
			['page'],
		);
		assert.equal((await management.engines.update(other, { name: 'Changed' })).name, 'Changed');
		const created = await management.items.create(target, { title: 'Imprint' });
		await management.items.update({ ...target, id: created.id }, { title: 'About' });
		assert.equal((await management.items.read({ ...target, id: created.id })).title, 'About');
		assert.deepEqual(
			(await management.items.readAll(target, [created.id, 'none'])).map(({ found }) => found),
			[true, false],
		);
		await management.items.createAll(target, [{ id: 'a' }, { id: 'b' }]);
		await management.items.updateAll(target, [{ id: 'a', title: 'A' }]);
		const removed = await management.items.removeAll(target, [{ id: 'b' }, { id: 'c' }]);
		assert.deepEqual(
			removed.results.map(({ result }) => result),
			['deleted', 'not_found'],
		);
		await management.items.remove({ ...target, id: created.id });
		assert.equal(await management.items.count(target), 1);
		await management.indices.remove(target);
		await management.engines.remove(other);
		assert.equal((await catchError(management.engines.read(other))).code, 'not_found');
	});

	it('says that an engine is locked, and why a call was refused', async () => {
		await management.temporary.create({ hashid, name });
		assert.equal((await catchError(management.temporary.create({ hashid, name }))).code, 'too_many_temporary');
		assert.equal(
			(await catchError(management.items.createAll({ hashid, name }, [{ id: '9' }]))).code,
			'searchengine_locked',
		);
		await management.temporary.remove({ hashid, name });
		const bad = await catchError(management.items.create({ hashid, name }, { id: '9', price: -1 }));
		assert.deepEqual([bad.code, bad.faults[0]?.fields], ['bad_params', ['price']]);
		const stranger = createManagementClient({ url: server.url, key: 'f'.repeat(40) });
		assert.equal((await catchError(stranger.engines.list())).code, 'not_authenticated');
	});

	it('scrolls through all items', async () => {
		const ids: string[] = [];
		for await (const { id } of management.items.scroll({ hashid, name }, { rpp: 2 })) ids.push(id);
		assert.deepEqual(ids, ['1', '2', '3']);
	});
});
