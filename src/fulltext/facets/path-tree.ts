/**
 * Which nodes do the values of a column form if they are paths?
 *
 *     ordinal  1 Garden              nodes   1 garden          above 0
 *              2 Home > Kitchen              2 home            above 0
 *              3 Home > Lamps                3 home>kitchen    above 2
 *                                            4 home>lamps      above 2      0 is the root
 *
 * Nodes are identified by their folded paths, as in filters: `home>Lamps` elsewhere is the same node.
 */
import { facetPathsMax } from '../../domain/query/query-limits.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { foldValue, levelSign } from '../analysis/fold-value.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { compareByBytes, countStrings, decodeString } from '../index/segment/sorted-strings.ts';

export interface PathTree {
	/** The node of each ordinal; entry 0 is 0. */
	readonly nodeOf: Uint32Array;
	/** The parent of each node; 0 for nodes of the top level and for the root. */
	readonly above: Uint32Array;
	/** The folded path of each node; empty for the root. */
	readonly paths: readonly string[];
	/** As the values spell it, with levels joined by ` > `; of several spellings, the first in byte order. */
	readonly spellings: readonly string[];
	/** Nodes by folded path. */
	readonly nodes: ReadonlyMap<string, number>;
	/** The children of each node. */
	readonly below: readonly (readonly number[])[];
}

/** Deeper levels are ignored: the value counts in the node at this level. */
const levelsMax = 16;
/** Values parsed between two checks of the pace. */
const valuesPerCheck = 64;

const trees = new WeakMap<KeywordColumn, PathTree>();

/**
 * The tree of a column; undefined when it has more than `facetPathsMax` values. Cost: O(values) the first time, then
 * O(1).
 */
export function* openPathTree(column: KeywordColumn, pace: Pace): Steps<PathTree | undefined> {
	const known = trees.get(column);
	if (known !== undefined) return known;
	const count = countStrings(column.dictionary);
	if (count > facetPathsMax) return undefined;
	const growing = createGrowingTree();
	const nodeOf = new Uint32Array(count + 1);
	for (let at = 0; at < count; at++) {
		nodeOf[at + 1] = addValue(growing, decodeString(column.dictionary, at));
		if (at % valuesPerCheck === 0 && pace.isDue()) yield;
	}
	const tree = { ...growing, nodeOf, above: Uint32Array.from(growing.above) };
	trees.set(column, tree);
	return tree;
}

interface GrowingTree {
	readonly above: number[];
	readonly paths: string[];
	readonly spellings: string[];
	readonly nodes: Map<string, number>;
	readonly below: number[][];
}

function createGrowingTree(): GrowingTree {
	return { above: [0], paths: [''], spellings: [''], nodes: new Map(), below: [[]] };
}

/** @returns the node of the value; 0 when it has no levels */
function addValue(tree: GrowingTree, value: string): number {
	let node = 0;
	let path = '';
	let spelling = '';
	for (const { folded, written } of toLevels(value)) {
		path = path === '' ? folded : `${path}${levelSign}${folded}`;
		spelling = spelling === '' ? written : `${spelling} ${levelSign} ${written}`;
		node = tree.nodes.get(path) ?? addNode(tree, path, node);
		const before = tree.spellings[node];
		if (before === undefined || compareByBytes(spelling, before) < 0) tree.spellings[node] = spelling;
	}
	return node;
}

function addNode({ above, paths, nodes, below }: GrowingTree, path: string, parent: number): number {
	const node = paths.length;
	above.push(parent);
	paths.push(path);
	below.push([]);
	nodes.set(path, node);
	below[parent]?.push(node);
	return node;
}

export interface Level {
	readonly folded: string;
	readonly written: string;
}

/** The levels of a value. A separator at the front belongs to the value: `> 40 cm` is not a path. */
export function toLevels(value: string): Level[] {
	const whole = foldValue(value);
	if (whole.startsWith(levelSign)) return [{ folded: whole, written: toTidy(value) }];
	const levels = value.split(/[>＞﹥]/).flatMap((part): Level[] => {
		const folded = foldValue(part);
		return folded === '' ? [] : [{ folded, written: toTidy(part) }];
	});
	return levels.slice(0, levelsMax);
}

function toTidy(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ');
}
