/**
 * Sessions of a real shop over HTTP, with searches, visits, carts and checkouts: do the reports have exactly what was sent?
 *
 *     npm run bench -- session-statistics --data FOLDER
 */
import { parseArgs } from 'node:util';
import type { Json } from '../test/support/api.ts';
import { startServer } from '../test/support/server.ts';
import { waitUntilCounted } from './event-counting.ts';
import { toRequest } from './load.ts';
import { compare, type Measurement, report } from './measurement.ts';
import { readSessionFolder, type Sessions } from './session-data.ts';
import { created, openShop, type StreamedShop, streamSessions, toSessionDfid } from './session-shop.ts';

/** So few that no search is refused because others wait. */
const connectionCount = 12;
const dayMs = 24 * 3600 * 1000;
/** The sessions are spread over so many days, the last of which is today. */
const dayCount = 28;
/** One session in five searches for its first item; one in ten puts its last item into the cart, and half of those buy it. */
const [sessionsPerSearch, sessionsPerCart, sessionsPerSale] = [5, 10, 20];
const [price, amount] = [12.35, 3];
/** A report has at most so many rows. */
const rowsMax = 1000;

/** What a session does beside its clicks. */
interface SessionPlan {
	readonly query: string | undefined;
	readonly bought: 'nothing' | 'cart' | 'sale';
	/** A session that searches is of today: searches are logged when they are answered. */
	readonly daysAgo: number;
}

function planSession(number: number, items: readonly number[]): SessionPlan {
	const isSearching = number % sessionsPerSearch === 0;
	const bought = number % sessionsPerSale === 1 ? 'sale' : number % sessionsPerCart === 1 ? 'cart' : 'nothing';
	return {
		query: isSearching ? `product ${items[0]}` : undefined,
		...{ bought, daysAgo: isSearching ? 0 : number % dayCount },
	};
}

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: { data: { type: 'string', default: '' }, sessions: { type: 'string' } },
	});
	const data = readSessionFolder(values.data);
	if (data === undefined)
		throw new Error('say where the sessions are: --data FOLDER, with train.txt.gz and test.txt.gz');
	const sessions = data.train.slice(0, Number(values.sessions ?? data.train.length));
	const environment = { VITRINE_SEARCH: 'true' };
	await using server = await startServer({ environment });
	const shop = await openShop({ url: server.url, key: server.firstRun?.key ?? '', shownCount: 1 }, sessions);
	const nowMs = Date.now();
	const streamed = await streamSessions({ url: shop.url, connectionCount }, sessions, (number, items) =>
		toRequests(shop, nowMs, { number, items }),
	);
	const startMs = performance.now();
	await waitUntilCounted(server);
	const seconds = (performance.now() - startMs) / 1000;
	const counted = await readReports(shop, nowMs);
	return [
		report(`events of ${sessions.length} sessions, answered`, 'events/s', streamed.answerCount / streamed.seconds),
		report('until statistics have counted them all', 's', seconds),
		...checkReports(sessions, counted),
	];
}

interface NumberedSession {
	readonly number: number;
	readonly items: readonly number[];
}

function toRequests(
	{ key, hashid, storeId }: StreamedShop,
	nowMs: number,
	{ number, items }: NumberedSession,
): Uint8Array[] {
	const { query, bought, daysAgo } = planSession(number, items);
	const session = { session_id: `s${number}`, ...(query === undefined && { occurred_at: nowMs - daysAgo * dayMs }) };
	const call = (method: string, path: string, body: object) =>
		toRequest(method, path, { key, body: JSON.stringify({ ...session, ...body }) });
	const stats = `/6/${hashid}/stats`;
	const search = `/6/${hashid}/_search?query=${encodeURIComponent(query ?? '')}&session_id=s${number}`;
	const line = { id: String(items.at(-1)), index: 'product', title: 'A product', price, amount };
	return [
		call('POST', '/api/v2/stats/visit', { store: storeId, hashid, url: 'https://shop.example/' }),
		...(query === undefined ? [] : [toRequest('GET', search, { key })]),
		...items.map((item) => call('PUT', `${stats}/click`, { dfid: toSessionDfid(hashid, item) })),
		...(bought === 'nothing' ? [] : [call('PUT', `${stats}/cart/s${number}`, line)]),
		...(bought === 'sale' ? [call('PUT', `${stats}/checkout`, {})] : []),
	];
}

