/**
 * How many events can the service record durably, with the models following, while it recommends? Server, load generator
 * and reference are processes on one machine, so the load generator takes its share of it.
 */
import { parseArgs } from 'node:util';
import { formatDfid, toItemKey } from '../src/domain/item/dfid.ts';
import { type Api, createApi } from '../test/support/api.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { after, checkAnswers, runLoad, toRequest, toShopperHeaders } from './load.ts';
import { compare, type Measurement, measure, percentile } from './measurement.ts';
import { startReference } from './reference-process.ts';
import { toItemsPath } from './synthetic-item.ts';

interface Product {
	readonly dfid: string;
	readonly title: string;
	readonly link: string;
}

interface Shop {
	readonly server: TestServer;
	readonly api: Api;
	readonly products: readonly Product[];
	/** The widget for what comes next in a session, and the one for what the session viewed. */
	readonly widgetId: string;
	readonly recentWidgetId: string;
}

const sessionCount = 20_000;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			seconds: { type: 'string', default: '10' },
			events: { type: 'string', default: '5000' },
			recommendations: { type: 'string', default: '1000' },
			threads: { type: 'string', default: '' },
		},
	});
	const durationMs = Number(values.seconds) * 1000;
	const environment = { VITRINE_TRUSTED_PROXIES: '127.0.0.1', VITRINE_SEARCH: 'true' };
	const threads = values.threads === '' ? [] : ['--http-threads', values.threads];
	await using server = await startServer({ environment, arguments: threads });
	const shop = await openShop(server);
	return [
		await benchEvents(shop, durationMs),
		...(await benchTogether(shop, durationMs, {
			events: Number(values.events),
			recommendations: Number(values.recommendations),
		})),
		await benchVisibility(shop),
	];
}

async function openShop(server: TestServer): Promise<Shop> {
	const { firstRun } = server;
	if (firstRun === undefined) throw new Error('the server did not print its first run');
	const { hashid, key, widget_id: widgetId } = firstRun;
	const api = createApi(server.url, key);
	const page = await api.call(`${toItemsPath(hashid)}?rpp=100`);
	const products = page.json.items.map(({ id, title, link }: { id: string; title: string; link: string }) => ({
		dfid: formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(id) }),
		title,
		link,
	}));
	const widgets = await api.call('/api/admin/v1/widgets');
	const { store_id: storeId } = widgets.json[0];
	const change = { kind: 'browsing_history' };
	await api.call(`/api/admin/v1/widgets/${widgetId}`, { method: 'PATCH', body: change });
	const body = { name: 'Recent', store_id: storeId, kind: 'recently_viewed' };
	const recent = await api.call('/api/admin/v1/widgets', { method: 'POST', body });
	if (recent.status !== 201) throw new Error(`no widget: ${JSON.stringify(recent.json)}`);
	return { server, api, products, widgetId, recentWidgetId: recent.json.id };
}

function toShopperRequest(path: string, session: number, body: object): Uint8Array {
	return toRequest('POST', path, { body: JSON.stringify(body), headers: toShopperHeaders(session) });
}

/** Prepared in advance, so that the load generator only sends: sessions walk through products with nearby numbers. */
function prepare(shop: Shop, makeRequest: (session: number, product: Product) => Uint8Array): () => Uint8Array {
	const { products } = shop;
	const requests = Array.from({ length: sessionCount }, (_, n) => {
		const product = products[(n * 7 + Math.floor(n / 3)) % products.length];
		if (product === undefined) throw new Error('the shop has no products');
		return makeRequest(n % (sessionCount / 4), product);
	});
	let at = 0;
	return () => requests[at++ % sessionCount] as Uint8Array;
}

function prepareCarts(shop: Shop): () => Uint8Array {
	return prepare(shop, (session, { dfid, title }) => {
		const body = { session_id: `bench-${session}`, dfid, title, amount: 1, price: 12.5 };
		return toShopperRequest(`/api/widget/${shop.widgetId}/cart`, session, body);
	});
}

/** Each request records a view and is answered with what comes next. */
function prepareRecommendations(shop: Shop): () => Uint8Array {
	return prepare(shop, (session, { link }) =>
		toShopperRequest(`/api/widget/${shop.widgetId}`, session, { session_id: `bench-${session}`, current_url: link }),
	);
}

