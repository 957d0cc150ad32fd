/**
 * How many events can the service record durably, with models and statistics following, while it recommends? Server, load generator
 * and reference are processes on one machine, so the load generator takes its share of it.
 */
import { parseArgs } from 'node:util';
import { startServer } from '../test/support/server.ts';
import { benchCounting, watchLag } from './event-counting.ts';
import { after, checkAnswers, runLoad } from './load.ts';
import { compare, type Measurement, measure, percentile } from './measurement.ts';
import { startReference } from './reference-process.ts';
import { openShop, prepare, prepareCarts, type Shop, toShopperRequest } from './shop-load.ts';

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			seconds: { type: 'string', default: '10' },
			events: { type: 'string', default: '5000' },
			recommendations: { type: 'string', default: '1000' },
			threads: { type: 'string', default: '' },
			only: { type: 'string' },
		},
	});
	const durationMs = Number(values.seconds) * 1000;
	if (values.only === 'statistics') return benchCounting(durationMs);
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

/** Items of the demo catalogue have links without a host. */
function toPage(link: string): string {
	return `https://demo-shop.example${link}`;
}

/** Each request records a view and is answered with what comes next. */
function prepareRecommendations(shop: Shop): () => Uint8Array {
	return prepare(shop, (session, { link }) =>
		toShopperRequest(`/api/widget/${shop.widgetId}`, session, {
			session_id: `bench-${session}`,
			current_url: toPage(link),
		}),
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
	const lag = watchLag(shop.server);
	const [cartResult, result] = await both(after(durationMs));
	const lagEvents = await lag.stop();
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
		measure('most events of it that statistics lack, in time', 's', { ours: lagEvents / eventRate, atMost: 5 }),
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
		await api.call(path, {
			method: 'POST',
			body: { session_id, current_url: toPage(seen.link) },
		});
		const startMs = performance.now();
		for (let count = 0; count === 0; ) {
			const body = { session_id, current_url: toPage('/') };
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
