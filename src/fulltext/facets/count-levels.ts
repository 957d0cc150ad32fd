/**
 * How many matches are in or below each node of a field of paths? The top level is always listed. The children of a
 * node are listed where it is open: it is chosen, or an ancestor of a chosen node.
 *
 *     Home        12     chosen: Home > Kitchen
 *       Kitchen    7     open: the top, Home, Home > Kitchen
 *         Knives   3
 *       Lamps      6     an item in both is one of the 12
 *     Garden       9
 *
 * Each segment is counted by its own tree, in which an item of several paths counts once in each node above them. A
 * segment that has only numbers for the field has no tree: its numbers are counted as nodes of the top level.
 */
import type { FacetBucket, FacetLevel, HierarchyFacet } from '../../domain/query/facet-kind.ts';
import { facetOpenNodesMax, facetPathsMax } from '../../domain/query/query-limits.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { foldValue, levelSign, toNode } from '../analysis/fold-value.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { compareByBytes } from '../index/segment/sorted-strings.ts';
import type { FilterPlan } from '../query/filter-matches.ts';
import { countNodes } from './count-nodes.ts';
import { countNumbers, type FacetSource, type FacetTools } from './count-values.ts';
import type { FacetMemory } from './facet-memory.ts';
import { openPathTree, type PathTree } from './path-tree.ts';

export interface LevelsRequest {
	readonly fieldName: string;
	/** The most nodes of each list. */
	readonly size: number;
	readonly plan: FilterPlan;
}

interface Branch {
	readonly segmentIndex: number;
	readonly column: KeywordColumn;
	readonly tree: PathTree;
}

/** Counts the levels of a field. Cost: O(matches · values of each · levels), plus O(listed nodes) for each segment. */
export function* countLevels(source: FacetSource, wanted: LevelsRequest, tools: FacetTools): Steps<HierarchyFacet> {
	const { fieldName, size } = wanted;
	const { pace } = tools;
	const { branches, leftOutCount } = yield* openBranches(source, fieldName, pace);
	const chosen = listChosen(branches, wanted);
	const chosenPaths = chosen.flatMap(({ paths }) => paths);
	const listed = new Map([...listOpen(branches, chosenPaths), ...chosenPaths].map((path) => [path, createNode()]));
	for (const { segmentIndex, column, tree } of branches) {
		const part = yield* source.read(segmentIndex);
		const counts = yield* countNodes({ column, tree, part, pace });
		for (const [path, node] of listed) addCounts(node, { path, tree, counts });
	}
	const numbersLeftOut = yield* countNumberNodes(source, fieldName, tools);
	yield* addNumbers(listed, tools.memory, pace);
	const isOpen = ({ isFromTop }: Chosen, path: string) => isFromTop || (listed.get(path) as ListedNode).count > 0;
	const opening = chosen.flatMap((one) => one.paths.filter((path) => isOpen(one, path)));
	const levels = listOpen(branches, opening).flatMap((path) => {
		// Undefined when there were too many open nodes to count this one.
		const node = listed.get(path);
		return node === undefined ? [] : (toLevel(path, node, size) ?? []);
	});
	const selected = toSelected(chosen, listed);
	const isApproximate = leftOutCount + numbersLeftOut > 0 ? { isApproximate: true as const } : {};
	return { kind: 'hierarchy', fieldName, levels, selected, ...isApproximate };
}

function* openBranches({ segments }: FacetSource, fieldName: string, pace: Pace) {
	const branches: Branch[] = [];
	let leftOutCount = 0;
	for (const [segmentIndex, segment] of segments.entries()) {
		const column = segment.keywordColumn(fieldName);
		const tree = column === undefined ? undefined : yield* openPathTree(column, pace);
		if (column !== undefined && tree !== undefined) branches.push({ segmentIndex, column, tree });
		else if (column !== undefined) leftOutCount += 1;
	}
	return { branches, leftOutCount };
}

/** Counts the numbers of the segments that have no texts for the field. @returns how many did not fit. */
function* countNumberNodes({ segments, read }: FacetSource, fieldName: string, tools: FacetTools): Steps<number> {
	const { pace, memory } = tools;
	let leftOutCount = 0;
	memory.numbers.clear();
	for (const [segmentIndex, segment] of segments.entries()) {
		const column = segment.numberColumn(fieldName);
		if (column === undefined || segment.keywordColumn(fieldName) !== undefined) continue;
		const part = yield* read(segmentIndex);
		leftOutCount += yield* countNumbers(column, part, { numbers: memory.numbers, sizeMax: facetPathsMax, pace });
	}
	return leftOutCount;
}

/** What one value of a filter chooses. */
interface Chosen {
	readonly asked: string;
	/** When false, it stands for nodes on any level, and those without matches are not opened. */
	readonly isFromTop: boolean;
	/** The folded paths of the nodes that it stands for. Where it is not a node from the top, it may also be a number. */
	readonly paths: readonly string[];
}