/** As many as possible, over 50 connections, alternating with the same route with an empty handler. */
async function benchEvents(shop: Shop, durationMs: number): Promise<Measurement> {
	const reference = await startReference('empty-handler');
	const nextRequest = prepareCarts(shop);
	const rates: Record<'ours' | 'reference', number[]> = { ours: [], reference: [] };
	for (let round = 0; round < 6; round += 1) {
		for (const [name, url] of [
			['ours', shop.server.url],
			['reference', reference.url],
		] as const) {
			const result = await runLoad({ url, connectionCount: 50, isOver: after(durationMs / 6), nextRequest });
			checkAnswers('add-to-cart', result);
			// The first round warms both up.
			if (round > 0) rates[name].push(result.answerCount / result.seconds);
		}
	}
	reference.stop();
	const values = { ours: percentile(rates.ours, 0.5), reference: percentile(rates.reference, 0.5) };
	return compare(
		'add-to-cart with models following (empty handler)',
		{ unit: 'events/s', ...values },
		{ atLeast: 0.4 },
	);
}

interface Rates {
	readonly events: number;
	readonly recommendations: number;
}

/** Both at their target rates. A recommendation also records a view, so carts make up the rest of the events. */
async function benchTogether(shop: Shop, durationMs: number, rates: Rates): Promise<Measurement[]> {
	const carts = prepareCarts(shop);
	const recommendations = prepareRecommendations(shop);
	async function both(isOver: () => boolean) {
		const { url } = shop.server;
		const perSecond = rates.events - rates.recommendations;
		const results = await Promise.all([
			runLoad({ url, connectionCount: 64, isOver, nextRequest: carts, perSecond }),
			runLoad({ url, connectionCount: 32, isOver, nextRequest: recommendations, perSecond: rates.recommendations }),
		]);
		for (const result of results) checkAnswers('events and recommendations', result);
		return results;
	}
	await both(after(durationMs / 4));
	const [cartResult, result] = await both(after(durationMs));
	const recommendationRate = result.answerCount / result.seconds;
	const eventRate = recommendationRate + cartResult.answerCount / cartResult.seconds;

	return [
		compare(
			'events, together (asked for)',
			{ unit: 'events/s', ours: eventRate, reference: rates.events },
			{ atLeast: 0.98 },
		),
		compare(
			'recommendations, together (asked for)',
			{ unit: 'requests/s', ours: recommendationRate, reference: rates.recommendations },
			{ atLeast: 0.98 },
		),
		measure('p50 of these recommendations', 'ms', { ours: percentile(result.durationsMs, 0.5), atMost: 10 }),
		measure('p99 of these recommendations', 'ms', { ours: percentile(result.durationsMs, 0.99), atMost: 20 }),
	];
}

/** The time from the answer to an event until the first recommendation that reflects it, while other events arrive. */
async function benchVisibility(shop: Shop): Promise<Measurement> {
	const { api, products, recentWidgetId, server } = shop;
	const [seen, elsewhere] = products;
	if (seen === undefined || elsewhere === undefined) throw new Error('the shop has no products');
	let isOver = false;
	const background = runLoad({
		url: server.url,
		connectionCount: 16,
		isOver: () => isOver,
		nextRequest: prepareCarts(shop),
		perSecond: 1_000,
	});
	const delaysMs: number[] = [];
	const path = `/api/widget/${recentWidgetId}`;
	for (let n = 0; n < 30; n += 1) {
		const session_id = `visible-${n}`;
		await api.call(path, { method: 'POST', body: { session_id, current_url: seen.link } });
		const startMs = performance.now();
		for (let count = 0; count === 0; ) {
			const body = { session_id, current_url: 'https://demo-shop.example/' };
			count = (await api.call(path, { method: 'POST', body })).json.results.length;
		}
		delaysMs.push(performance.now() - startMs);
	}
	isOver = true;
	await background;
	return measure('until an event changes what its session gets, worst of 30', 'ms', {
		ours: Math.max(...delaysMs),
		atMost: 1000,
	});
}