type Counted = Awaited<ReturnType<typeof readReports>>;

async function readReports({ api, hashid }: StreamedShop, nowMs: number) {
	const toDate = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
	// The last sessions may be of tomorrow.
	const period = `from=${toDate(nowMs - dayCount * dayMs)}&to=${toDate(nowMs + dayMs)}&hashid=${hashid}`;
	const read = async (path: string) => created(api.call(`/api/v2/stats/${path}?${period}&limit=${rowsMax}`), 200);
	return {
		searches: await read('searches'),
		topSearches: await read('searches/top'),
		clicks: await read('clicks'),
		clickedItems: await read('clicked_items'),
		clickers: await read('clicks/users'),
		uses: await read('search_engine_users'),
		origins: await read('conversions/origins'),
		checkouts: await read('checkouts'),
		topSales: await read('top-sales'),
		sales: await read('sales'),
		sessions: await read('sessions'),
	};
}

function checkReports(sessions: Sessions, counted: Counted): Measurement[] {
	const plans = sessions.map((items, number) => ({ items, ...planSession(number, items) }));
	const queries = plans.flatMap(({ query }) => query ?? []);
	const bought = plans.filter(({ bought: what }) => what === 'sale').map(({ items }) => items.at(-1) as number);
	const clicked = sessions.flat();
	const sumOf = ({ results }: Json, member: string): number =>
		results.reduce((sum: number, row: Json) => sum + row[member], 0);
	const cartCount = plans.filter(({ bought: what }) => what !== 'nothing').length;
	const users = counted.clickers.results[0].users;
	return [
		toCheck('searches', counted.searches.total_count, queries.length),
		toCheck('visits', counted.uses.visits, sessions.length),
		toCheck('clicks', counted.clicks.total_count, clicked.length),
		toCheck('additions to carts', sumOf(counted.origins, 'carts'), cartCount),
		toCheck('checkouts', counted.checkouts.total_count, bought.length),
		toCheck('purchases', sumOf(counted.origins, 'purchases'), bought.length),
		toCheck('revenue', counted.sales.total_amount, (bought.length * Math.round(price * 100) * amount) / 100),
		toCheck('sessions', sumOf(counted.sessions, 'sessions'), sessions.length),
		compare('users who clicked', { unit: '', ours: users, reference: sessions.length }, { atMost: 1.025 }),
		toListCheck('queries', counted.topSearches.results, { of: queries, count: 'count', key: ({ query }) => query }),
		toListCheck('clicked items', counted.clickedItems.results, {
			...{ of: clicked, count: 'count', key: ({ title }) => Number(title.split(' ')[1]) },
		}),
		toListCheck('sold items', counted.topSales.results, {
			of: bought.flatMap((item) => Array<number>(amount).fill(item)),
			...{ count: 'sum_amount', key: ({ title }) => Number(title.split(' ')[1]) },
		}),
	];
}

function toCheck(what: string, ours: number, reference: number): Measurement {
	return { what, unit: '', ours, reference, score: ours - reference, target: 'equal', isMet: ours === reference };
}

interface Expected<Key> {
	/** Each as often as it happened. */
	readonly of: readonly Key[];
	/** The member with how often it was counted. */
	readonly count: string;
	readonly key: (row: Json) => Key;
}

/** How many rows have the count of the file, and are as far up as their count says. */
function toListCheck<Key>(what: string, rows: readonly Json[], { of, count, key }: Expected<Key>): Measurement {
	const counts = new Map([...Map.groupBy(of, (one) => one)].map(([one, { length }]) => [one, length]));
	const sorted = [...counts.values()].toSorted((a, b) => b - a);
	const right = rows.filter((row, at) => row[count] === counts.get(key(row)) && row[count] === sorted[at]);
	return toCheck(`rows of the most frequent ${what}`, right.length, Math.min(rowsMax, sorted.length));
}
