/**
 * Reads facts for one report: the rows of its period, of one or several search engines.
 *
 *     conditions by text ─► numbers of the dictionary ─┐
 *     parts, some megabytes at a time ─────────────────┴─► scans, in time slices ─┬─► sums by engine
 *                                                       sums of earlier scans ─────┘
 */
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { createDayTable } from '../../domain/statistics/day-table.ts';
import { noName } from '../../domain/statistics/fact-name.ts';
import type { DimensionOf, FactTableName } from '../../domain/statistics/fact-table.ts';
import type { Period } from '../../domain/statistics/period.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { SlicedWork } from '../../lib/sliced-work.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { FactPart, LiveBuild, PartBatch, PartRange, StatisticsReads } from '../../ports/statistics-repository.ts';
import {
	createFactScanner,
	type FactCondition,
	type FactScan,
	type FactScanner,
	type GroupedSums,
} from '../../statistics/reports/scan-facts.ts';
import {
	countApart,
	createQuarterTable,
	type KeptSums,
	listSegments,
	type Segment,
	type SumsCache,
	toPartNumbers,
	toScansKey,
	trimSums,
} from './kept-sums.ts';

/** As `FactScan`, with texts instead of their numbers. */
export interface TextScan<Name extends FactTableName> extends Omit<FactScan<Name>, 'where' | 'table'> {
	readonly where: readonly TextCondition<Name>[];
}

export type TextCondition<Name extends FactTableName> = { readonly column: DimensionOf<Name> } & (
	| { readonly values: readonly number[]; readonly isExcluding?: boolean }
	/** One of these names, as `fact-name.ts` writes them; in other search engines than `hashid` none of them. */
	| { readonly names: readonly string[]; readonly hashid?: string }
	/** A name that passes; rows without a name do not. */
	| { readonly matches: (name: string, hashid: string) => boolean }
);

/** What scans found in one search engine, in their order. */
export interface EngineSums {
	readonly engine: SearchEngineWithIndices;
	readonly buildId: number;
	readonly results: readonly GroupedSums[];
}

