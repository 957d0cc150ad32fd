/**
 * Reads facts for one report: the rows of its period, of one or several search engines.
 *
 *     conditions by text ─► numbers of the dictionary ─┐
 *     parts, some megabytes at a time ─────────────────┴─► scans, in time slices ─┬─► sums by engine
 *                                                       sums of earlier scans ─────┘
 */
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { noName } from '../../domain/statistics/fact-name.ts';
import type { DimensionOf, FactTableName } from '../../domain/statistics/fact-table.ts';
import type { Period } from '../../domain/statistics/period.ts';
import type { LiveBuild, StatisticsReads } from '../../ports/statistics-repository.ts';
import type { GroupedSums } from '../../statistics/reports/key-groups.ts';
import type { FactCondition, FactScan } from '../../statistics/reports/scan-facts.ts';
import { findNames, type NamesCache } from './known-names.ts';
import { checkDeadline, runShort, type ScanContext, scanEngine } from './scan-engine.ts';

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
	/** The texts by their numbers; also those of other numbers. */
	findNames(buildId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
	/** The same facts of fewer search engines, or of another period. */
	narrow(change: Partial<Pick<ReportFacts, 'engines' | 'period'>>): ReportFacts;
	/** @throws {FailureError} `timed_out` when the report has taken too long; to be called between steps of work. */
	checkDeadline(): void;
	/** Runs work of a few milliseconds when it is the report's turn. @throws {FailureError} `timed_out` */
	runShort<T>(work: () => T): Promise<T>;
}

export interface FactSource extends Omit<ScanContext['source'], 'statistics'> {
	readonly statistics: StatisticsReads;
	readonly knownNames: NamesCache;
}

export interface FactsOptions extends Pick<ReportFacts, 'engines'>, Omit<ScanContext, 'source'> {
	/** The builds that the report has begun with: numbers of names differ between builds. */
	readonly builds?: Map<string, Promise<LiveBuild | undefined>>;
}

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
				found.push({ engine, buildId: build.id, results: await scanEngine(reading, { ...target, scans: numbered }) });
			}
			return found;
		},
		findNames: (buildId, ids) => findNames(reading, buildId, ids),
		narrow: (change) => openReportFacts(source, { ...reading, ...change }),
		checkDeadline: () => checkDeadline(reading),
		runShort: (work) => runShort(reading, work),
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
	const [used] = await scanEngine(reading, {
		...target,
		scans: [{ table, where: [], by: [condition.column], measures: [] }],
	});
	const ids = [...(used?.keys[0]?.subarray(0, used.count) ?? [])].filter((id) => id !== noName);
	const names = await findNames(reading, target.buildId, ids);
	return ids.filter((id) => condition.matches(names.get(id) ?? '', hashid));
}
