/**
 * Sessions of a real shop over HTTP: every click and some carts are sent as events, session by session as they happened.
 * Then the widget for what comes next is called in test sessions, whose views are recorded as they go.
 *
 *     npm run bench -- session-stream --data FOLDER
 */
import { parseArgs } from 'node:util';
import { createApi } from '../test/support/api.ts';
import { readMetrics } from '../test/support/read-metrics.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { toRequest, toShopperHeaders } from './load.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { countClicks, readSessionFolder, type Sessions } from './session-data.ts';
import { rankOf } from './session-evaluation.ts';
import { created, openShop, type StreamedShop, streamSessions, toLink, toSessionDfid } from './session-shop.ts';

const connectionCount = 50;
const shownCount = 20;
/** One session in ten puts its last viewed item into the cart. */
const sessionsPerCart = 10;
const catchUpSecondsMax = 600;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: { data: { type: 'string', default: '' }, predictions: { type: 'string', default: '20000' } },
	});
	const data = readSessionFolder(values.data);
	if (data === undefined)
		throw new Error('say where the sessions are: --data FOLDER, with train.txt.gz and test.txt.gz');
	const environment = { VITRINE_TRUSTED_PROXIES: '127.0.0.1', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' };
	await using server = await startServer({ environment });
	const shop = await openShop({ url: server.url, key: server.firstRun?.key ?? '', shownCount }, data.train);
	const streamed = await streamSessions({ url: shop.url, connectionCount }, data.train, (number, items) =>
		toRequests(shop, number, items),
	);
	if (streamed.answerCount < countClicks(data.train)) throw new Error(`${streamed.answerCount} answers`);
	const catchUpSeconds = await catchUp(server);
	const { predictions, ...found } = await predict(shop, data.test, Number(values.predictions));
	return [
		report(
			`clicks and carts of ${data.train.length} sessions, durable`,
			'events/s',
			streamed.answerCount / streamed.seconds,
		),
		measure('until the models have seen them all', 's', { ours: catchUpSeconds, atMost: 1 }),
		report(`HR@${shownCount} of ${predictions} widget answers`, '%', found.hitRate),
		report(`MRR@${shownCount} of them`, '%', found.reciprocalRank),
		measure('a widget answer, p99', 'ms', { ours: found.p99Ms, atMost: 20 }),
	];
}

function toRequests({ key, hashid, widgetId }: StreamedShop, number: number, items: readonly number[]): Uint8Array[] {
	const sessionId = `s${number}`;
	const toDfid = (item: number) => toSessionDfid(hashid, item);
	const clicks = items.map((item) =>
		toRequest('PUT', `/6/${hashid}/stats/click?session_id=${sessionId}&dfid=${toDfid(item)}`, { key }),
	);
	const last = items.at(-1);
	if (last === undefined || number % sessionsPerCart !== 0) return clicks;
	const cart = { session_id: sessionId, dfid: toDfid(last), title: `Product ${last}`, price: 10 };
	const parts = { headers: toShopperHeaders(number), body: JSON.stringify(cart) };
	return [...clicks, toRequest('POST', `/api/widget/${widgetId}/cart`, parts)];
}

/** @returns the seconds until the models have applied all events. */
async function catchUp(server: TestServer): Promise<number> {
	const startMs = performance.now();
	for (;;) {
		const text = await readMetrics(server);
		const [, behind] = /^vitrine_recommender_events_behind\{[^}]*\} (\d+)/m.exec(text) ?? [];
		const seconds = (performance.now() - startMs) / 1000;
		if (behind === '0') return seconds;
		if (seconds > catchUpSecondsMax) throw new Error(`the models are ${behind ?? '?'} events behind`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

interface Found {
	readonly predictions: number;
	readonly hitRate: number;
	readonly reciprocalRank: number;
	readonly p99Ms: number;
}

/** Sessions that run concurrently, so that seconds lie between the views of each, as they do in a shop. */
const parallelSessions = 1000;

/** For every view of the test sessions but the last: did the widget show the next one? One call at a time. */
async function predict({ url, widgetId }: StreamedShop, sessions: Sessions, predictionsMax: number): Promise<Found> {
	const browser = createApi(url);
	const durationsMs: number[] = [];
	let [hitCount, reciprocalRanks] = [0, 0];
	for (const { number, item, next } of interleave(sessions)) {
		if (durationsMs.length >= predictionsMax) break;
		const headers = toShopperHeaders((1 << 22) + number);
		const startMs = performance.now();
		const body = { session_id: `t${number}`, current_url: toLink(item) };
		const { results } = await created(browser.call(`/api/widget/${widgetId}`, { method: 'POST', headers, body }), 200);
		durationsMs.push(performance.now() - startMs);
		const shown = (results as { id: string }[]).map(({ id }, index) => ({ item: Number(id), score: -index }));
		const rank = rankOf(next, shown);
		if (rank > shownCount) continue;
		hitCount += 1;
		reciprocalRanks += 1 / rank;
	}
	const predictions = durationsMs.length;
	return {
		predictions,
		hitRate: (100 * hitCount) / predictions,
		reciprocalRank: (100 * reciprocalRanks) / predictions,
		p99Ms: percentile(durationsMs, 0.99),
	};
}

/** The views of a thousand sessions interleaved, each with the one that follows it in its session. */
function* interleave(sessions: Sessions): Generator<{ number: number; item: number; next: number }> {
	for (let start = 0; start < sessions.length; start += parallelSessions) {
		const group = sessions.slice(start, start + parallelSessions);
		const lengthMax = Math.max(...group.map((session) => session.length));
		for (let at = 0; at + 1 < lengthMax; at += 1) {
			for (const [index, session] of group.entries()) {
				const [item, next] = [session[at], session[at + 1]];
				if (item !== undefined && next !== undefined) yield { number: start + index, item, next };
			}
		}
	}
}
