/** What a report answers, and what it is made with. */
import type { CallRepository } from '../../ports/call-repository.ts';
import type { ItemLabels } from './item-labels.ts';
import type { EngineSums, ReportFacts } from './report-facts.ts';
import type { ReportOptions } from './report-request.ts';

/** Names of members as in code; the wire writes them with underscores. */
export type ReportRow = Readonly<Record<string, unknown>>;

export interface Report {
	readonly rows: readonly ReportRow[];
	/** Whether their counts are rates, which are not added up. */
	readonly hasRates?: true;
	/** Members of the answer beside its rows. */
	readonly more?: ReportRow;
}

export interface ReportTools {
	readonly readLabels: ItemLabels;
	readonly listCallDays: CallRepository['listCallDays'];
}

export type RunReport = (facts: ReportFacts, options: ReportOptions, tools: ReportTools) => Promise<Report>;

/** Amounts are stored as whole numbers of a ten-thousandth. */
export function toMoney(sum: number): number {
	return sum / 10_000;
}

/** Null where there was nothing to divide by. */
export function divide(part: number, whole: number): number | null {
	return whole === 0 ? null : part / whole;
}

/** The sums of a scan by day, of all search engines together; a day without events is 0. */
export function addByDay({ period }: ReportFacts, found: readonly EngineSums[], scan = 0): Float64Array[] {
	const measureCount = found[0]?.results[scan]?.sums.length ?? 1;
	const sums = Array.from({ length: measureCount }, () => new Float64Array(period.dayStartsMs.length));
	for (const { results } of found) {
		const result = results[scan];
		const days = result?.keys[0];
		if (result === undefined || days === undefined) continue;
		for (let group = 0; group < result.count; group++) {
			const day = days[group] as number;
			for (const [measure, sum] of sums.entries())
				sum[day] = (sum[day] as number) + (result.sums[measure]?.[group] ?? 0);
		}
	}
	return sums;
}

/** The sums of a scan over all its groups, of all search engines together; a missing one is 0. */
export function addAll(found: readonly EngineSums[], scan = 0): (measure: number) => number {
	return (measure) => {
		let sum = 0;
		for (const { results } of found) {
			const { count = 0, sums = [] } = results[scan] ?? {};
			const column = sums[measure];
			for (let group = 0; group < count; group++) sum += column?.[group] ?? 0;
		}
		return sum;
	};
}

/** One row for each day. */
export function toDayRows({ period }: ReportFacts, counts: ArrayLike<number> = []): ReportRow[] {
	return period.dayStartsMs.map((timestamp, day) => ({ count: counts[day] ?? 0, timestamp }));
}

/** One of the scans. */
export function onlyScan(found: readonly EngineSums[], scan: number): EngineSums[] {
	return found.map((one) => ({ ...one, results: one.results.slice(scan, scan + 1) }));
}

/** Scans of several tables or periods as one: they have the same search engines. */
export function joinFound(first: readonly EngineSums[], ...others: readonly (readonly EngineSums[])[]): EngineSums[] {
	return first.map((one, at) => ({
		...one,
		results: [...one.results, ...others.flatMap((found) => found[at]?.results ?? [])],
	}));
}
