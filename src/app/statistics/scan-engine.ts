/** Runs scans over the parts of one search engine, in time slices; sums of earlier scans are used where they are right. */

import { createDayTable } from '../../domain/statistics/day-table.ts';
import type { FactTableName } from '../../domain/statistics/fact-table.ts';
import type { Period } from '../../domain/statistics/period.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { SlicedWork } from '../../lib/sliced-work.ts';
import { keepProgress, type Pace, type Steps } from '../../lib/steps.ts';
import type { FactPart, PartBatch, PartRange, StatisticsReads } from '../../ports/statistics-repository.ts';
import type { GroupedSums } from '../../statistics/reports/key-groups.ts';
import { createFactScanner, type FactScan, type FactScanner } from '../../statistics/reports/scan-facts.ts';
import {
	countApart,
	createQuarterTable,
	type DayRange,
	type KeptSums,
	type Segment,
	type SegmentRun,
	type SumsCache,
	toPartNumbers,
	toQuartersKey,
	toQuartersOf,
	toScansKey,
	toSegments,
	trimSums,
} from './kept-sums.ts';

export interface ScanContext {
	readonly source: {
		readonly statistics: Pick<StatisticsReads, 'listParts' | 'listPartNumbers'>;
		readonly runSliced: <T>(work: SlicedWork<T>) => T | Promise<T>;
		readonly monotonicMs: () => number;
		readonly keptSums: SumsCache;
	};
	readonly period: Period;
	/** Whose work it is: callers share the thread evenly. */
	readonly caller: string;
	/** By `source.monotonicMs`. */
	readonly deadlineMs: number;
}

/** Scans of one table of a build. */
export interface EngineScans<Name extends FactTableName> {
	readonly buildId: number;
	readonly table: Name;
	readonly scans: readonly FactScan<Name>[];
}

/** Parts that are read and scanned at once. */
const batchBytesMax = 4 * 1024 * 1024;

/** What the scans found in the period, in their order. @throws {FailureError} `timed_out` */
export async function scanEngine<Name extends FactTableName>(
	context: ScanContext,
	engine: EngineScans<Name>,
): Promise<readonly GroupedSums[]> {
	const { buildId, scans } = engine;
	const days = createDayTable(context.period);
	const scanner = createFactScanner(scans, days);
	const scansKey = toScansKey(buildId, scans);
	const numbered = await listNumbers(context, engine, { firstDay: days.firstUtcDay, lastDay: days.lastUtcDay });
	checkDeadline(context);
	const { run, ends } = toSegments(days, numbered.at(-1)?.day ?? days.firstUtcDay);
	const keyed = { ...engine, scansKey, numbered };
	if (run !== undefined) {
		await addKept(context, { scanner, scans, sums: await sumRun(context, keyed, run), days: run.dayByQuarter });
	}
	for (const end of ends) {
		await addKept(context, { scanner, scans, sums: await sumSegment(context, keyed, end), days: end.dayByQuarter });
	}
	return runInTime(context, scanner.results);
}

type NumberedPart = Pick<FactPart, 'day' | 'number'>;

function listNumbers<Name extends FactTableName>(
	{ source }: ScanContext,
	{ buildId, table }: EngineScans<Name>,
	range: DayRange,
): Promise<readonly NumberedPart[]> {
	return source.statistics.listPartNumbers({ buildId, table, ...range });
}

interface KeyedScans<Name extends FactTableName> extends EngineScans<Name> {
	readonly scansKey: string;
	/** All parts of the period, by day. */
	readonly numbered: readonly NumberedPart[];
}

/** Sums of all segments together, by quarter of an hour from the first one on. */
async function sumRun<Name extends FactTableName>(
	context: ScanContext,
	engine: KeyedScans<Name>,
	run: SegmentRun,
): Promise<KeptSums> {
	const { keptSums } = context.source;
	const expected = run.segments.map((segment) => findPartNumbers(engine, segment)).join(';');
	const key = `${toQuartersKey(run)} ${engine.scansKey}`;
	const known = keptSums.get(key);
	if (known?.partNumbers === expected) return known;
	const scans = countApart(engine.scans);
	const scanner = createFactScanner(scans, createQuarterTable(run));
	const partNumbers: string[] = [];
	for (const segment of run.segments) {
		if (!segment.isKept) {
			partNumbers.push(toPartNumbers(await scanParts(context, engine, { scanner, range: segment })));
			continue;
		}
		const sums = await sumSegment(context, engine, segment);
		await addKept(context, { scanner, scans, sums, days: toQuartersOf(run, segment) });
		partNumbers.push(sums.partNumbers);
	}
	const kept = await toKept(context, { scanner, scans }, partNumbers.join(';'));
	keptSums.set(key, kept);
	return kept;
}

