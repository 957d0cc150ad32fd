/**
 * How good are the results of queries with some settings, and what moves with others? Pure: results in, numbers out.
 */
import { toPValue } from '../../domain/evaluation/paired-test.ts';
import { measureClicks, measureRanking } from '../../domain/evaluation/ranking-metrics.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { EvaluatedQuery, EvidenceKind, QuerySet } from './query-set.ts';

/** What a search for one query found. */
export interface QueryResult {
	/** All matches. */
	readonly count: number;
	/** The first hundred, best first. */
	readonly hits: readonly ResultHit[];
}

export interface ResultHit {
	readonly index: string;
	readonly id: string;
}

interface Measure {
	readonly name: string;
	readonly title: string;
}

const firstPageMax = 10;
const ofLists = [
	{ name: 'zero_results', title: 'no results' },
	{ name: 'fewer_than_10', title: 'fewer than ten' },
] as const;

/** The first one decides which queries moved. */
export const measuresOfKinds: Readonly<Record<EvidenceKind, readonly [Measure, ...Measure[]]>> = {
	judged: [
		{ name: 'ndcg_10', title: 'nDCG@10' },
		{ name: 'ndcg_10_judged_only', title: 'nDCG@10, judged only' },
		{ name: 'judged_10', title: 'judged@10' },
		{ name: 'recall_50', title: 'recall@50' },
		...ofLists,
	],
	clicked: [{ name: 'mrr', title: 'MRR' }, { name: 'recall_50', title: 'recall@50' }, ...ofLists],
};

/** By the name of the measure; undefined where the query says nothing about it. */
type QueryMeasures = Readonly<Record<string, number | undefined>>;

function measureQuery(kind: EvidenceKind, { evidence }: EvaluatedQuery, { count, hits }: QueryResult): QueryMeasures {
	const keys = hits.map(({ id }) => toItemKey(id));
	const ofList = { zero_results: Number(count === 0), fewer_than_10: Number(count < firstPageMax) };
	if (kind === 'clicked') {
		const quality = measureClicks(keys, evidence);
		return { mrr: quality?.reciprocalRank, recall_50: quality?.recallAt50, ...ofList };
	}
	const quality = measureRanking(keys, evidence);
	return {
		ndcg_10: quality?.fullCorpus,
		ndcg_10_judged_only: quality?.judgedOnly,
		judged_10: quality?.judgedAt10,
		recall_50: quality?.recallAt50,
		...ofList,
	};
}

/** The results of all queries of a set with the same settings, measured. */
export interface MeasuredRun {
	/** By the name of the measure, the mean over the queries that have a value; null if none has. */
	readonly means: Readonly<Record<string, number | null>>;
	/** By the name of the measure, a value for each query. */
	readonly values: ReadonlyMap<string, readonly (number | undefined)[]>;
	/** One for each query. */
	readonly results: readonly QueryResult[];
}

/** @param results one for each query of the set, in its order */
export function measureRun({ kind, queries }: QuerySet, results: readonly QueryResult[]): MeasuredRun {
	const measured = queries.map((query, index) => measureQuery(kind, query, results[index] as QueryResult));
	const values = new Map(measuresOfKinds[kind].map(({ name }) => [name, measured.map((ofQuery) => ofQuery[name])]));
	return { means: Object.fromEntries(Array.from(values, ([name, list]) => [name, toMean(list)])), values, results };
}

function toMean(values: readonly (number | undefined)[]): number | null {
	const known = values.filter((value) => value !== undefined);
	return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

export interface Comparison {
	/** By the name of the measure. */
	readonly changes: Readonly<Record<string, { readonly change: number; readonly p_value: number }>>;
	readonly better: number;
	readonly worse: number;
	readonly same: number;
	/** Queries whose first ten are not the same in the same order. */
	readonly changed: number;
	/** Queries whose first measure changed, most first. */
	readonly moved: readonly MovedQuery[];
}

export interface MovedQuery {
	readonly query: string;
	readonly before: number;
	readonly after: number;
	readonly change: number;
	/** Items that came into the first ten, and that left them, in the order of the list that has them. */
	readonly entered: readonly MovedItem[];
	readonly left: readonly MovedItem[];
}

export interface MovedItem extends ResultHit {
	/** Its grade or number of clicks; null for an item of which nothing is known. */
	readonly evidence: number | null;
}

/** Smaller changes are rounding. */
const changeMin = 1e-9;

/** What changes from one run over a set of queries to another. */
export function compareRuns({ kind, queries }: QuerySet, before: MeasuredRun, after: MeasuredRun): Comparison {
	const differences = new Map(
		measuresOfKinds[kind].map(({ name }) => [name, subtract(before.values.get(name), after.values.get(name))]),
	);
	const [{ name: main }] = measuresOfKinds[kind];
	const moved = queries.flatMap((query, index) => {
		const [from, to] = [before, after].map(({ values }) => values.get(main)?.[index]);
		if (from === undefined || to === undefined || Math.abs(to - from) < changeMin) return [];
		const lists = { before: before.results[index] as QueryResult, after: after.results[index] as QueryResult };
		return [{ query: query.text, before: from, after: to, change: to - from, ...findMovedItems(query, lists) }];
	});
	const better = moved.filter(({ change }) => change > 0).length;
	const measured = differences.get(main)?.length ?? 0;
	return {
		changes: Object.fromEntries(
			Array.from(differences, ([name, list]) => [name, { change: toMean(list) ?? 0, p_value: toPValue(list) }]),
		),
		better,
		worse: moved.length - better,
		same: measured - moved.length,
		changed: queries.filter((_, index) => !isSamePage(before.results[index], after.results[index])).length,
		moved: moved.sort((a, b) => Math.abs(b.change) - Math.abs(a.change)),
	};
}

function subtract(before: readonly (number | undefined)[] = [], after: readonly (number | undefined)[] = []): number[] {
	return after.flatMap((value, index) => {
		const from = before[index];
		if (value === undefined || from === undefined) return [];
		return [Math.abs(value - from) < changeMin ? 0 : value - from];
	});
}

function listFirst(result: QueryResult | undefined): readonly ResultHit[] {
	return result?.hits.slice(0, firstPageMax) ?? [];
}

function isSameHit(a: ResultHit | undefined, b: ResultHit | undefined): boolean {
	return a?.id === b?.id && a?.index === b?.index;
}

function isSamePage(before: QueryResult | undefined, after: QueryResult | undefined): boolean {
	const [a, b] = [listFirst(before), listFirst(after)];
	return a.length === b.length && a.every((hit, index) => isSameHit(hit, b[index]));
}

function findMovedItems(
	{ evidence }: EvaluatedQuery,
	{ before, after }: { readonly before: QueryResult; readonly after: QueryResult },
): Pick<MovedQuery, 'entered' | 'left'> {
	const [a, b] = [listFirst(before), listFirst(after)];
	const toMoved = (hits: readonly ResultHit[], others: readonly ResultHit[]) =>
		hits
			.filter((hit) => !others.some((other) => isSameHit(hit, other)))
			.map(({ index, id }) => ({ index, id, evidence: evidence.get(toItemKey(id)) ?? null }));
	return { entered: toMoved(b, a), left: toMoved(a, b) };
}
