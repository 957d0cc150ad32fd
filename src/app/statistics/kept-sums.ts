/**
 * Sums of days that were scanned before, so that a report that is asked for again scans only what is new.
 *
 *     days of UTC    0 … 7 │ 8 … 15 │ 16 … 23 │ 24 … 31
 *     a period         ░░░░│▒▒▒▒▒▒▒▒│▒▒▒▒▒▒▒▒▒│░░░         ▒ two segments, of which sums are kept; ░ is scanned each time
 *
 * The sums of each segment are kept, by build, scans and the numbers of its parts, and those of all segments of a period together.
 * A part never changes, and its number is never used again. So kept sums are right exactly as long as a segment has the same
 * parts: a late event, retention and a merge make other parts, and an erasure another build. Sums by day are kept by
 * quarter of an hour, so that they serve all zones and periods that have the whole segment.
 */
import { type DayTable, outsidePeriod, quartersPerDay } from '../../domain/statistics/day-table.ts';
import type { FactTableName } from '../../domain/statistics/fact-table.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { FactPart } from '../../ports/statistics-repository.ts';
import { createDistinctCount, type DistinctCount } from '../../statistics/distinct-count.ts';
import type { GroupedSums } from '../../statistics/reports/key-groups.ts';
import type { FactScan } from '../../statistics/reports/scan-facts.ts';

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

/** Days in UTC, both included. */
export interface DayRange {
	readonly firstDay: number;
	readonly lastDay: number;
}

export interface Segment extends DayRange {
	/** By quarter of an hour from the first day on, the number of its day in the period. */
	readonly dayByQuarter: Int32Array;
}

export function createSumsCache(): SumsCache {
	return createCache({ weightMax: keptBytesMax, weigh: (kept, key) => 2 * key.length + weigh(kept) });
}

function weigh({ partNumbers, results, distinct }: KeptSums): number {
	const columns = results.flatMap(({ keys, sums }) => [...keys, ...sums]);
	const sumBytes = columns.reduce((bytes, { byteLength }) => bytes + byteLength, 2 * partNumbers.length + 1);
	return distinct.reduce((bytes, counted) => bytes + (counted?.byteCount ?? 0), sumBytes);
}

/** How the days of a period are added up, in their order. */
export interface PeriodSegments {
	/** What is scanned each time. */
	readonly before: DayRange | undefined;
	/** Undefined when no whole segment is in the period. */
	readonly run: SegmentRun | undefined;
	readonly after: DayRange | undefined;
}

export interface SegmentRun extends Segment {
	readonly segments: readonly Segment[];
}

export function toSegments({ firstUtcDay, lastUtcDay, ofUtcDay }: DayTable): PeriodSegments {
	const isInside = (day: number): boolean => !ofUtcDay(day).includes(outsidePeriod);
	const first = isInside(firstUtcDay) ? firstUtcDay : firstUtcDay + 1;
	const last = isInside(lastUtcDay) ? lastUtcDay : lastUtcDay - 1;
	const start = Math.ceil(first / segmentDays) * segmentDays;
	const end = Math.floor((last + 1) / segmentDays) * segmentDays;
	const none = { before: undefined, run: undefined, after: undefined };
	if (end <= start) return { ...none, before: { firstDay: firstUtcDay, lastDay: lastUtcDay } };
	const segments: Segment[] = [];
	for (let firstDay = start; firstDay < end; firstDay += segmentDays) {
		segments.push(toSegment({ firstDay, lastDay: firstDay + segmentDays - 1 }, ofUtcDay));
	}
	return {
		before: start === firstUtcDay ? undefined : { firstDay: firstUtcDay, lastDay: start - 1 },
		run: { ...toSegment({ firstDay: start, lastDay: end - 1 }, ofUtcDay), segments },
		after: end > lastUtcDay ? undefined : { firstDay: end, lastDay: lastUtcDay },
	};
}

/** In a run, the quarter of an hour of each quarter of one of its segments. */
export function toQuartersOf({ firstDay }: DayRange, { firstDay: start, lastDay }: Segment): Int32Array {
	return Int32Array.from(
		{ length: (lastDay - start + 1) * quartersPerDay },
		(_, at) => (start - firstDay) * quartersPerDay + at,
	);
}

function toSegment({ firstDay, lastDay }: DayRange, ofUtcDay: DayTable['ofUtcDay']): Segment {
	const dayByQuarter = new Int32Array((lastDay - firstDay + 1) * quartersPerDay);
	for (let day = firstDay; day <= lastDay; day++) dayByQuarter.set(ofUtcDay(day), (day - firstDay) * quartersPerDay);
	return { firstDay, lastDay, dayByQuarter };
}

/** Numbers quarters of an hour from the beginning of the first day on, as if they were days. */
export function createQuarterTable({ firstDay }: DayRange): Pick<DayTable, 'ofUtcDay'> {
	return {
		ofUtcDay: (day) => Int32Array.from({ length: quartersPerDay }, (_, at) => (day - firstDay) * quartersPerDay + at),
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
