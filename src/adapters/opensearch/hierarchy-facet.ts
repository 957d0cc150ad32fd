/** The levels of a field of paths, counted by OpenSearch: the top, and what is below chosen nodes and their ancestors. */
import type { FacetBucket, FacetLevel, HierarchyFacet } from '../../domain/query/facet-kind.ts';
import type { FacetRequest } from '../../domain/query/index-query.ts';
import { facetOpenNodesMax } from '../../domain/query/query-limits.ts';
import { foldValue, levelSign, toNode } from '../../fulltext/analysis/fold-value.ts';
import { toLevels } from '../../fulltext/facets/path-tree.ts';
import { compareByBytes } from '../../fulltext/index/segment/sorted-strings.ts';
import { type Clause, escapePattern } from './filter-clauses.ts';
import { fromTop, nameEnd, toTextsColumn, toValuesColumn } from './index-layout.ts';
import { readFieldValues, type TermsAggregate } from './terms-aggregate.ts';

/** Nodes and values of a field that are read; a facet with more is approximate. */
const nodesMax = 5_000;

/** All nodes of the field that matches have, and how they are written. */
export function toHierarchyAggregations(fieldName: string): Record<string, Clause> {
	const toTerms = (field: string, start: string) => ({
		terms: { field, include: `${escapePattern(start)}.*`, size: nodesMax },
	});
	return {
		nodes: toTerms(toValuesColumn(fieldName), `${fieldName}${nameEnd}${fromTop}`),
		texts: toTerms(toTextsColumn(fieldName), `${fieldName}${nameEnd}`),
	};
}

export interface ChosenNode {
	readonly asked: string;
	readonly isFromTop: boolean;
}

export interface HierarchyCounts {
	readonly nodes: TermsAggregate | undefined;
	readonly texts: TermsAggregate | undefined;
	/** Numbers of items without texts in the field: nodes of the top level. */
	readonly numbers: readonly FacetBucket[];
}

interface Tree {
	/** By folded path. */
	readonly counts: ReadonlyMap<string, number>;
	readonly spellings: ReadonlyMap<string, string>;
}

export function toHierarchyFacet(
	{ fieldName, size }: FacetRequest,
	counts: HierarchyCounts,
	chosen: readonly ChosenNode[],
): HierarchyFacet {
	const tree = openTree(fieldName, counts);
	const nodes = chosen.map(({ asked, isFromTop }) => {
		const path = toNode(foldValue(asked));
		return { asked, isFromTop, paths: isFromTop ? [path] : [...listPathsTo(tree, path), path] };
	});
	const opening = nodes.flatMap(({ isFromTop, paths }) => paths.filter((path) => isFromTop || tree.counts.has(path)));
	const levels = listOpen(tree, opening).flatMap((path) => toLevel(tree, path, size) ?? []);
	const selected = new Map<string, FacetBucket>();
	for (const { asked, paths } of nodes) {
		const found = paths.flatMap((path): FacetBucket[] => {
			const count = tree.counts.get(path) ?? 0;
			return count === 0 ? [] : [{ value: tree.spellings.get(path) ?? path, count }];
		});
		for (const bucket of found.length === 0 ? [{ value: asked, count: 0 }] : found) selected.set(bucket.value, bucket);
	}
	const isCut = [counts.nodes, counts.texts].some((one) => (one?.sum_other_doc_count ?? 0) > 0);
	return {
		kind: 'hierarchy',
		fieldName,
		levels,
		selected: [...selected.values()],
		...(isCut && { isApproximate: true as const }),
	};
}

function openTree(fieldName: string, { nodes, texts, numbers }: HierarchyCounts): Tree {
	const counts = new Map<string, number>();
	for (const { value, count } of readFieldValues(`${fieldName}${nameEnd}${fromTop}`, nodes)) counts.set(value, count);
	const spellings = new Map<string, string>();
	for (const { value } of readFieldValues(`${fieldName}${nameEnd}`, texts)) {
		let path = '';
		let spelling = '';
		for (const { folded, written } of toLevels(value)) {
			path = path === '' ? folded : `${path}${levelSign}${folded}`;
			spelling = spelling === '' ? written : `${spelling} ${levelSign} ${written}`;
			const before = spellings.get(path);
			if (before === undefined || compareByBytes(spelling, before) < 0) spellings.set(path, spelling);
		}
	}
	for (const { value, count } of numbers) {
		counts.set(value, (counts.get(value) ?? 0) + count);
		spellings.set(value, spellings.get(value) ?? value);
	}
	return { counts, spellings };
}

function listPathsTo({ counts }: Tree, levels: string): string[] {
	const end = `${levelSign}${levels}`;
	const found = [...counts.keys()].filter((path) => path.length > end.length && path.endsWith(end));
	return found.sort(compareByBytes).slice(0, facetOpenNodesMax);
}

function listOpen({ counts }: Tree, chosenPaths: readonly string[]): string[] {
	const open = new Set(['']);
	for (const path of chosenPaths) {
		const levels = path.split(levelSign);
		for (let length = 1; length <= levels.length; length++) open.add(levels.slice(0, length).join(levelSign));
	}
	const found = [...open].filter((path) => path === '' || counts.has(path));
	found.sort((a, b) => toDepth(a) - toDepth(b) || compareByBytes(a, b));
	return found.slice(0, facetOpenNodesMax);
}

function toDepth(path: string): number {
	return path === '' ? 0 : path.split(levelSign).length;
}

/** Undefined for a node without children; the top is always listed. */
function toLevel({ counts, spellings }: Tree, parent: string, size: number): FacetLevel | undefined {
	const depth = toDepth(parent);
	const start = parent === '' ? '' : `${parent}${levelSign}`;
	const isChild = (path: string) =>
		path.startsWith(levelSign) ? parent === '' : path.startsWith(start) && toDepth(path) === depth + 1;
	const children = [...counts].filter(([path, count]) => count > 0 && isChild(path));
	if (parent !== '' && children.length === 0) return undefined;
	children.sort(([a, countA], [b, countB]) => countB - countA || compareByBytes(a, b));
	const buckets = children.map(([path, count]) => ({ value: spellings.get(path) ?? path, count }));
	return {
		parent: parent === '' ? undefined : (spellings.get(parent) ?? parent),
		level: depth,
		buckets: buckets.slice(0, size),
		otherCount: buckets.slice(size).reduce((sum, { count }) => sum + count, 0),
		nodeCount: buckets.length,
	};
}
