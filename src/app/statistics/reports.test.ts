/** Every report over a few days of two search engines, with figures that were worked out by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFactStore } from '../../../test/support/fact-store.ts';
import { addSampleFacts, sampleDayStarts as dayStarts } from '../../../test/support/sample-facts.ts';
import { startPosition } from '../../domain/log/position.ts';
import { parsePeriod } from '../../domain/statistics/period.ts';
import { type FailureError, unwrap } from '../../lib/failure.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import type { ReportOptions, ReportRequest } from './report-request.ts';
import type { ReportName } from './reports.ts';
import { createReports } from './run-report.ts';

const hashids = ['a'.repeat(32), 'b'.repeat(32)] as const;
const [first, second] = hashids;
const engines = hashids.map((hashid) => ({
	...{ hashid, accountId: 'account', storeId: null, name: hashid, currency: 'EUR', locale: 'en', siteUrl: null },
	...{ hasStopwords: false, isDefault: false, hasGrouping: false, platform: 'api', sector: 'shoes', createdAtMs: 0 },
	indices: [
		{
			name: 'product',
			preset: 'product' as const,
			options: {},
			datasources: [],
			hasTemporary: false,
			schemaOverrides: {},
		},
	],
}));
const keyOf = (digit: string) => digit.repeat(32);
const dfidOf = (hashid: string, digit: string, index = 'product') => `${hashid}@${index}@${keyOf(digit)}`;
const facts = createFactStore();
addSampleFacts(facts, hashids, keyOf);

const items = new Map([
	[keyOf('1'), { title: 'Trail shoe', link: 'https://shop.example/1', brand: 'Nike', categories: ['Shoes', 'Sale'] }],
]);
let nowMs = 0;
const reports = createReports({
	...{ statistics: facts, runSliced: (work) => runSteps(work.begin(unhurried)), monotonicMs: () => nowMs },
	searchEngines: { list: async () => engines, find: async () => assert.fail('not called') },
	calls: {
		async listCallDays({ hashid, firstDay }) {
			const search = { hashid, day: firstDay, kind: 'search', callCount: 1 } as const;
			const suggestion = { hashid, day: firstDay + 1, kind: 'suggestion', callCount: 2 } as const;
			return [search, suggestion, { ...suggestion, kind: 'management', callCount: 1 }];
		},
	},
	items: {
		findByKeys: async ({ hashid }, keys) =>
			keys.map((key) => {
				const item = hashid === first ? items.get(key) : undefined;
				return item && { id: key, text: JSON.stringify(item) };
			}),
		readLog: async () => assert.fail('nothing was written'),
	},
	generations: {
		async listOfSearchEngine(hashid) {
			const state = { generationId: 1, hashid, indexName: 'product', kind: 'live', end: startPosition } as const;
			return [{ ...state, locale: 'en', currency: 'EUR', schema: '', followed: null, incarnation: '' }];
		},
	},
});

const period = unwrap(parsePeriod({ from: '20260301', to: '20260303', timeZone: 'Europe/Madrid' }));
const noOptions: ReportOptions = {
	...{ indices: [], attempts: [], hasNoResults: false, isOpportunity: false, origins: undefined, facets: [] },
	...{ metric: 'brand', rowsMax: 100, usageType: 'search', direction: 'rising' },
};

async function run(name: ReportName, options: Partial<ReportOptions> = {}, request: Partial<ReportRequest> = {}) {
	const asked = { period, isAggregated: true, hasPrevious: false, options: { ...noOptions, ...options }, ...request };
	return reports.run(name, engines, asked);
}

const rowsOf = async (...asked: Parameters<typeof run>) => (await run(...asked)).rows;
const countsOf = async (...asked: Parameters<typeof run>) => (await rowsOf(...asked)).map(({ count }) => count);

describe('searches', () => {
	test('are counted by day of the zone, without what was taken back', async () => {
		const rows = await rowsOf('searches');
		assert.deepEqual(
			rows,
			[5, 8, 4].map((count, day) => ({ count, timestamp: dayStarts[day] })),
		);
		assert.equal((await run('searches')).totalCount, 17);
	});

	const narrowed: readonly [what: string, options: Partial<ReportOptions>, counts: number[]][] = [
		['a device', { device: 'desktop' }, [0, 4, 0]],
		['a query in any spelling', { query: '  Red  SHOE ' }, [5, 2, 4]],
		['a query that nobody typed', { query: 'none' }, [0, 0, 0]],
		['an index', { indices: [{ name: 'page', hashid: undefined }] }, [0, 6, 3]],
		['an index of a search engine', { indices: [{ name: 'page', hashid: first }] }, [0, 6, 0]],
		['an attempt', { attempts: [2] }, [0, 2, 0]],
		['a source', { source: 'voice' }, [0, 2, 0]],
		['a number of hits', { hitCount: 12 }, [5, 2, 0]],
		['another number of hits', { excludedHitCount: 0 }, [5, 4, 3]],
		[
			'an item: those that led to clicks on it',
			{ item: { hashid: first, indexName: 'product', itemKey: keyOf('1') } },
			[2, 0, 0],
		],
	];
	for (const [what, options, counts] of narrowed) {
		test(`are counted for ${what}`, async () => assert.deepEqual(await countsOf('searches', options), counts));
	}

	test('are listed by query, of all search engines together or each', async () => {
		const [shoes, hats, shoos] = ['red shoe', 'hat', 'shoo'];
		assert.deepEqual(await rowsOf('searches/top'), [
			{ count: 11, query: shoes },
			{ count: 4, query: hats },
			{ count: 2, query: shoos },
		]);
		assert.deepEqual(await rowsOf('searches/top', { rowsMax: 1 }), [{ count: 11, query: shoes }]);
		assert.deepEqual(await rowsOf('searches/top', { rowsMax: 1 }, { isAggregated: false }), [
			{ hashid: first, count: 8, query: shoes },
			{ hashid: second, count: 3, query: shoes },
		]);
		assert.deepEqual(await rowsOf('searches/top', { hasNoResults: true }), [{ count: 4, query: hats }]);
		assert.deepEqual(await rowsOf('searches/top', { isOpportunity: true }), [{ count: 2, query: shoos }]);
		assert.deepEqual(await rowsOf('searches/popular'), [
			{ count: 6, query: shoes },
			{ count: 1, query: shoos },
		]);
		const item = { hashid: first, indexName: 'product', itemKey: keyOf('1') };
		for (const name of ['searches/top', 'searches/popular', 'clicked_items/searches'] as const) {
			assert.deepEqual(await rowsOf(name, { item }), [{ count: 2, query: shoes }]);
		}
	});

	test('found nothing where tolerance for typing errors did not help either', async () => {
		const row = { query: 'qxyz', indices: 'n', attempt: 2, hits: 0, searches: 1 };
		facts.add(first, { table: 'searches', timeMs: Date.UTC(2026, 1, 1) }, row);
		const february = unwrap(parsePeriod({ from: '20260201', to: '20260201', timeZone: undefined }));
		const list = (options: Partial<ReportOptions>) => rowsOf('searches/top', options, { period: february });
		assert.deepEqual(await list({ hasNoResults: true }), [{ count: 1, query: 'xyz' }]);
		assert.deepEqual(await list({ isOpportunity: true }), []);
	});

	test('are listed where nothing was clicked', async () => {
		assert.deepEqual(await rowsOf('searches/unclicked', { rowsMax: 2 }), [
			{ query: 'red shoe', count: 6, searches: 11, unclickedRate: 6 / 11 },
			{ query: 'hat', count: 4, searches: 4, unclickedRate: 1 },
		]);
	});

	test('rise and fall against the period before', async () => {
		assert.deepEqual(await rowsOf('searches/trends', { rowsMax: 1 }), [
			{ query: 'red shoe', count: 11, previousCount: 0, change: 11, growth: null },
		]);
		assert.deepEqual(await rowsOf('searches/trends', { direction: 'falling' }), [
			{ query: 'hat', count: 4, previousCount: 9, change: -5, growth: -5 / 9 },
		]);
	});

	test('come with the period before when it is asked for', async () => {
		const { rows, previous } = await run('searches', {}, { hasPrevious: true });
		assert.equal(rows.length, 3);
		assert.deepEqual(
			previous?.rows.map(({ count }) => count),
			[0, 9, 0],
		);
		assert.equal(previous?.totalCount, 9);
	});

	test('come from places', async () => {
		const madrid = { country: 'ES', continent: 'EU', city: 'Madrid', latitude: 40.42, longitude: -3.7 };
		assert.deepEqual(await rowsOf('searches/locations'), [{ query: 'red shoe', ...madrid }]);
		assert.deepEqual(await rowsOf('searches/locations', { query: 'hat' }), []);
		const item = { hashid: first, indexName: 'product', itemKey: keyOf('2') };
		assert.equal((await rowsOf('searches/locations', { item })).length, 1);
		assert.deepEqual(await rowsOf('inits/locations'), [{ latitude: 40.42, longitude: -3.7 }]);
	});
});

describe('clicks', () => {
	test('are counted by day, by what was clicked', async () => {
		assert.deepEqual(await countsOf('clicks'), [3, 5, 3]);
		assert.deepEqual(await countsOf('clicks', { origins: ['search'] }), [3, 1, 3]);
		assert.deepEqual(await countsOf('clicks', { origins: ['recommendation', 'banner'] }), [0, 4, 0]);
		assert.deepEqual(await countsOf('clicks', { origins: [] }), [0, 0, 0]);
		assert.deepEqual(await countsOf('clicks', { indices: [{ name: 'page', hashid: undefined }] }), [0, 1, 0]);
	});

	test('are those of shoppers, who are the same in all search engines', async () => {
		assert.deepEqual(await rowsOf('clicks/users'), [{ clicks: 11, productClicks: 9, users: 3 }]);
		assert.deepEqual(await rowsOf('clicks/users', {}, { isAggregated: false }), [
			{ hashid: first, clicks: 8, productClicks: 6, users: 3 },
			{ hashid: second, clicks: 3, productClicks: 3, users: 1 },
		]);
	});

	test('are listed by item, with its title and link as they are now', async () => {
		assert.deepEqual(await rowsOf('clicked_items'), [
			{ dfid: dfidOf(first, '2'), title: '', link: '', count: 3 },
			{ dfid: dfidOf(second, '1'), title: '', link: '', count: 3 },
			{ dfid: dfidOf(first, '1'), title: 'Trail shoe', link: 'https://shop.example/1', count: 2 },
			{ dfid: dfidOf(first, '1', 'page'), title: '', link: '', count: 1 },
		]);
		assert.deepEqual(await rowsOf('results/top'), [{ brand: 'Nike', count: 2 }]);
		assert.deepEqual(await rowsOf('results/top', { metric: 'categories' }), [
			{ categories: ['Sale'], count: 2 },
			{ categories: ['Shoes'], count: 2 },
		]);
	});

	test('are listed by position', async () => {
		const rows = await rowsOf('clicked_items/position', { query: 'red shoe' });
		assert.deepEqual(rows, [
			{ product: dfidOf(second, '1'), position: 3, clicks: 3 },
			{ product: dfidOf(first, '1'), position: 1, clicks: 2 },
			{ product: dfidOf(first, '2'), position: 4, clicks: 1 },
		]);
		assert.deepEqual(await run('clicks/positions'), {
			rows: [
				{ position: 1, count: 2, share: 2 / 6 },
				{ position: 3, count: 3, share: 3 / 6 },
				{ position: 4, count: 1, share: 1 / 6 },
			],
			more: { averagePosition: (1 * 2 + 3 * 3 + 4) / 6 },
			totalCount: 6,
		});
		assert.deepEqual((await run('clicks/positions', { query: 'none' })).more, { averagePosition: null });
	});

	test('on banners and redirections are counted by their numbers', async () => {
		assert.deepEqual(await rowsOf('banners'), [{ id: 7, displays: 8, clicks: 2 }]);
		assert.deepEqual(await rowsOf('banners', { referenceId: '8' }), []);
		assert.deepEqual(await rowsOf('custom-results'), []);
		assert.deepEqual(await rowsOf('redirects'), [{ id: 3, link: '', count: 4 }]);
	});
});

describe('sessions and sales', () => {
	test('are among the figures of each day', async () => {
		const [first, second, third] = await rowsOf('figures_by_day');
		assert.deepEqual(first, {
			...{ timestamp: dayStarts[0], searches: 5, empty: 0, clicks: 3, sessions: 1, checkouts: 1 },
			...{ revenue: 59.85, emptyRate: 0, conversionRate: 1 },
		});
		assert.deepEqual(second, {
			...{ timestamp: dayStarts[1], searches: 8, empty: 4, clicks: 5, sessions: 2, checkouts: 2 },
			...{ revenue: 30.15, emptyRate: 4 / 8, conversionRate: 1 },
		});
		assert.deepEqual(third, {
			...{ timestamp: dayStarts[2], searches: 4, empty: 1, clicks: 3, sessions: 0, checkouts: 0 },
			...{ revenue: 0, emptyRate: 1 / 4, conversionRate: null },
		});
	});

	test('are counted', async () => {
		assert.deepEqual(await countsOf('inits'), [1, 2, 0]);
		assert.deepEqual(await rowsOf('inits/users'), [{ sessions: 3, uniqueSessions: 3, users: 2 }]);
		const uses = { visits: 6, inits: 3, searches: 17 };
		const answer = await run('search_engine_users');
		assert.deepEqual([answer.rows, answer.more], [[uses], { ...uses, total: 0, totalCount: 0 }]);
		assert.deepEqual(await countsOf('checkouts'), [1, 2, 0]);
	});

	test('are listed by amount', async () => {
		const { rows, more } = await run('sales');
		assert.deepEqual(rows, [
			{ session: 's1', amount: 59.85 },
			{ session: 's2', amount: 30.15 },
		]);
		assert.deepEqual(more, { totalAmount: 90 });
		assert.deepEqual(await rowsOf('top-sales'), [
			{ dfid: dfidOf(first, '1'), title: 'Trail shoe', sumAmount: 3, avgPrice: 19.95 },
			{ dfid: dfidOf(first, '2'), title: '', sumAmount: 3, avgPrice: 30.15 / 3 },
		]);
	});

	test('with search and without it are compared', async () => {
		const [withSearch, without] = await rowsOf('sessions');
		assert.deepEqual(withSearch, {
			...{ withSearch: true, sessions: 1, buyingSessions: 1, purchases: 1, revenue: 59.85 },
			...{ conversionRate: 1, revenuePerSession: 59.85, sessionShare: 1 / 3, revenueShare: 59.85 / 90 },
		});
		assert.deepEqual(without, {
			...{ withSearch: false, sessions: 2, buyingSessions: 1, purchases: 2, revenue: 30.15 },
			...{ conversionRate: 0.5, revenuePerSession: 30.15 / 2, sessionShare: 2 / 3, revenueShare: 30.15 / 90 },
		});
	});
});

describe('facets', () => {
	test('are counted by field, and by day with a row for each', async () => {
		assert.deepEqual(await rowsOf('facets'), [
			{ facet: 'brand', count: 7, timestamp: dayStarts[0] },
			{ facet: 'price', count: 1, timestamp: dayStarts[0] },
		]);
		const days = await rowsOf('facets_by_day', { facets: ['price', 'brand'] });
		assert.deepEqual(
			days.map(({ facet, count }) => `${facet} ${count}`),
			['brand 3', 'price 0', 'brand 4', 'price 1', 'brand 0', 'price 0'],
		);
	});

	test('are listed by value with their queries', async () => {
		assert.deepEqual(await rowsOf('facets/top'), [
			{
				...{ facet: 'brand', value: 'Nike', count: 3 },
				searches: [
					{ query: 'red shoe', count: 2 },
					{ query: 'hat', count: 1 },
				],
			},
			{ facet: 'price', value: { gte: '5', lte: '20.5' }, count: 1, searches: [{ query: 'hat', count: 1 }] },
		]);
	});

	test('are listed where they led to nothing', async () => {
		assert.deepEqual(await rowsOf('facets/filters', { hasNoResults: true }), [
			{ facet: 'brand', value: 'Nike', uses: 3, empty: 1, emptyRate: 1 / 3 },
		]);
	});
});

describe('conversions', () => {
	const nothing = { carts: 0, purchases: 0, units: 0, revenue: 0 };

	test('are those of queries', async () => {
		const [shoes, , shoo] = await rowsOf('conversions/queries');
		assert.deepEqual(shoes, {
			...{ query: 'red shoe', searches: 11, clicked: 5, carted: 1, bought: 1, clicks: 6, revenue: 59.85 },
			...{ clickRate: 5 / 11, cartRate: 1 / 11, conversionRate: 1 / 11, averagePosition: 15 / 6 },
			...{ searchShare: 11 / 17, revenueShare: 1 },
		});
		assert.equal(shoo?.averagePosition, null);
	});

	test('are those of widgets', async () => {
		assert.deepEqual(await rowsOf('conversions/widgets'), [
			{
				...{ widgetId: 'w1', displays: 10, clicks: 2, clickRate: 0.2, carts: 0, purchases: 1, units: 1, revenue: 10 },
				...{ cartRate: 0, conversionRate: 0.5, purchaseShare: 1 / 4, revenueShare: 10 / 90 },
			},
			{
				...{ widgetId: 'w2', displays: 5, clicks: 0, clickRate: 0, ...nothing },
				...{ cartRate: null, conversionRate: null, purchaseShare: 0, revenueShare: 0 },
			},
		]);
		assert.deepEqual(await rowsOf('recommendations'), await rowsOf('conversions/widgets'));
	});

	test('are those of items and of what was clicked', async () => {
		const rows = await rowsOf('conversions/items', { rowsMax: 1 });
		assert.deepEqual(rows, [
			{
				...{ dfid: dfidOf(first, '1'), title: 'Trail shoe', link: 'https://shop.example/1' },
				...{ impressions: 8, clicks: 2, clickThroughRate: 0.25, carts: 2, purchases: 1, units: 3 },
				...{ revenue: 59.85, cartRate: 1, conversionRate: 0.5 },
				...{ purchaseShare: 1 / 4, revenueShare: 59.85 / 90 },
			},
		]);
		const shown = async (options: Partial<ReportOptions>) =>
			(await rowsOf('conversions/items', options)).map((row) => [row.impressions, row.clickThroughRate].join());
		assert.deepEqual(await shown({ device: 'mobile', rowsMax: 2 }), [`6,${1 / 3}`, '0,']);
		assert.deepEqual(await shown({ query: 'red shoe', rowsMax: 1 }), [','], 'both null: not counted by query');
		const origins = await rowsOf('conversions/origins');
		assert.deepEqual(
			origins.map(({ origin, revenue, conversionRate }) => [origin, revenue, conversionRate]),
			[
				['search', 59.85, 1 / 7],
				['none', 20.15, null],
				['recommendation', 10, 0.5],
				['banner', 0, 0],
				['redirect', 0, 0],
			],
		);
	});
});

test('a rate of a sector is the median of its search engines, and null where nothing is divided', async () => {
	assert.deepEqual(await countsOf('sector/click_through_rate', { sector: 'shoes' }), [2 / 5, 1 / 8, (0 + 1) / 2]);
	assert.deepEqual(await countsOf('sector/abandonment', { sector: 'shoes' }), [3 / 5, 7 / 8, (1 + 0) / 2]);
	assert.deepEqual(await countsOf('sector/used_search', { sector: 'shoes' }), [1, 0, null]);
	assert.deepEqual(await countsOf('sector/conversion_rate', { sector: 'shoes' }), [1, 1, null]);
	assert.deepEqual(await countsOf('sector/conversion_rate', { sector: 'hats' }), [null, null, null]);
	assert.equal((await run('sector/click_through_rate', { sector: 'shoes' })).totalCount, 3, 'rates are not added up');
});

test('calls of the APIs are counted by type', async () => {
	const utc = unwrap(parsePeriod({ from: '20260301', to: '20260303', timeZone: undefined }));
	assert.deepEqual(await countsOf('usage', { usageType: 'all' }, { period: utc }), [2, 6, 0]);
	assert.deepEqual(await countsOf('usage', {}, { period: utc }), [2, 4, 0]);
	assert.deepEqual(await countsOf('usage', { usageType: 'quizzes' }, { period: utc }), [0, 0, 0]);
});

test('a report that takes too long is given up', async () => {
	const late = reports.run('searches', engines, { period, isAggregated: true, hasPrevious: false, options: noOptions });
	nowMs = 1e9;
	await assert.rejects(late, (error: FailureError) => error.failure.code === 'timed_out');
	nowMs = 0;
});
