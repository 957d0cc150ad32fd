/** Between which numbers do the values of the matches lie? */

import type { RangeFacet } from '../../domain/query/index-query.ts';
import { isDense, type MatchedDocuments, walkColumn } from '../query/column-walk.ts';
import { isLive } from '../query/index-view.ts';
import type { NumberColumn } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';

export interface RangeCounter {
	/** Adds matches of a segment. Cost: O(matches · values of each). */
	add(segment: Segment, matches: MatchedDocuments): void;
	/** Adds every live document of a segment. Cost: O(1) after the first time for these live bits. */
	addAll(segment: Segment, live: Uint32Array | undefined): void;
	finish(): RangeFacet;
}

interface Extent {
	count: number;
	sum: number;
	/** +∞ and −∞ when there are no values. */
	min: number;
	max: number;
}

const wholeExtents = new WeakMap<NumberColumn, Extent>();
/** Of the live documents, by their bits, which are never changed once they are searched. */
const liveExtents = new WeakMap<Uint32Array, Map<NumberColumn, Extent>>();

export function createRangeCounter(fieldName: string): RangeCounter {
	const extent = createExtent();
	return {
		add(segment, matches) {
			const column = segment.numberColumn(fieldName);
			if (column === undefined) return;
			if (isDense(column)) measureDense(column.numbers, matches, extent);
			else walkColumn(column, matches, (_, from, to) => measure(column.numbers, { from, to }, extent));
		},
		addAll(segment, live) {
			const column = segment.numberColumn(fieldName);
			if (column === undefined) return;
			const whole = live === undefined ? toWholeExtent(column) : toLiveExtent(column, segment.documentCount, live);
			extent.count += whole.count;
			extent.sum += whole.sum;
			extent.min = Math.min(extent.min, whole.min);
			extent.max = Math.max(extent.max, whole.max);
		},
		finish() {
			const { count, sum, min, max } = extent;
			return { kind: 'range', fieldName, count, sum, min: count === 0 ? 0 : min, max: count === 0 ? 0 : max };
		},
	};
}

function toWholeExtent(column: NumberColumn): Extent {
	let whole = wholeExtents.get(column);
	if (whole === undefined) {
		whole = createExtent();
		measure(column.numbers, { from: 0, to: column.numbers.length }, whole);
		wholeExtents.set(column, whole);
	}
	return whole;
}

function toLiveExtent(column: NumberColumn, documentCount: number, live: Uint32Array): Extent {
	const byColumn = liveExtents.get(live) ?? new Map<NumberColumn, Extent>();
	liveExtents.set(live, byColumn);
	let extent = byColumn.get(column);
	if (extent === undefined) {
		extent = createExtent();
		const { rows, offsets, numbers } = column;
		for (let row = 0; row < (rows?.length ?? documentCount); row++) {
			if (!isLive(live, rows === undefined ? row : (rows[row] as number))) continue;
			const from = offsets === undefined ? row : (offsets[row] as number);
			measure(numbers, { from, to: offsets === undefined ? row + 1 : (offsets[row + 1] as number) }, extent);
		}
		byColumn.set(column, extent);
	}
	return extent;
}

function createExtent(): Extent {
	return { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

/** Dense columns: one value for each match, NaN for none. */
function measureDense(numbers: Float64Array, { documents, count: matchCount }: MatchedDocuments, extent: Extent): void {
	let { count, sum, min, max } = extent;
	for (let index = 0; index < matchCount; index++) {
		const value = numbers[documents[index] as number] as number;
		if (Number.isNaN(value)) continue;
		count += 1;
		sum += value;
		if (value < min) min = value;
		if (value > max) max = value;
	}
	Object.assign(extent, { count, sum, min, max });
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
