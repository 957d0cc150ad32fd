/** The recommender in the program: the demo shop's sessions, events that change answers, and the operator's view. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { prepareFirstRun } from '../../src/main/first-run/first-run.ts';
import { type CandidateRequest, candidateSources } from '../../src/ports/recommender.ts';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { waitFor } from '../support/wait-for.ts';

let app: ServedApp;
let shop: { readonly hashid: string; readonly widgetId: string; readonly key: string };

before(async () => {
	app = await serveApp({ VITRINE_SEARCH: 'true' });
	const makeKey = await prepareFirstRun(app.zone, {
		isSet: async () => false,
		set: async () => undefined,
		clear: async () => undefined,
	});
	assert(makeKey !== undefined);
	shop = await makeKey();
});
after(() => app[Symbol.asyncDispose]());

async function find(request: Partial<CandidateRequest>) {
	const { recommender } = app.zone.services;
	assert(recommender !== undefined);
	return recommender.findCandidates({
		...{ hashid: shop.hashid, source: 'session', sessionId: null, userId: null, context: [], countMax: 20 },
		isExplained: false,
		...request,
	});
}

async function callOperator(method: string, path: string) {
	const headers = { authorization: `Token ${app.operatorToken}` };
	const response = await fetch(`${app.url}/api/admin/v1${path}`, { method, headers });
	assert.equal(response.status, 200);
	return (await response.json()) as { readonly events_behind: number; readonly models: number };
}

/** Two products that shoppers put into one cart. */
async function findPair() {
	await app.catchUp();
	const carts = await app.zone.database.events.listOfEngine(shop.hashid, 'cart_addition', 1_000);
	const bySession = Map.groupBy(carts, ({ sessionId }) => sessionId);
	for (const [sessionId, events] of bySession) {
		const items = events.flatMap(({ action }) => (action.kind === 'cart_addition' ? [action] : []));
		const [first] = items;
		if (first === undefined || sessionId === null) continue;
		const context = [{ indexName: first.indexName, itemKey: first.itemKey }];
		const { candidates } = await find({ source: 'bought_together', context });
		if (candidates.length > 0) return { context, sessionId };
	}
	assert.fail('no product of the demo shop is bought together with another one');
}

describe('the recommender of the demo shop', () => {
	it('has something from every source at the first start, and says why', async () => {
		const { context, sessionId } = await findPair();
		const users = await app.zone.database.events.listOfEngine(shop.hashid, 'view', 1_000);
		const userId = users.find((event) => event.userId !== null)?.userId ?? null;
		for (const source of candidateSources) {
			const isOfPage = source === 'co_view' || source === 'bought_together';
			const request = { source, sessionId, userId, context: isOfPage ? context : [], isExplained: true };
			const { candidates } = await find(request);
			assert.ok(candidates.length > 0, source);
			for (const { score, signals } of candidates) {
				assert.ok(score > 0);
				assert.ok(Math.abs(signals.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-5, source);
			}
		}
	});

	it('knows of an event soon after its answer', async () => {
		const [best] = (await find({ source: 'trending' })).candidates;
		assert(best !== undefined);
		const dfid = `${shop.hashid}@${best.indexName}@${best.itemKey}`;
		const body = JSON.stringify({ session_id: 'me', dfid, title: 'It', amount: 2, price: 9 });
		const headers = { 'content-type': 'application/json' };
		const url = `${app.url}/api/widget/${shop.widgetId}/cart`;
		assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200);
		const readCart = async () => (await find({ sessionId: 'me' })).shopper.cart;
		await waitFor('it in the cart', readCart, (cart) => cart.some(({ itemKey }) => itemKey === best.itemKey));
	});

	it('is built again by the operator, each time the same', async () => {
		const listBestsellers = async () => (await find({ source: 'bestseller' })).candidates.map(({ itemKey }) => itemKey);
		await callOperator('POST', '/recommender/rebuild');
		const expected = String(await listBestsellers());
		const rebuilt = await callOperator('POST', '/recommender/rebuild');
		assert.equal(String(await listBestsellers()), expected);
		assert.equal(rebuilt.events_behind, 0);
		assert.equal((await callOperator('GET', '/recommender')).models, 1);
	});

	it('reports its progress to the metrics', async () => {
		const { text } = await createApi(app.url, app.operatorToken).call('/metrics');
		assert.match(text, /vitrine_recommender_up\{zone="eu1"\} 1/);
		assert.match(text, /vitrine_recommender_models\{zone="eu1"\} 1/);
		assert.match(text, /vitrine_recommender_memory_bytes\{zone="eu1"\} [1-9]/);
	});
});

it('a server without search keeps no models, and reports that', async () => {
	await using bare = await serveApp();
	for (const [method, path] of [
		['GET', '/recommender'],
		['POST', '/recommender/rebuild'],
	] as const) {
		const headers = { authorization: `Token ${bare.operatorToken}` };
		const response = await fetch(`${bare.url}/api/admin/v1${path}`, { method, headers });
		assert.equal(response.status, 404);
		assert.match(await response.text(), /keeps no models/);
	}
});
