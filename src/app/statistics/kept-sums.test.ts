/** Reports whose earlier sums were kept must be those of a report that scans every row. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createFactStore, type FactStore } from '../../../test/support/fact-store.ts';
import { dayMs } from '../../domain/event/utc-day.ts';
import { type Period, parsePeriod } from '../../domain/statistics/period.ts';
import { unwrap } from '../../lib/failure.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { createDistinctCount } from '../../statistics/distinct-count.ts';
import { createSumsCache, type SumsCache } from './kept-sums.ts';
import { createNamesCache } from './known-names.ts';
import { openReportFacts, type TextScan } from './report-facts.ts';

const hashid = 'a'.repeat(32);
const engine = {
	...{ hashid, accountId: 'account', storeId: null, name: hashid, currency: 'EUR', locale: 'en', siteUrl: null },
	...{ hasStopwords: false, isDefault: false, hasGrouping: false, platform: 'api', sector: null, createdAtMs: 0 },
	indices: [],
};
const firstMs = Date.UTC(2026, 2, 1);
const dayCount = 40;
const table = 'clickers';

interface Click {
	readonly quarter: number;
	readonly device: number;
	readonly query: string;
	readonly user: number;
	readonly clicks: number;
}

const clicks: fc.Arbitrary<Click[]> = fc.array(
	fc.record({
		quarter: fc.nat(dayCount * 96 - 1),
		device: fc.nat(2),
		query: fc.constantFrom('qshoe', 'qhat', 'qscarf'),
		user: fc.integer({ min: 1, max: 8 }),
		clicks: fc.integer({ min: -1, max: 3 }).filter((count) => count !== 0),
	}),
	{ minLength: 1, maxLength: 80 },
);

const days = fc.nat(dayCount - 1);
const periods: fc.Arbitrary<Period> = fc
	.tuple(days, days, fc.constantFrom('Etc/UTC', 'Europe/Madrid', 'Asia/Kathmandu'))
	.map(([one, other, timeZone]) => {
		const [from, to] = [Math.min(one, other), Math.max(one, other)].map((day) => toDate(firstMs + day * dayMs));
		return unwrap(parsePeriod({ from, to, timeZone }));
	});

const toDate = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

function addClicks(store: FactStore, list: readonly Click[]): void {
	for (const { quarter, ...row } of list) {
		const timeMs = firstMs + (quarter * dayMs) / 96;
		store.add(hashid, { table, timeMs }, { ...row, item: 0 });
	}
}

/** All groups, in an order of their own, and the distinct users. */
async function report(
	statistics: FactStore,
	period: Period,
	keptSums: SumsCache,
	runSliced = runAtOnce,
): Promise<string[]> {
	const source = { statistics, keptSums, knownNames: createNamesCache(), monotonicMs: () => 0, runSliced };
	const facts = openReportFacts(source, { engines: [engine], period, caller: 'test', deadlineMs: 1 });
	const users = createDistinctCount();
	const scans: TextScan<typeof table>[] = [
		{ where: [], by: ['day'], measures: ['clicks'] },
		{ where: [{ column: 'device', values: [1] }], by: ['query', 'day'], measures: ['clicks'] },
		{ where: [{ column: 'query', names: ['qshoe', 'qhat'] }], by: ['user'], measures: ['clicks'] },
		{ where: [], by: ['query', 'user'], measures: ['clicks'] },
		{ where: [], by: [], measures: ['clicks'], distinct: { column: 'user', count: users } },
	];
	const [found] = await facts.scan(table, scans);
	const rows = (found?.results ?? []).flatMap(({ count, keys, sums }, scan) =>
		Array.from({ length: count }, (_, at) => [keys.map((column) => column[at]), sums.map((column) => column[at])])
			.filter(([, ofGroup]) => ofGroup?.some((sum) => sum !== 0))
			.map((row) => JSON.stringify([scan, row])),
	);
	return [...rows.toSorted(), `${users.count()} users`];
}

function runAtOnce<T>(work: { begin(pace: typeof unhurried): Generator<void, T, void> }): T {
	return runSteps(work.begin(unhurried));
}

/** As a thread does that has too many reports at once. */
function runTwice<T>(work: { begin(pace: typeof unhurried): Generator<void, T, void> }): T {
	const givenUp = work.begin({ isDue: () => true });
	const step = givenUp.next();
	if (step.done === true) return step.value;
	givenUp.return(undefined as T);
	return runAtOnce(work);
}

test('kept sums are those of a scan of every row, whatever comes late and whatever was asked before', async () => {
	const steps = fc.array(fc.oneof(clicks, periods), { minLength: 2, maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(clicks, steps, async (first, list) => {
			const store = createFactStore();
			addClicks(store, first);
			const kept = createSumsCache();
			for (const step of list) {
				if (Array.isArray(step)) addClicks(store, step);
				else assert.deepEqual(await report(store, step, kept), await report(store, step, createSumsCache()));
			}
		}),
	);
});

describe('a report that is asked for again', () => {
	const period = unwrap(parsePeriod({ from: '20260301', to: '20260409', timeZone: 'Europe/Madrid' }));
	const click = { quarter: 10 * 96, device: 1, query: 'qhat', user: 3, clicks: 1 };

	/** Counts the days that are read, beside the store. */
	function watch(store: FactStore) {
		const read: number[] = [];
		return {
			read,
			store: {
				...store,
				listParts: async (range: Parameters<FactStore['listParts']>[0]) => {
					const batch = await store.listParts(range);
					read.push(...batch.parts.map(({ day }) => day - firstMs / dayMs));
					return batch;
				},
			},
		};
	}

	test('counts nothing twice where its steps are given up and begun again', async () => {
		const store = createFactStore();
		addClicks(store, [click, click, { ...click, quarter: 20 * 96 }, { ...click, quarter: 39 * 96 }]);
		const expected = await report(store, period, createSumsCache());
		assert.deepEqual(await report(store, period, createSumsCache(), runTwice), expected);
	});

	test('reads no row again, and after a late event those of its segment alone', async () => {
		const { read, store } = watch(createFactStore());
		addClicks(store, [click, { ...click, quarter: 20 * 96 }, { ...click, quarter: 38 * 96 }]);
		const kept = createSumsCache();
		await report(store, period, kept);
		assert.deepEqual(read.splice(0), [10, 20, 38]);
		await report(store, period, kept);
		assert.deepEqual(read.splice(0), []);
		addClicks(store, [{ ...click, quarter: 20 * 96 + 5 }]);
		await report(store, period, kept);
		assert.deepEqual(read.splice(0), [20, 20]);
		addClicks(store, [{ ...click, quarter: 38 * 96 + 5 }]);
		await report(store, period, kept);
		assert.deepEqual(read.splice(0), [38, 38]);
	});
});
