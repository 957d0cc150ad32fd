/**
 * How much is a term worth in a document? BM25F (Robertson, Zaragoza, Taylor 2004) over the weight classes:
 *
 *     frequency = Σ over classes c of  weight_c · count_c / (1 − b_c + b_c · length_c / averageLength_c)
 *     score     = idf · frequency / (k1 + frequency)
 *
 * Counts and lengths are one byte each, so everything right of idf is a table of 65,536 numbers, made once for each
 * set of average lengths. Averages are rounded to the buckets of lengths: indexes alike share a table, and it does not
 * change with every write.
 */
import { lengthsOfBuckets, toLengthBucket, type WeightClass } from './packed-counts.ts';

/** Saturation of frequency: how soon one more occurrence stops to matter. */
const k1 = 1.6;
/** Of A, B, C. */
const classWeights: readonly [number, number, number] = [3, 1.2, 1];
/** How much longer texts count against a match, 0 … 1, of A, B, C. */
const lengthWeights: readonly [number, number, number] = [0.45, 0.3, 0.75];

const tables = new Map<number, Float32Array>();
/** 256 KB each; there are 256 sets of rounded averages, of which an installation meets a few. */
const tablesMax = 16;

/** Words of each class in an average document. */
export type AverageLengths = readonly [a: number, b: number, c: number];

/**
 * The table for documents of these average lengths: `table[counts << 8 | lengths]` is the part of the score beside
 * idf, 0 … 1. Cost: O(1) for averages met recently, else about a millisecond.
 */
export function toScoreTable(averages: AverageLengths): Float32Array {
	const buckets = averages.map((average, index) => toLengthBucket(average, index as WeightClass));
	const key = ((buckets[0] as number) << 5) | ((buckets[1] as number) << 3) | (buckets[2] as number);
	const known = tables.get(key);
	if (known !== undefined) return known;
	const oldest = tables.keys().next();
	if (tables.size >= tablesMax && !oldest.done) tables.delete(oldest.value);
	const table = createTable(buckets);
	tables.set(key, table);
	return table;
}

function createTable(averageBuckets: readonly number[]): Float32Array {
	const table = new Float32Array(65_536);
	for (let lengths = 0; lengths < 256; lengths++) {
		const gains = toGains(lengths, averageBuckets);
		for (let counts = 1; counts < 256; counts++) {
			const frequency =
				(gains[0] as number) * (counts >> 6) +
				(gains[1] as number) * ((counts >> 4) & 3) +
				(gains[2] as number) * (counts & 15);
			table[(counts << 8) | lengths] = frequency / (k1 + frequency);
		}
	}
	return table;
}

/** What one occurrence in each class adds to the frequency in documents of these packed lengths. */
function toGains(lengths: number, averageBuckets: readonly number[]): number[] {
	const buckets = [lengths >> 5, (lengths >> 3) & 3, lengths & 7];
	return buckets.map((bucket, index) => {
		const ofBuckets = lengthsOfBuckets[index] as readonly number[];
		const average = Math.max(1, ofBuckets[averageBuckets[index] as number] as number);
		const weight = lengthWeights[index] as number;
		return (classWeights[index] as number) / (1 - weight + (weight * (ofBuckets[bucket] as number)) / average);
	});
}

/** Rarity of a word that `matchCount` of `documentCount` documents have: positive, larger for rarer words. */
export function toRarity(matchCount: number, documentCount: number): number {
	const known = Math.min(matchCount, documentCount);
	return Math.log(1 + (documentCount - known + 0.5) / (known + 0.5));
}
