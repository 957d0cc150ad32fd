/**
 * Sums of days that were scanned before, so that a report that is asked for again scans only what is new.
 *
 *     days of UTC    0 … 7 │ 8 … 15 │ 16 … 23 │ 24 … 31
 *     a period          ░▓▓│▒▒▒▒▒▒▒▒│▒▒▒▒▒▒▒▒▒│▓░░         ▒ ▓ whole days that are over; ░ its ends
 *
 * The ends are the parts of days there, and the newest day with events: their sums serve the same period alone. The sums of
 * all days in between are kept together, and beside them those of each segment of eight days (▒), from which other periods
 * are added up.
 *
 * Sums are kept by build, scans and the numbers of the parts.
 * A part never changes, and its number is never used again. So kept sums are right exactly as long as the days have the same
 * parts: a late event, retention and a merge make other parts, and an erasure another build. Sums by day are kept by
 * quarter of an hour, so that they serve all zones and periods that have the whole days.
 */
import { createHash } from 'node:crypto';
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
/** Longer lists of names than this are in keys as digests. */
const valuesMax = 100;

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
	/** By quarter of an hour from the first day on, the number of its day in the period, or `outsidePeriod`. */
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

/** How the days of a period are added up. */
export interface PeriodSegments {
	/** Undefined when there are not two whole days that are over. */
	readonly run: SegmentRun | undefined;
	/** Beside it, at most two. */
	readonly ends: readonly Segment[];
}

export interface SegmentRun extends Segment {
	readonly segments: readonly RunSegment[];
}

export interface RunSegment extends Segment {
	/** Whether its sums are kept beside those of the run: other periods have the same segment. */
	readonly isKept: boolean;
}

/** @param newestDay the last one with any part, which is in progress */
export function toSegments({ firstUtcDay, lastUtcDay, ofUtcDay }: DayTable, newestDay: number): PeriodSegments {
	const isInside = (day: number): boolean => !ofUtcDay(day).includes(outsidePeriod);
	const toPart = (firstDay: number, lastDay: number) => toSegment({ firstDay, lastDay }, ofUtcDay);
	const first = isInside(firstUtcDay) ? firstUtcDay : firstUtcDay + 1;
	const last = Math.min(isInside(lastUtcDay) ? lastUtcDay : lastUtcDay - 1, newestDay - 1);
	if (last <= first) return { run: undefined, ends: [toPart(firstUtcDay, lastUtcDay)] };
	const segments: RunSegment[] = [];
	for (let firstDay = first; firstDay <= last; firstDay = (segments.at(-1)?.lastDay ?? last) + 1) {
		const lastDay = Math.min(last, firstDay - (firstDay % segmentDays) + segmentDays - 1);
		segments.push({ ...toPart(firstDay, lastDay), isKept: lastDay - firstDay + 1 === segmentDays });
	}
	return {
		run: { ...toPart(first, last), segments },
		ends: [
			...(first === firstUtcDay ? [] : [toPart(firstUtcDay, first - 1)]),
			...(last === lastUtcDay ? [] : [toPart(last + 1, lastUtcDay)]),
		],
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
export function createQuarterTable({ firstDay, dayByQuarter }: Segment): Pick<DayTable, 'ofUtcDay'> {
	const numbers = dayByQuarter.map((day, at) => (day === outsidePeriod ? outsidePeriod : at));
	return {
		ofUtcDay: (day) => numbers.subarray((day - firstDay) * quartersPerDay, (day - firstDay + 1) * quartersPerDay),
	};
}

/** Its quarters of an hour that are in the period, which follow each other. */
export function toQuartersKey({ firstDay, dayByQuarter }: Segment): string {
	const start = firstDay * quartersPerDay;
	const first = dayByQuarter.findIndex((day) => day !== outsidePeriod);
	const last = dayByQuarter.findLastIndex((day) => day !== outsidePeriod);
	return `${start + first}-${start + last}`;
}

/** What the sums of scans depend on, but for the segment. */
export function toScansKey<Name extends FactTableName>(buildId: number, scans: readonly FactScan<Name>[]): string {
	const parts = scans.map(({ table, where, by, measures, distinct }) => {
		const conditions = where.map(({ column, values, isExcluding = false }) => [column, isExcluding, toListKey(values)]);
		return [table, conditions, by, measures, distinct?.column];
	});
	return JSON.stringify([buildId, ...parts]);
}

function toListKey(values: ReadonlySet<number>): readonly number[] | string {
	const sorted = Float64Array.from(values).sort();
	return sorted.length <= valuesMax ? [...sorted] : createHash('sha256').update(sorted).digest('base64');
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