export interface ReportFacts {
	readonly engines: readonly SearchEngineWithIndices[];
	readonly period: Period;
	/** Runs scans of one table. Search engines without any counted event are left out. */
	scan<Name extends FactTableName>(table: Name, scans: readonly TextScan<Name>[]): Promise<readonly EngineSums[]>;
	/** The texts by their numbers. */
	findNames(buildId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
	/** The same facts of fewer search engines, or of another period. */
	narrow(change: Partial<Pick<ReportFacts, 'engines' | 'period'>>): ReportFacts;
	/** @throws {FailureError} `timed_out` when the report has taken too long; to be called between steps of work. */
	checkDeadline(): void;
}

export interface FactSource {
	readonly statistics: StatisticsReads;
	readonly runSliced: <T>(work: SlicedWork<T>) => T | Promise<T>;
	readonly monotonicMs: () => number;
	readonly keptSums: SumsCache;
}

export interface FactsOptions extends Pick<ReportFacts, 'engines' | 'period'> {
	/** Whose work it is: callers share the thread evenly. */
	readonly caller: string;
	/** By `FactSource.monotonicMs`. */
	readonly deadlineMs: number;
	/** The builds that the report has begun with: numbers of names differ between builds. */
	readonly builds?: Map<string, Promise<LiveBuild | undefined>>;
}

/** Parts that are read and scanned at once. */
const batchBytesMax = 4 * 1024 * 1024;
const namesPerCall = 10_000;

interface Reading extends FactsOptions {
	readonly source: FactSource;
	readonly builds: Map<string, Promise<LiveBuild | undefined>>;
}

export function openReportFacts(source: FactSource, options: FactsOptions): ReportFacts {
	const reading: Reading = { builds: new Map(), ...options, source };
	const { engines, period } = reading;
	return {
		...{ engines, period },
		async scan(table, scans) {
			const found: EngineSums[] = [];
			for (const engine of engines) {
				const build = await findBuild(reading, engine.hashid);
				if (build === undefined) continue;
				const target = { engine, buildId: build.id, table };
				const numbered: FactScan<typeof table>[] = [];
				for (const one of scans) numbered.push(await toNumbers(reading, target, one));
				found.push({ engine, buildId: build.id, results: await scanEngine(reading, target, numbered) });
			}
			return found;
		},
		findNames: (buildId, ids) => findNames(reading, buildId, ids),
		narrow: (change) => openReportFacts(source, { ...reading, ...change }),
		checkDeadline: () => checkDeadline(reading),
	};
}

interface Target<Name extends FactTableName> {
	readonly engine: SearchEngineWithIndices;
	readonly buildId: number;
	readonly table: Name;
}

function findBuild({ source, builds }: Reading, hashid: string): Promise<LiveBuild | undefined> {
	const known = builds.get(hashid) ?? source.statistics.findBuild(hashid);
	builds.set(hashid, known);
	return known;
}

async function findNames(
	reading: Reading,
	buildId: number,
	ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
	const { statistics } = reading.source;
	const names = new Map<number, string>();
	for (let from = 0; from < ids.length; from += namesPerCall) {
		checkDeadline(reading);
		const found = await statistics.findNames(buildId, ids.slice(from, from + namesPerCall));
		if (ids.length <= namesPerCall) return found;
		for (const [id, name] of found) names.set(id, name);
	}
	return names;
}

async function toNumbers<Name extends FactTableName>(
	reading: Reading,
	target: Target<Name>,
	scan: TextScan<Name>,
): Promise<FactScan<Name>> {
	const where: FactCondition<Name>[] = [];
	for (const condition of scan.where) {
		const { column } = condition;
		if ('values' in condition) where.push({ ...condition, values: new Set(condition.values) });
		else where.push({ column, values: new Set(await listIds(reading, target, condition)) });
	}
	return { ...scan, table: target.table, where };
}

async function listIds<Name extends FactTableName>(
	reading: Reading,
	target: Target<Name>,
	condition: Exclude<TextCondition<Name>, { readonly values: readonly number[] }>,
): Promise<readonly number[]> {
	const { hashid } = target.engine;
	if ('names' in condition) {
		const isElsewhere = condition.hashid !== undefined && condition.hashid !== hashid;
		if (isElsewhere) return [];
		return [...(await reading.source.statistics.findNameIds(target.buildId, condition.names)).values()];
	}
	const { table } = target;
	const [used] = await scanEngine(reading, target, [{ table, where: [], by: [condition.column], measures: [] }]);
	const ids = [...(used?.keys[0]?.subarray(0, used.count) ?? [])].filter((id) => id !== noName);
	const names = await findNames(reading, target.buildId, ids);
	return ids.filter((id) => condition.matches(names.get(id) ?? '', hashid));
}

async function scanEngine<Name extends FactTableName>(
	reading: Reading,
	{ buildId, table }: Target<Name>,
	scans: readonly FactScan<Name>[],
): Promise<readonly GroupedSums[]> {
	const { source, period } = reading;
	const days = createDayTable(period);
	const scanner = createFactScanner(scans, days);
	const scansKey = toScansKey(buildId, scans);
	const numbered = await source.statistics.listPartNumbers({
		...{ buildId, table, firstDay: days.firstUtcDay, lastDay: days.lastUtcDay },
	});
	for (const segment of listSegments(days)) {
		const { firstDay, lastDay, dayByQuarter } = segment;
		const parts = numbered.filter(({ day }) => day >= firstDay && day <= lastDay);
		if (parts.length === 0) continue;
		if (dayByQuarter === undefined || scansKey === undefined) {
			await scanParts(reading, scanner, { buildId, table, firstDay, lastDay });
			continue;
		}
		const key = `${firstDay} ${scansKey}`;
		const known = source.keptSums.get(key);
		const isRight = known?.partNumbers === toPartNumbers(parts);
		const sums = isRight ? known : await sumSegment(reading, segment, { buildId, table, scans });
		if (!isRight) source.keptSums.set(key, sums);
		await runInTime(reading, (pace) => scanner.addSums(sums.results, dayByQuarter, pace));
		for (const [at, counted] of sums.distinct.entries())
			if (counted !== undefined) scans[at]?.distinct?.count.merge(counted);
	}
	return scanner.results();
}

interface SegmentScans<Name extends FactTableName> {
	readonly buildId: number;
	readonly table: Name;
	readonly scans: readonly FactScan<Name>[];
}

async function sumSegment<Name extends FactTableName>(
	reading: Reading,
	segment: Segment,
	{ buildId, table, scans }: SegmentScans<Name>,
): Promise<KeptSums> {
	const apart = countApart(scans);
	const scanner = createFactScanner(apart, createQuarterTable(segment));
	const { firstDay, lastDay } = segment;
	const parts = await scanParts(reading, scanner, { buildId, table, firstDay, lastDay });
	return {
		partNumbers: toPartNumbers(parts),
		results: scanner.results().map(trimSums),
		distinct: apart.map(({ distinct }) => distinct?.count),
	};
}

/** @returns which parts were added. */
async function scanParts(
	reading: Reading,
	scanner: FactScanner,
	range: Omit<PartRange, 'bytesMax'>,
): Promise<readonly Pick<FactPart, 'number'>[]> {
	const added: Pick<FactPart, 'number'>[] = [];
	for (let firstDay: number | null = range.firstDay; firstDay !== null; ) {
		checkDeadline(reading);
		const batch: PartBatch = await reading.source.statistics.listParts({ ...range, firstDay, bytesMax: batchBytesMax });
		const { parts } = batch;
		const heldBytes = parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 1);
		await runInTime(reading, (pace) => scanner.addParts(parts, pace), heldBytes);
		for (const { number } of parts) added.push({ number });
		firstDay = batch.nextDay;
	}
	return added;
}

function checkDeadline({ source, deadlineMs }: Reading): void {
	if (source.monotonicMs() > deadlineMs) throw tooSlow();
}

/** Where the thread has too much to do, the report is too slow, as its caller sees it. */
async function runInTime(
	{ source, caller }: Reading,
	begin: (pace: Pace) => Steps<void>,
	heldBytes = 1,
): Promise<void> {
	try {
		await source.runSliced({ caller, heldBytes, begin });
	} catch (error) {
		throw error instanceof FailureError && error.failure.code === 'busy' ? tooSlow({ cause: error }) : error;
	}
}

function tooSlow(options?: ErrorOptions): FailureError {
	const message = 'The report takes too long: ask for a shorter period';
	return new FailureError(fail('timed_out', { message }).failure, options);
}
