/**
 * Any events, in any batches, with followers that are killed and shoppers who are erased: each report that a client reads
 * is what a recount of the log says, in zones with half hours and changes to summer time.
 *
 * A short form runs with all tests; `npm run test:fault` runs the long one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import type { CallCount } from '../../src/domain/statistics/call-kind.ts';
import { reportOperations } from '../../src/http/statistics/report-operations.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi } from '../support/api.ts';
import { checkReport } from '../support/check-report.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { countAll, eraseSession } from '../support/count-statistics.ts';
import { makeEvent, type ShopperWorld, shoppers } from '../support/random-shoppers.ts';
import { readEvents } from '../support/read-events.ts';
import { openQuestion, type Parameters, type RecountedWorld } from '../support/recount-question.ts';
import { recountedReports } from '../support/recount-reports.ts';
import { recountFacts } from '../support/recount-statistics.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { chooseLength } from '../support/test-length.ts';
import { openWidgetShop } from '../support/widget-shop.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const zones = ['Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'];
/** Nights in which St John's and Lord Howe change their clocks, forth and back; long ago, because calls of today count. */
const changes = ['2020-03-08', '2020-11-01', '2020-10-04', '2020-04-05'];
const roundCount = chooseLength(3, 60);
const questionsPerReport = chooseLength(2, 6);

test(`reports are those of a recount, after each of ${roundCount} rounds`, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	await using app = await serveApp({ VITRINE_EVENT_RETENTION_DAYS: '0' }, openScan);
	const shop = await openCountedShop(app, random);
	const { world, database } = shop;
	let answerCount = 0;
	for (let round = 0; round < roundCount; round += 1) {
		if (round % 10 === 9) world.nowMs += 200 * dayMs;
		for (let batch = random.integer(1, 4); batch > 0; batch -= 1) {
			await database.events.recordMany(makeEvents(world));
			if (random.chance(0.6)) await countAll(database, { random, killChance: 0.1, failChance: 0.3 });
			if (random.chance(0.1)) await database.statistics.startRebuild(null);
		}
		if (random.chance(0.4)) await shop.erase();
		await shop.call();
		await countAll(database, { random, killChance: 0.1, failChance: 0.3 });
		const recounted = await shop.recount();
		for (const path of Object.keys(recountedReports)) {
			for (let count = 0; count < questionsPerReport; count += 1) {
				await checkAnswer(shop, recounted, { path, parameters: pickParameters(random, world, path) });
				answerCount += 1;
			}
		}
	}
	t.diagnostic(`${answerCount} reports about ${world.eventCount} events`);
});

/** Mostly in the order in which they happen. */
function makeEvents(world: ShopperWorld): ShopperEvent[] {
	const events = Array.from({ length: world.random.integer(20, 120) }, () => makeEvent(world));
	return world.random.chance(0.7) ? events.sort((one, other) => one.occurredAtMs - other.occurredAtMs) : events;
}

test('each report of the API is recounted', () => {
	const paths = Object.keys(recountedReports).filter((path) => !path.startsWith('sector/'));
	assert.deepEqual(paths.toSorted(), Object.keys(reportOperations).toSorted());
});

interface Asked {
	readonly path: string;
	readonly parameters: Parameters;
}

type CountedShop = Awaited<ReturnType<typeof openCountedShop>>;

/** Two search engines of a sector with a few items; the server's own follower counts beside those of the test. */
async function openCountedShop(app: ServedApp, random: SeededRandom) {
	const { database } = app.zone;
	const shop = await openWidgetShop(app);
	const api = createApi(`${app.url}/api/v2`, shop.key);
	const sector = 'shoes';
	await api.call(`/search_engines/${shop.hashid}`, { method: 'PATCH', body: { sector } });
	const other = await api.call('/search_engines', { method: 'POST', body: { name: 'Other', sector } });
	const hashids = [shop.hashid, other.json.hashid as string];
	const labels = { link: 'https://shop.example/1', brand: 'Nike', categories: ['Shoes', 'Sale'] };
	const items = new Map<string, typeof labels & { readonly title: string }>();
	for (const id of ['1', '2']) {
		const item = { ...labels, title: `Shoe ${id}` };
		await shop.put({ id, ...item });
		items.set(shop.dfidOf(id), item);
	}
	const calls: CallCount[] = [];
	const world: ShopperWorld = {
		...{ random, hashids, storeId: shop.storeId, widgetId: await shop.create('similar') },
		...{ queryIds: [], eventCount: 0, nowMs: Date.parse(random.pick(changes)) - random.integer(8, 20) * hourMs },
	};
	return {
		...{ api, database, world, shop },
		async erase() {
			const id = (world.eventCount + 0xe0000000).toString(16).padStart(32, 'e');
			const whose = { hashid: random.pick(hashids), sessionId: random.pick(shoppers) };
			await eraseSession(database, { id, storeId: shop.storeId, ...whose });
		},
		/** Calls that are counted as they are answered, days ago. */
		async call() {
			const day = Math.floor(world.nowMs / dayMs) - random.integer(0, 3);
			for (const hashid of hashids) {
				const kind = random.pick(['search', 'suggestion', 'management', 'recommendation', 'event'] as const);
				calls.push({ hashid, day, kind, callCount: random.integer(1, 9) });
				await database.calls.addCalls(calls.slice(-1));
			}
		},
		async recount(): Promise<RecountedWorld> {
			const log = await readEvents(database.events);
			const engines = hashids.map((hashid) => ({
				...{ hashid, sector, facts: recountFacts(log.filter((event) => event.hashid === hashid)) },
				calls: calls
					.filter((call) => call.hashid === hashid)
					.map(({ kind, day, callCount }) => ({ kind, timeMs: day * dayMs, count: callCount })),
			}));
			return { engines, items };
		},
	};
}

