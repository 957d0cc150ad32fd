/**
 * How much do the numbers of an item, such as its rating or its sales, raise or lower it? By their positions among those
 * of all live items of its index, not by their size: sales of 3 and of 30,000 differ as far as there are items in between.
 *
 *     sales       2     5     5    40    9,000        of five items
 *     position   0.1   0.4   0.4   0.7    0.9         share of the items that are below, ties count half
 *     factor     0.72  0.92  0.92  1.18   1.38        1.5 ^ (weight / 10 · (2 · position − 1))
 *
 * The exponents of several fields add up, and count at most 1 and at least −1. An item without a number has the factor 1.
 * The positions are read from 256 quantiles. Where an index has many items, these are the quantiles of a sample of them,
 * which is chosen by key, so that it does not depend on which segment has which item.
 */
import { type PopularityField, popularityWeightMax } from '../../domain/query/index-query.ts';
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';
import type { NumberColumn } from '../index/segment/columns.ts';
import { keyBytes } from '../index/segment/key-table.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findEntries } from './column-walk.ts';
import { isLive, type LiveSegment } from './index-view.ts';
import { toCappedScore } from './rank-tiers.ts';
import type { Scratch } from './scratch.ts';

/** Factors by document. */
export type PopularityFactors = Float32Array;

/** The greatest factor; the least is its inverse. */
export const popularityFactorMax = 1.5;
const quantilesMax = 256;
/** Up to this many items, the quantiles are those of all items; of more, of a sample of about half as many at least. */
export const sampledItemsMax = 32_768;

/**
 * The factors of the documents of an index, by segment; undefined where no document has a number. Cost: O(documents),
 * some 0.15 µs for each document and field.
 */
export function* measurePopularity(
	segments: readonly LiveSegment[],
	fields: readonly PopularityField[],
	pace: Pace,
): Steps<readonly (PopularityFactors | undefined)[]> {
	const exponents = segments.map((): Float64Array | undefined => undefined);
	for (const field of fields) {
		const quantiles = yield* findQuantiles(segments, field, pace);
		if (quantiles.length === 0) continue;
		for (const [at, { segment }] of segments.entries()) {
			const column = segment.numberColumn(field.fieldName);
			if (column === undefined) continue;
			const sums = exponents[at] ?? new Float64Array(segment.documentCount);
			exponents[at] = sums;
			yield* addExponents(sums, { column, field, quantiles }, pace);
		}
	}
	const factors: (PopularityFactors | undefined)[] = [];
	for (const sums of exponents) factors.push(sums === undefined ? undefined : yield* toFactors(sums, pace));
	return factors;
}

function* toFactors(exponents: Float64Array, pace: Pace): Steps<PopularityFactors> {
	const factors = new Float32Array(exponents.length);
	const logarithm = Math.log(popularityFactorMax);
	for (let from = 0; from < factors.length; from += entriesPerCheck) {
		const to = Math.min(factors.length, from + entriesPerCheck);
		for (let document = from; document < to; document++) {
			const exponent = exponents[document] as number;
			factors[document] = Math.exp(logarithm * Math.min(1, Math.max(-1, exponent)));
		}
		if (pace.isDue()) yield;
	}
	return factors;
}

/** The quantiles of a field over the live documents, ascending; none where no document has a number. */
function* findQuantiles(
	segments: readonly LiveSegment[],
	{ fieldName, isLowestBest }: PopularityField,
	pace: Pace,
): Steps<Float64Array> {
	const liveCount = segments.reduce((sum, entry) => sum + entry.liveCount, 0);
	// Keys are hashes: those whose lowest bits are 0 are a random sample.
	const mask = 2 ** Math.max(0, Math.ceil(Math.log2(liveCount / sampledItemsMax))) - 1;
	const values: number[] = [];
	for (const { segment, live } of segments) {
		const column = segment.numberColumn(fieldName);
		if (column === undefined) continue;
		const readBest = createReader(column, isLowestBest);
		for (let from = 0; from < segment.documentCount; from += entriesPerCheck) {
			const to = Math.min(segment.documentCount, from + entriesPerCheck);
			for (let document = from; document < to; document++) {
				if ((readKeyHead(segment, document) & mask) !== 0 || !isLive(live, document)) continue;
				const value = readBest(...findEntries(column, document));
				if (!Number.isNaN(value)) values.push(value);
			}
			if (pace.isDue()) yield;
		}
	}
	const sorted = Float64Array.from(values).sort();
	const count = Math.min(quantilesMax, sorted.length);
	return Float64Array.from(
		{ length: count },
		(_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / count)] as number,
	);
}

