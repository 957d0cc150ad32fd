/**
 * How often does a term occur in each weight class of a document, where does it stand in the title, and how long are the
 * classes, in one byte each?
 *
 *     counts   AAABBCCC   in A  0 not there   1 2 3 times   4 5 first in the title, once or more   6 7 naming the thing
 *                         B saturates at 3, C at 7
 *     lengths  AAABBCCC   the numbers of buckets, as below
 *
 * Higher counts would change a BM25 score by a few percent at most, because it saturates. Lengths only matter by their
 * order of magnitude.
 */

/**
 * Weight classes: A for titles and identifiers, B for brands, categories and short descriptions, C for long ones and
 * the rest.
 */
export const weightClasses = { a: 0, b: 1, c: 2 } as const;
export type WeightClass = (typeof weightClasses)[keyof typeof weightClasses];

/** The longest lengths of each bucket, in words; the last bucket has no limit. */
const lengthLimits: readonly (readonly number[])[] = [
	[2, 4, 6, 8, 11, 15, 22],
	[4, 10, 25],
	[0, 8, 20, 40, 80, 160, 320],
];

/** The length that a bucket stands for, in words. */
export const lengthsOfBuckets: readonly (readonly number[])[] = [
	[2, 3.5, 5.5, 7.5, 10, 13, 18, 28],
	[3, 7, 17, 40],
	[0, 5, 14, 30, 58, 115, 230, 480],
];

/** Where a term stands in class A: anywhere, first in the title, or naming the thing, see `naming-words.ts`. */
export const positions = { inside: 0, first: 1, naming: 2 } as const;
export type Position = (typeof positions)[keyof typeof positions];

/** By code of class A: the code for one more occurrence, and the codes for a position. */
const withOneMore = [1, 2, 3, 3, 5, 5, 7, 7] as const;
const withPosition: readonly (readonly number[])[] = [
	[0, 1, 2, 3, 4, 5, 6, 7],
	[0, 4, 5, 5, 4, 5, 6, 7],
	[0, 6, 7, 7, 6, 7, 6, 7],
];

/** How often a term occurs in class A, 0 … 3, or 0 … 2 where it has a position. */
export function toTitleCount(counts: number): number {
	const code = counts >> 5;
	return code < 4 ? code : 1 + (code & 1);
}

/** How often a term occurs in each class, at most as often as the byte holds. */
export function unpackCounts(counts: number): [a: number, b: number, c: number] {
	return [toTitleCount(counts), (counts >> 3) & 3, counts & 7];
}

/** Whether a term occurs in class A or B. */
export function isMoreThanText(counts: number): boolean {
	return counts > 0x07;
}

/** Where a term stands that occurs in class A. */
export function toPosition(counts: number): Position {
	if (counts < 0x80) return positions.inside;
	return counts < 0xc0 ? positions.first : positions.naming;
}

/** Returns `counts` with a position for what occurs in class A; naming the thing counts more than being first. */
export function raisePosition(counts: number, position: Position): number {
	return (counts & 0x1f) | (((withPosition[position] as readonly number[])[counts >> 5] as number) << 5);
}

/** Returns `counts` with one more occurrence in `weightClass`. */
export function addOccurrence(counts: number, weightClass: WeightClass): number {
	if (weightClass === weightClasses.a) return (counts & 0x1f) | ((withOneMore[counts >> 5] as number) << 5);
	if (weightClass === weightClasses.b) return (counts & 0x18) < 0x18 ? counts + 0x08 : counts;
	return (counts & 0x07) < 0x07 ? counts + 1 : counts;
}

/** The byte for classes with these numbers of words (≥ 0). */
export function packLengths(a: number, b: number, c: number): number {
	return (toLengthBucket(a, 0) << 5) | (toLengthBucket(b, 1) << 3) | toLengthBucket(c, 2);
}

/** The bucket of a length in a class. */
export function toLengthBucket(length: number, weightClass: WeightClass): number {
	const limits = lengthLimits[weightClass] as readonly number[];
	let bucket = 0;
	while (bucket < limits.length && length > (limits[bucket] as number)) bucket += 1;
	return bucket;
}