function pickParameters(random: SeededRandom, { nowMs, hashids }: ShopperWorld, path: string): Parameters {
	const toText = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
	const endMs = nowMs - random.integer(-1, 6) * dayMs;
	const startMs = endMs - random.integer(0, random.pick([1, 6, 40])) * dayMs;
	const moments = [startMs - random.integer(1, 90_000_000), endMs].map((timeMs) => String(Math.floor(timeMs / 1000)));
	const [from = '', to = ''] = random.chance(0.2) ? moments : [toText(startMs), toText(endMs)];
	const dfid = `${random.pick(hashids)}@${random.pick(['product@c4ca4238a0b923820dcc509a6f75849b', 'product@none'])}`;
	const values: Readonly<Record<string, readonly string[]>> = {
		device: [random.pick(['desktop', 'mobile'])],
		query: [random.pick(['  SHOES', 'red shoes', 'straße', 'none'])],
		dfid: [dfid.replace('none', 'c81e728d9d4c2f636f067f89cc14862c')],
		'indices[]': random.pick([['product'], ['blog'], ['page', 'blog']]),
		'query_name[]': random.pick([['fuzzy'], ['match_and', 'phonetic_text']]),
		source: ['voice'],
		total_hits: [random.pick(['0', '2'])],
		exclude: [random.pick(['0', '3'])],
		no_results: ['true'],
		opportunities: ['true'],
		'product_type[]': random.pick([
			['search'],
			['banner', 'recommendation'],
			['quizz'],
			['custom_result', 'category_page'],
		]),
		id: [random.pick(['3', '7', '70'])],
		'facet[]': random.pick([['brand'], ['price', 'colour']]),
		metric: ['categories'],
		direction: ['falling'],
		type: [random.pick(['all', 'query_counters', 'api_counters', 'quizzes'])],
		limit: [random.pick(['1', '2', '3'])],
	};
	const operation = reportOperations[path as keyof typeof reportOperations];
	const taken = (operation?.parameters ?? ['device']).filter(
		(name) => name in values && (name === operation?.required || random.chance(0.2)),
	);
	const chosen = Object.fromEntries(
		taken.map((name) => [name === 'exclude' ? 'exclude[total_hits]' : name, values[name] ?? []]),
	);
	const sector = path.startsWith('sector/') ? { sector: [random.pick(['shoes', 'shoes', 'hats'])] } : {};
	return { from: [from], to: [to], tz: [random.pick(zones)], ...sector, ...chosen };
}

type Pair = [name: string, value: string];

/** Of all search engines together, of one or of each, and of the period before. */
async function checkAnswer(
	{ api, world: { random } }: CountedShop,
	world: RecountedWorld,
	{ path, parameters }: Asked,
) {
	const only = random.chance(0.2) ? [random.pick(world.engines)] : [];
	const isEach = random.chance(0.2);
	const hasPrevious = random.chance(0.2);
	const query = new URLSearchParams([
		...Object.entries(parameters).flatMap(([name, values]) => values.map((value): Pair => [name, value])),
		...only.map(({ hashid }): Pair => ['hashids[]', hashid]),
		...(isEach ? ([['aggregate', 'false']] satisfies Pair[]) : []),
		...(hasPrevious ? ([['compare', 'previous']] satisfies Pair[]) : []),
	]);
	const { json, text, status } = await api.call(`/stats/${path}?${query}`);
	const where = `${path}?${query}`;
	assert.equal(status, 200, `${where}: ${text}`);
	const question = openQuestion(only.length === 0 ? world : { ...world, engines: only }, parameters);
	try {
		checkReport(json, question, { path, isEach });
		assert.equal('previous' in json, hasPrevious);
		if (hasPrevious) checkReport(json.previous, question.before(), { path, isEach });
	} catch (error) {
		throw new Error(where, { cause: error });
	}
}
