/**
 * Sums of days that were scanned before, so that a report that is asked for again scans only what is new.
 *
 *     days of UTC  │ 0 … 7 │ 8 … 15 │ 16 … 23 │ …
 *                  └ a segment: its sums are kept by build, scans and the numbers of its parts
 *
 * A part never changes, and its number is never used again. So kept sums are right exactly as long as a segment has the same
 * parts: a late event, retention and a merge make other parts, and an erasure another build. Sums by day are kept by
 * quarter of an hour, so that they serve all zones and periods that have the whole segment.
 */
import { type DayTable, outsidePeriod, quartersPerDay } from '../../domain/statistics/day-table.ts';
import type { FactTableName } from '../../domain/statistics/fact-table.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { FactPart } from '../../ports/statistics-repository.ts';
import { createDistinctCount, type DistinctCount } from '../../statistics/distinct-count.ts';
import type { FactScan, GroupedSums } from '../../statistics/reports/scan-facts.ts';

const segmentDays = 8;
/** For each thread and zone: the sums of some ten reports over three months of a busy shop. */
const keptBytesMax = 48 * 1024 * 1024;
/** Longer lists of names than this are of one report alone. */
const valuesMax = 1_000;

export interface KeptSums {
	/** Of its parts, as `toPartNumbers` writes them. */
	readonly partNumbers: string;
	readonly results: readonly GroupedSums[];
	/** By scan. */
	readonly distinct: readonly (DistinctCount | undefined)[];
}

export type SumsCache = Cache<string, KeptSums>;

/** Some days in UTC, of one segment. */
export interface Segment {
	readonly firstDay: number;
	/** Included. */
	readonly lastDay: number;
	/**
	 * By quarter of an hour from the first day on, the number of its day in the period. Undefined when not all of the
	 * segment is in the period, so that its sums cannot be kept.
	 */
	readonly dayByQuarter: Int16Array | undefined;
}

export function createSumsCache(): SumsCache {
	return createCache({ weightMax: keptBytesMax, weigh: (kept, key) => 2 * key.length + weigh(kept) });
}

function weigh({ partNumbers, results, distinct }: KeptSums): number {
	const columns = results.flatMap(({ keys, sums }) => [...keys, ...sums]);
	const sumBytes = columns.reduce((bytes, { byteLength }) => bytes + byteLength, 2 * partNumbers.length + 1);
	return distinct.reduce((bytes, counted) => bytes + (counted?.byteCount ?? 0), sumBytes);
}

/** All days of the period, in their order. */
export function listSegments({ firstUtcDay, lastUtcDay, ofUtcDay }: DayTable): Segment[] {
	const segments: Segment[] = [];
	for (let firstDay = firstUtcDay; firstDay <= lastUtcDay; ) {
		const start = Math.floor(firstDay / segmentDays) * segmentDays;
		const lastDay = Math.min(lastUtcDay, start + segmentDays - 1);
		const dayByQuarter = new Int16Array((lastDay - firstDay + 1) * quartersPerDay);
		for (let day = firstDay; day <= lastDay; day++) dayByQuarter.set(ofUtcDay(day), (day - firstDay) * quartersPerDay);
		const isWhole = dayByQuarter.length === segmentDays * quartersPerDay && !dayByQuarter.includes(outsidePeriod);
		segments.push({ firstDay, lastDay, dayByQuarter: isWhole ? dayByQuarter : undefined });
		firstDay = lastDay + 1;
	}
	return segments;
}

/** Numbers quarters of an hour from the beginning of a segment on, as if they were days. */
export function createQuarterTable({ firstDay }: Segment): Pick<DayTable, 'ofUtcDay'> {
	return {
		ofUtcDay: (day) => Int16Array.from({ length: quartersPerDay }, (_, at) => (day - firstDay) * quartersPerDay + at),
	};
}

/** What the sums of scans depend on, but for the segment; undefined when it is too much to be kept. */
export function toScansKey<Name extends FactTableName>(
	buildId: number,
	scans: readonly FactScan<Name>[],
): string | undefined {
	if (scans.some(({ where }) => where.some(({ values }) => values.size > valuesMax))) return undefined;
	const parts = scans.map(({ table, where, by, measures, distinct }) => {
		const conditions = where.map(({ column, values, isExcluding = false }) => [column, isExcluding, ...values]);
		return [table, conditions, by, measures, distinct?.column];
	});
	return JSON.stringify([buildId, ...parts]);
}

export function toPartNumbers(parts: readonly Pick<FactPart, 'number'>[]): string {
	return parts
		.map(({ number }) => number)
		.toSorted((a, b) => a - b)
		.join(' ');
}

/** The same scans, with distinct counts of their own. */
export function countApart<Name extends FactTableName>(scans: readonly FactScan<Name>[]): FactScan<Name>[] {
	return scans.map(({ distinct, ...scan }) =>
		distinct === undefined ? scan : { ...scan, distinct: { ...distinct, count: createDistinctCount() } },
	);
}

/** Without the room that arrays have for more groups. */
export function trimSums({ count, keys, sums }: GroupedSums): GroupedSums {
	return {
		count,
		keys: keys.map((column) => column.slice(0, count)),
		sums: sums.map((column) => column.slice(0, count)),
	};
}