function readKeyHead({ keys }: Segment, document: number): number {
	const at = document * keyBytes;
	return (keys[at] as number) | ((keys[at + 1] as number) << 8) | ((keys[at + 2] as number) << 16);
}

/** Reads the best of the numbers in the entries [from, to); NaN when there is none. */
function createReader({ numbers }: NumberColumn, isLowestBest: boolean): (from: number, to: number) => number {
	return (from, to) => {
		let best = Number.NaN;
		for (let at = from; at < to; at++) {
			const value = numbers[at] as number;
			if (Number.isNaN(value)) continue;
			if (Number.isNaN(best) || (isLowestBest ? value < best : value > best)) best = value;
		}
		return best;
	};
}

interface MeasuredField {
	readonly column: NumberColumn;
	readonly field: PopularityField;
	readonly quantiles: Float64Array;
}

function* addExponents(sums: Float64Array, { column, field, quantiles }: MeasuredField, pace: Pace): Steps<void> {
	const { rows, offsets, numbers } = column;
	const readBest = createReader(column, field.isLowestBest);
	const table = toPositionTable(quantiles);
	const share = (field.isLowestBest ? -1 : 1) * (field.weight / popularityWeightMax);
	const count = rows?.length ?? (offsets === undefined ? numbers.length : offsets.length - 1);
	for (let from = 0; from < count; from += entriesPerCheck) {
		const to = Math.min(count, from + entriesPerCheck);
		for (let row = from; row < to; row++) {
			const value =
				offsets === undefined ? (numbers[row] as number) : readBest(offsets[row] as number, offsets[row + 1] as number);
			if (Number.isNaN(value)) continue;
			const document = rows === undefined ? row : (rows[row] as number);
			sums[document] = (sums[document] as number) + share * (2 * toPosition(table, value) - 1);
		}
		if (pace.isDue()) yield;
	}
}

/**
 * The positions of numbers: `values` are the distinct quantiles, ascending. A number that is one of them has the position
 * of entry 2k + 1; one that lies before entry k has that of entry 2k.
 */
interface PositionTable {
	readonly values: Float64Array;
	readonly positions: Float64Array;
}

function toPositionTable(quantiles: Float64Array): PositionTable {
	const values = Float64Array.from(new Set(quantiles));
	const positions = new Float64Array(2 * values.length + 1);
	let below = 0;
	for (const [at, value] of values.entries()) {
		let upTo = below;
		while (quantiles[upTo] === value) upTo += 1;
		positions[2 * at] = below / quantiles.length;
		positions[2 * at + 1] = (below + upTo) / (2 * quantiles.length);
		below = upTo;
	}
	positions[2 * values.length] = 1;
	return { values, positions };
}

/** The share of the quantiles below the value, and half of those equal to it: 0 … 1. */
function toPosition({ values, positions }: PositionTable, value: number): number {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((values[middle] as number) < value) low = middle + 1;
		else high = middle;
	}
	return positions[2 * low + (values[low] === value ? 1 : 0)] as number;
}

/** Multiplies the scores of the first `count` matches, which have no tier yet. Cost: O(matches). */
export function applyPopularity(factors: PopularityFactors, { documents, keys }: Scratch, count: number): void {
	for (let index = 0; index < count; index++) {
		keys[index] = toCappedScore((keys[index] as number) * (factors[documents[index] as number] as number));
	}
}
