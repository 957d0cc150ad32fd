/** A rate of each search engine by day, and the median of them. */
import type { DimensionOf, FactTableName, MeasureOf } from '../../../domain/statistics/fact-table.ts';
import * as condition from '../conditions.ts';
import { addByDay, divide, type RunReport } from '../report.ts';
import type { ReportFacts } from '../report-facts.ts';
import type { ReportOptions } from '../report-request.ts';

export const sectorRates = {
	click_through_rate: { part: ['searches', 'clicked'], whole: ['searches', 'searches'] },
	clicks_per_session: { part: ['clicks', 'clicks'], whole: ['sessions', 'sessions'] },
	conversion_rate: { part: ['checkouts', 'checkouts'], whole: ['sessions', 'sessions'] },
	searches_per_session: { part: ['searches', 'searches'], whole: ['sessions', 'sessions'] },
	used_search: { part: ['sessions', 'sessions', 'hasSearch'], whole: ['sessions', 'sessions'] },
	/** Searches without a click. */
	abandonment: { part: ['searches', 'clicked'], whole: ['searches', 'searches'], isRemainder: true },
} as const satisfies Record<string, Rate>;

export type SectorRate = keyof typeof sectorRates;

interface Rate {
	readonly part: Sum;
	readonly whole: Sum;
	readonly isRemainder?: true;
}

/** A table, a measure of it, and a column that must be 1. */
type Sum = readonly [table: FactTableName, measure: string, flag?: string];

export function reportSector(name: SectorRate): RunReport {
	const { part, whole, ...rate }: Rate = sectorRates[name];
	return async (facts, options) => {
		const byEngine: (number | null)[][] = [];
		for (const engine of facts.engines.filter(({ sector }) => sector !== null && sector === options.sector)) {
			const own = facts.narrow({ engines: [engine] });
			const parts = await sumByDay(own, options, part);
			const wholes = await sumByDay(own, options, whole);
			byEngine.push(
				Array.from(wholes, (all, day) => divide(rate.isRemainder ? all - (parts[day] ?? 0) : (parts[day] ?? 0), all)),
			);
		}
		const { dayStartsMs } = facts.period;
		return {
			hasRates: true,
			rows: dayStartsMs.map((timestamp, day) => ({
				count: toMedian(byEngine.map((rates) => rates[day] ?? null)),
				timestamp,
			})),
		};
	};
}

async function sumByDay(
	facts: ReportFacts,
	options: ReportOptions,
	[table, measure, flag]: Sum,
): Promise<Float64Array> {
	const flags = flag === undefined ? [] : [{ column: flag as DimensionOf<FactTableName>, values: [1] }];
	const found = await facts.scan(table, [
		{ where: [...condition.ofDevice(options), ...flags], by: ['day'], measures: [measure as MeasureOf<FactTableName>] },
	]);
	return addByDay(facts, found)[0] ?? new Float64Array();
}

/** Null without a value. */
export function toMedian(values: readonly (number | null)[]): number | null {
	const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
	const low = sorted[Math.floor((sorted.length - 1) / 2)];
	const high = sorted[Math.ceil((sorted.length - 1) / 2)];
	return low === undefined || high === undefined ? null : (low + high) / 2;
}
