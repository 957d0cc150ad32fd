/** How many matches of a segment are in or below each node of a tree of paths? Each match counts once per node. */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { walkColumn } from '../query/column-walk.ts';
import type { FacetPart } from './count-values.ts';
import type { PathTree } from './path-tree.ts';

export interface NodeCounting {
	readonly column: KeywordColumn;
	/** The tree of the column. */
	readonly tree: PathTree;
	readonly part: FacetPart;
	readonly pace: Pace;
}

/** The counts over every document of a segment, including deleted ones. */
const wholeCounts = new WeakMap<KeywordColumn, Uint32Array>();
const rowsPerCheck = 4_096;

/**
 * The counts by node; entry 0 has no meaning. Cost: O(matches · values of each · levels); for a whole segment O(nodes +
 * deleted documents) after the first time.
 */
export function* countNodes(counting: NodeCounting): Steps<Uint32Array> {
	const { column, tree, part, pace } = counting;
	const counts = new Uint32Array(tree.paths.length);
	if (part.count > 0) yield* walkColumn(column, part, { pace, visit: createAdder(column, tree, counts) });
	if (!part.isWhole) return counts;
	const whole = wholeCounts.get(column) ?? (yield* countWhole(counting));
	wholeCounts.set(column, whole);
	return whole.map((count, node) => count - (counts[node] as number));
}

function* countWhole({ column, tree, pace }: NodeCounting): Steps<Uint32Array> {
	const counts = new Uint32Array(tree.paths.length);
	const add = createAdder(column, tree, counts);
	const { rows, offsets, ordinals } = column;
	const end = rows?.length ?? (offsets === undefined ? ordinals.length : offsets.length - 1);
	for (let row = 0; row < end; row++) {
		if (offsets === undefined) add(row, row, row + 1);
		else add(row, offsets[row] as number, offsets[row + 1] as number);
		if (row % rowsPerCheck === 0 && pace.isDue()) yield;
	}
	return counts;
}

/**
 * Returns a function that adds a document to the nodes that it is in or below. It takes a number unique to the document
 * and its entries.
 */
function createAdder({ ordinals, offsets }: KeywordColumn, { nodeOf, above }: PathTree, counts: Uint32Array) {
	const seenBy = offsets === undefined ? undefined : new Uint32Array(counts.length);
	return (index: number, from: number, to: number): void => {
		for (let at = from; at < to; at++) {
			let node = nodeOf[ordinals[at] as number] as number;
			// When a node was seen, all nodes above it were seen with it.
			while (node !== 0 && seenBy?.[node] !== index + 1) {
				if (seenBy !== undefined) seenBy[node] = index + 1;
				counts[node] = (counts[node] as number) + 1;
				node = above[node] as number;
			}
		}
	};
}