function listChosen(branches: readonly Branch[], { fieldName, plan }: LevelsRequest): Chosen[] {
	return plan.filters.flatMap(({ filter }) => {
		if (filter.kind !== 'terms' || filter.fieldName !== fieldName) return [];
		return filter.values.map((asked, at): Chosen => {
			const path = toNode(foldValue(asked));
			const isFromTop = filter.isFromTop[at] === true;
			return { asked, isFromTop, paths: isFromTop ? [path] : [...listPathsTo(branches, path), path] };
		});
	});
}

/** The paths that end in these levels, at most `facetOpenNodesMax`. */
function listPathsTo(branches: readonly Branch[], levels: string): string[] {
	const end = `${levelSign}${levels}`;
	// A path that is only the ending itself is a value that begins with the separator.
	const isBelow = (path: string) => path.length > end.length && path.endsWith(end);
	const paths = new Set(branches.flatMap(({ tree }) => tree.paths.filter(isBelow)));
	return [...paths].sort(compareByBytes).slice(0, facetOpenNodesMax);
}

/** The nodes whose children are listed when these are chosen, the top (an empty path) first. */
function listOpen(branches: readonly Branch[], chosenPaths: readonly string[]): string[] {
	const open = new Set(['']);
	for (const path of chosenPaths) {
		const levels = path.split(levelSign);
		for (let length = 1; length <= levels.length; length++) open.add(levels.slice(0, length).join(levelSign));
	}
	const isThere = (path: string) => path === '' || branches.some(({ tree }) => tree.nodes.has(path));
	const found = [...open].filter(isThere);
	found.sort((a, b) => toDepth(a) - toDepth(b) || compareByBytes(a, b));
	return found.slice(0, facetOpenNodesMax);
}

function toDepth(path: string): number {
	return path === '' ? 0 : path.split(levelSign).length;
}

/** A listed node, summed over the segments. */
interface ListedNode {
	count: number;
	spelling: string | undefined;
	/** Its children, by folded path. */
	readonly below: Map<string, FacetBucket>;
}

function createNode(): ListedNode {
	return { count: 0, spelling: undefined, below: new Map() };
}

function addCounts(
	listed: ListedNode,
	{ path, tree, counts }: { readonly path: string; readonly tree: PathTree; readonly counts: Uint32Array },
): void {
	const node = path === '' ? 0 : tree.nodes.get(path);
	if (node === undefined) return;
	listed.count += counts[node] as number;
	listed.spelling = toFirst(listed.spelling, tree.spellings[node] as string);
	for (const child of tree.below[node] ?? []) {
		const count = counts[child] as number;
		if (count === 0) continue;
		const name = tree.paths[child] as string;
		const known = listed.below.get(name);
		const value = toFirst(known?.value, tree.spellings[child] as string);
		listed.below.set(name, { value, count: count + (known?.count ?? 0) });
	}
}

/** Numbers added between two checks of the pace; each takes about a microsecond. */
const numbersPerCheck = 256;

/** A number is the node with its text as path, which needs no folding. */
function* addNumbers(listed: ReadonlyMap<string, ListedNode>, { numbers }: FacetMemory, pace: Pace): Steps<void> {
	const { below } = listed.get('') as ListedNode;
	for (let entry = 0; entry < numbers.size; entry++) {
		if (entry % numbersPerCheck === 0 && pace.isDue()) yield;
		const count = numbers.countAt(entry);
		if (count === 0) continue;
		const text = String(numbers.valueAt(entry));
		const known = below.get(text);
		below.set(text, { value: toFirst(known?.value, text), count: count + (known?.count ?? 0) });
		const node = listed.get(text);
		if (node === undefined) continue;
		node.count += count;
		node.spelling = toFirst(node.spelling, text);
	}
}

function toFirst(before: string | undefined, spelling: string): string {
	return before !== undefined && compareByBytes(before, spelling) <= 0 ? before : spelling;
}

/** Undefined for a node without children; the top is always listed. */
function toLevel(path: string, listed: ListedNode, size: number): FacetLevel | undefined {
	if (path !== '' && listed.below.size === 0) return undefined;
	const entries = [...listed.below];
	entries.sort(([pathA, a], [pathB, b]) => b.count - a.count || compareByBytes(pathA, pathB));
	const all = entries.map(([, bucket]) => bucket);
	const otherCount = all.slice(size).reduce((sum, { count }) => sum + count, 0);
	const parent = path === '' ? undefined : listed.spelling;
	return { parent, level: toDepth(path), buckets: all.slice(0, size), otherCount, nodeCount: all.length };
}

function toSelected(chosen: readonly Chosen[], listed: ReadonlyMap<string, ListedNode>): FacetBucket[] {
	const selected = new Map<string, FacetBucket>();
	for (const { asked, paths } of chosen) {
		const found = paths.flatMap((path): FacetBucket[] => {
			const node = listed.get(path);
			return node?.spelling === undefined || node.count === 0 ? [] : [{ value: node.spelling, count: node.count }];
		});
		for (const bucket of found.length === 0 ? [{ value: asked, count: 0 }] : found) selected.set(bucket.value, bucket);
	}
	return [...selected.values()];
}
