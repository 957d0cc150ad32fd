/**
 * How often does a term occur in each weight class of a document, and how long are the classes, in one byte each?
 *
 *     counts   AABBCCCC   each saturates: 3 in A, 3 in B, 15 in C
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

/** Returns `counts` with one more occurrence in `weightClass`. */
export function addOccurrence(counts: number, weightClass: WeightClass): number {
	if (weightClass === weightClasses.a) return counts < 0xc0 ? counts + 0x40 : counts;
	if (weightClass === weightClasses.b) return (counts & 0x30) < 0x30 ? counts + 0x10 : counts;
	return (counts & 0x0f) < 0x0f ? counts + 1 : counts;
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