async function sumSegment<Name extends FactTableName>(
	context: ScanContext,
	engine: KeyedScans<Name>,
	segment: Segment,
): Promise<KeptSums> {
	const { keptSums } = context.source;
	const key = `${toQuartersKey(segment)} ${engine.scansKey}`;
	const known = keptSums.get(key);
	if (known?.partNumbers === findPartNumbers(engine, segment)) return known;
	const scans = countApart(engine.scans);
	const scanner = createFactScanner(scans, createQuarterTable(segment));
	const parts = await scanParts(context, engine, { scanner, range: segment });
	const kept = await toKept(context, { scanner, scans }, toPartNumbers(parts));
	keptSums.set(key, kept);
	return kept;
}

/** What the kept sums of these days are of, if they are right. */
function findPartNumbers<Name extends FactTableName>(
	{ numbered }: KeyedScans<Name>,
	{ firstDay, lastDay }: DayRange,
): string {
	return toPartNumbers(numbered.filter(({ day }) => day >= firstDay && day <= lastDay));
}

async function toKept<Name extends FactTableName>(
	context: ScanContext,
	{ scanner, scans }: Pick<AddedSums<Name>, 'scanner' | 'scans'>,
	partNumbers: string,
): Promise<KeptSums> {
	const results = await runInTime(context, scanner.results);
	return {
		partNumbers,
		results: results.map(trimSums),
		distinct: scans.map(({ distinct }) => distinct?.count),
	};
}

interface AddedSums<Name extends FactTableName> {
	readonly scanner: FactScanner;
	readonly scans: readonly FactScan<Name>[];
	readonly sums: KeptSums;
	readonly days: Int32Array;
}

async function addKept<Name extends FactTableName>(
	context: ScanContext,
	{ scanner, scans, sums, days }: AddedSums<Name>,
): Promise<void> {
	await runInTime(context, (pace) => scanner.addSums(sums.results, days, pace));
	for (const [at, { distinct }] of scans.entries()) {
		const counted = sums.distinct[at];
		if (counted !== undefined) distinct?.count.merge(counted);
	}
}

interface ScannedDays {
	readonly scanner: FactScanner;
	readonly range: DayRange;
}

/** @returns which parts were added. */
async function scanParts<Name extends FactTableName>(
	context: ScanContext,
	{ buildId, table }: EngineScans<Name>,
	{ scanner, range }: ScannedDays,
): Promise<readonly Pick<FactPart, 'number'>[]> {
	const { statistics } = context.source;
	const added: Pick<FactPart, 'number'>[] = [];
	const wanted: PartRange = { buildId, table, ...range, bytesMax: batchBytesMax };
	for (let firstDay: number | null = range.firstDay; firstDay !== null; ) {
		checkDeadline(context);
		const { parts, nextDay }: PartBatch = await statistics.listParts({ ...wanted, firstDay });
		const heldBytes = parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 1);
		await runInTime(context, (pace) => scanner.addParts(parts, pace), heldBytes);
		for (const { number } of parts) added.push({ number });
		firstDay = nextDay;
	}
	return added;
}

export function checkDeadline({ source, deadlineMs }: ScanContext): void {
	if (source.monotonicMs() > deadlineMs) throw tooSlow();
}

/** Where the thread has too much to do, the report is too slow, as its caller sees it. */
async function runInTime<T>(
	{ source, caller }: ScanContext,
	begin: (pace: Pace) => Steps<T>,
	heldBytes = 1,
): Promise<T> {
	try {
		// Rows that were added cannot be taken back.
		return await source.runSliced({ caller, heldBytes, begin: keepProgress(begin) });
	} catch (error) {
		throw error instanceof FailureError && error.failure.code === 'busy' ? tooSlow({ cause: error }) : error;
	}
}

/** Runs work of a few milliseconds when it is the caller's turn. @throws {FailureError} `timed_out` */
export async function runShort<T>(context: ScanContext, work: () => T | Promise<T>): Promise<T> {
	checkDeadline(context);
	return runInTime(context, () => toSteps(work));
}

// biome-ignore lint/correctness/useYield: it ends within its slice
function* toSteps<T>(work: () => T): Steps<T> {
	return work();
}

function tooSlow(options?: ErrorOptions): FailureError {
	const message = 'The report takes too long: ask for a shorter period';
	return new FailureError(fail('timed_out', { message }).failure, options);
}
