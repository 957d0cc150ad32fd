/**
 * How long does each report take, on one core? The reports run in this process, on the store as a server reads it; the time
 * is processor time, so other work on the machine does not count, but what it does to caches does.
 */
import type { ReportOptions } from '../src/app/statistics/report-request.ts';
import { type ReportName, reports } from '../src/app/statistics/reports.ts';
import { createReports } from '../src/app/statistics/run-report.ts';
import { formatUtcDay, toUtcDay } from '../src/domain/event/utc-day.ts';
import { toItemKey } from '../src/domain/item/dfid.ts';
import { parsePeriod } from '../src/domain/statistics/period.ts';
import { unwrap } from '../src/lib/failure.ts';
import { runSteps, unhurried } from '../src/lib/steps.ts';
import type { Database } from '../src/ports/database.ts';
import { compare, type Measurement, measure, percentile, report } from './measurement.ts';
import { streamEndMs, streamHashid } from './shopper-stream.ts';
import { shopSector } from './statistics-shop.ts';
import { runPlainSql } from './statistics-sql.ts';

/** What is promised. */
const manyDaysMsMax = 100;
const oneDayMsMax = 20;

/** So that the first and the last day are parts of days in UTC. */
export const reportZone = 'Europe/Madrid';
const lastDay = toUtcDay(streamEndMs) - 1;

const plainOptions: ReportOptions = {
	...{ indices: [], attempts: [], hasNoResults: false, isOpportunity: false, origins: undefined, facets: [] },
	...{ metric: 'brand', rowsMax: 100, usageType: 'all', direction: 'rising', sector: shopSector },
};

interface Asked {
	readonly what: string;
	readonly name: ReportName;
	readonly options: ReportOptions;
}

const item = { hashid: streamHashid, indexName: 'product', itemKey: toItemKey('7') };

/** Every report as it is, and some with conditions. */
const asked: readonly Asked[] = [
	...(Object.keys(reports) as ReportName[]).map((name) => ({ what: name, name, options: plainOptions })),
	narrow('searches/top', 'of mobiles', { device: 'mobile' }),
	narrow('searches/top', 'without results', { hasNoResults: true }),
	narrow('searches/top', 'as opportunities', { isOpportunity: true }),
	narrow('searches', 'for a query', { query: 'query 10' }),
	narrow('searches', 'for an index', { indices: [{ name: 'product', hashid: undefined }] }),
	narrow('clicked_items/searches', 'of an item', { item }),
	narrow('clicked_items', 'of an index', { indices: [{ name: 'product', hashid: undefined }] }),
];

function narrow(name: ReportName, how: string, change: Partial<ReportOptions>): Asked {
	return { what: `${name} ${how}`, name, options: { ...plainOptions, ...change } };
}

export interface ReportsOptions {
	readonly dayCount: number;
	/** How often each report runs over all days, and twice as often over one day, each after a first time. */
	readonly runCount: number;
}

export interface ReportDays {
	readonly from: string;
	readonly to: string;
}

/** The last days of the stream. */
export function toReportDays(dayCount: number): ReportDays {
	return { from: formatUtcDay(lastDay - dayCount + 1), to: formatUtcDay(lastDay) };
}

export async function benchReports(
	database: Database,
	{ dayCount, runCount }: ReportsOptions,
): Promise<readonly Measurement[]> {
	const run = openReports(database);
	// Nothing is compiled when the first report runs: it would bear the time of all.
	const dayBefore = formatUtcDay(lastDay - 1);
	for (const one of asked) await run(one, { from: dayBefore, to: dayBefore });
	const all: Measurement[] = [];
	for (const one of asked) {
		const [first = 0, ...many] = await timeRuns(1 + runCount, () => run(one, toReportDays(dayCount)));
		const [firstOfDay = 0, ...single] = await timeRuns(1 + 2 * runCount, () => run(one, toReportDays(1)));
		all.push(
			report(`${one.what}, ${dayCount} days, the first time`, 'ms', first),
			report(`${one.what}, ${dayCount} days, p50`, 'ms', percentile(many, 0.5)),
			measure(`${one.what}, ${dayCount} days, p95`, 'ms', { ours: percentile(many, 0.95), atMost: manyDaysMsMax }),
			report(`${one.what}, 1 day, the first time`, 'ms', firstOfDay),
			measure(`${one.what}, 1 day, p95`, 'ms', { ours: percentile(single, 0.95), atMost: oneDayMsMax }),
		);
	}
	return all;
}

/** Some of them beside the same as SQL over the events. */
export async function compareWithSql(
	database: Database,
	file: string,
	{ dayCount, runCount }: ReportsOptions,
): Promise<readonly Measurement[]> {
	const run = openReports(database);
	const days = toReportDays(dayCount);
	const { startMs, endMs } = unwrap(parsePeriod({ ...days, timeZone: reportZone }));
	const all: Measurement[] = [];
	for (const [name, referenceMs] of runPlainSql(file, { hashid: streamHashid, startMs, endMs })) {
		const times = await timeRuns(runCount, () => run({ what: name, name, options: plainOptions }, days));
		const values = { unit: 'ms', ours: percentile(times, 0.5), reference: referenceMs };
		all.push(compare(`${name}, ${dayCount} days (SQL over the events)`, values, { atMost: 0.5 }));
	}
	return all;
}

function openReports({ statistics, calls, items, generations, searchEngines }: Database) {
	const { run } = createReports({
		...{ statistics, calls, items, generations, searchEngines },
		...{ monotonicMs: () => performance.now(), timeoutMs: 600_000 },
		runSliced: (work) => runSteps(work.begin(unhurried)),
	});
	return async ({ name, options }: Asked, days: ReportDays) => {
		const engine = await searchEngines.find(streamHashid);
		if (engine === undefined) throw new Error('there is no shop');
		const period = unwrap(parsePeriod({ ...days, timeZone: reportZone }));
		return run(name, [engine], { period, isAggregated: true, hasPrevious: false, options });
	};
}

/** Milliseconds of processor time of each run, in all threads of the process. */
export async function timeRuns(runCount: number, work: () => unknown): Promise<number[]> {
	const times: number[] = [];
	for (let run = 0; run < runCount; run += 1) {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		times.push((user + system) / 1000);
	}
	return times;
}
