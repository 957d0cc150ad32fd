/** What are the smallest and the largest value of the matches, their number and their sum? */

import type { RangeFacet } from '../../domain/query/facet-kind.ts';
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';
import type { NumberColumn } from '../index/segment/columns.ts';
import type { SearchKernels } from '../kernels/search-kernels.ts';
import { isDense, walkColumn } from '../query/column-walk.ts';
import { isLive } from '../query/index-view.ts';
import type { FacetPart, FacetSource, FacetTools } from './count-values.ts';
import { addExtent, createExtent, type Extent } from './extent.ts';

const wholeExtents = new WeakMap<NumberColumn, Extent>();
/** By live bits, the extents of the live documents. Live bits never change once they are searched. */
const liveExtents = new WeakMap<Uint32Array, Map<NumberColumn, Extent>>();

/**
 * Measures the values of a field. Cost: O(matches · values of each); O(1) for whole segments after the first time for
 * their live bits, and for matches of words that are known.
 */
export function* countRange(
	source: FacetSource,
	fieldName: string,
	{ memory, pace }: Pick<FacetTools, 'memory' | 'pace'>,
): Steps<RangeFacet> {
	const extent = createExtent();
	for (const [index, segment] of source.segments.entries()) {
		const column = segment.numberColumn(fieldName);
		if (column === undefined) continue;
		const part = yield* source.read(index, column);
		if (part.isWhole) addExtent(extent, yield* toWhole(column, segment.documentCount, { live: part.live, pace }));
		else {
			const kernels = memory.findKernels(segment);
			addExtent(extent, part.known?.findExtent(column) ?? (yield* measureMatches(column, part, { kernels, pace })));
		}
	}
	const { count, sum, min, max } = extent;
	return { kind: 'range', fieldName, count, sum, min: count === 0 ? 0 : min, max: count === 0 ? 0 : max };
}

interface Whole {
	readonly live: Uint32Array | undefined;
	readonly pace: Pace;
}

function* toWhole(column: NumberColumn, documentCount: number, { live, pace }: Whole): Steps<Extent> {
	const known = live === undefined ? wholeExtents.get(column) : liveExtents.get(live)?.get(column);
	if (known !== undefined) return known;
	const extent = yield* measureLive(column, documentCount, { live, pace });
	if (live === undefined) wholeExtents.set(column, extent);
	else liveExtents.set(live, (liveExtents.get(live) ?? new Map<NumberColumn, Extent>()).set(column, extent));
	return extent;
}

function* measureLive(column: NumberColumn, documentCount: number, { live, pace }: Whole): Steps<Extent> {
	const extent = createExtent();
	const { rows, offsets, numbers } = column;
	const rowCount = rows?.length ?? documentCount;
	for (let row = 0; row < rowCount; row++) {
		if (row % entriesPerCheck === 0 && pace.isDue()) yield;
		if (!isLive(live, rows === undefined ? row : (rows[row] as number))) continue;
		const from = offsets === undefined ? row : (offsets[row] as number);
		measure(numbers, { from, to: offsets === undefined ? row + 1 : (offsets[row + 1] as number) }, extent);
	}
	return extent;
}

interface Measuring {
	readonly kernels: Pick<SearchKernels, 'measureDense'>;
	readonly pace: Pace;
}

function* measureMatches(column: NumberColumn, part: FacetPart, { kernels, pace }: Measuring): Steps<Extent> {
	const extent = createExtent();
	const { numbers } = column;
	if (isDense(column)) {
		for (let from = 0; from < part.count; from += entriesPerCheck) {
			const slice = part.documents.subarray(from, Math.min(part.count, from + entriesPerCheck));
			kernels.measureDense(slice, slice.length, { numbers, extent });
			if (pace.isDue()) yield;
		}
	} else
		yield* walkColumn(column, part, { pace, visit: (_, from, to) => measure(column.numbers, { from, to }, extent) });
	part.known?.keepExtent(column, extent);
	return extent;
}

function measure(
	numbers: Float64Array,
	{ from, to }: { readonly from: number; readonly to: number },
	extent: Extent,
): void {
	for (let at = from; at < to; at++) {
		const value = numbers[at] as number;
		if (Number.isNaN(value)) continue;
		extent.count += 1;
		extent.sum += value;
		extent.min = Math.min(extent.min, value);
		extent.max = Math.max(extent.max, value);
	}
}
