/**
 * How much is a term worth in a document? BM25 in each weight class, and of these the best with a share of the others:
 *
 *     frequency_c = count_c / (1 − b_c + b_c · length_c / averageLength_c)
 *     part_c      = weight_c · frequency_c / (k1 + frequency_c)
 *     score       = idf · (max part_c + tie · Σ of the other parts)
 *
 * This is the disjunction max of Lucene. BM25F (Robertson, Zaragoza, Taylor 2004), which adds up frequencies before it
 * saturates them, was measured beside it: a word that a long description repeats then outweighs one title that says it.
 *
 * The constants are round numbers on plateaus of `bench/relevance.ts`; decision 0007 says how far each may be moved.
 *
 * Counts and lengths are one byte each, so everything right of idf is a table of 65,536 numbers, made once for each
 * set of average lengths. Averages are rounded to the buckets of lengths: indexes alike share a table, and it does not
 * change with every write.
 */
import { createCache } from '../../lib/cache.ts';
import { lengthsOfBuckets, toLengthBucket, type WeightClass } from './packed-counts.ts';

/** Saturation of frequency: how soon one more occurrence stops to matter. */
const k1 = 2;
/** Of A, B, C. */
const classWeights: readonly [number, number, number] = [1, 0.75, 0.12];
/** How much longer texts count against a match, 0 … 1, of A, B, C. Titles have their reasons to be long. */
const lengthWeights: readonly [number, number, number] = [0.4, 0.9, 0.5];
/** What the classes beside the best one add, 0 … 1. */
const tie = 0.3;

/** 256 KB each; there are 256 sets of rounded averages, of which an installation meets a few. */
const tables = createCache<number, Float32Array>({ entriesMax: 16 });

/** Words of each class in an average document. */
export type AverageLengths = readonly [a: number, b: number, c: number];

/**
 * The table for documents of these average lengths: `table[counts << 8 | lengths]` is the part of the score beside
 * idf, 0 … 2. Cost: O(1) for averages met recently, else about a millisecond.
 */
export function toScoreTable(averages: AverageLengths): Float32Array {
	const buckets = averages.map((average, index) => toLengthBucket(average, index as WeightClass));
	const key = ((buckets[0] as number) << 5) | ((buckets[1] as number) << 3) | (buckets[2] as number);
	const known = tables.get(key);
	if (known !== undefined) return known;
	const table = createTable(buckets);
	tables.set(key, table);
	return table;
}

function createTable(averageBuckets: readonly number[]): Float32Array {
	const table = new Float32Array(65_536);
	for (let lengths = 0; lengths < 256; lengths++) {
		const gains = toGains(lengths, averageBuckets);
		for (let counts = 1; counts < 256; counts++) {
			const parts = [
				saturate((counts >> 6) * (gains[0] as number)) * classWeights[0],
				saturate(((counts >> 4) & 3) * (gains[1] as number)) * classWeights[1],
				saturate((counts & 15) * (gains[2] as number)) * classWeights[2],
			] as const;
			const best = Math.max(...parts);
			table[(counts << 8) | lengths] = best + tie * (parts[0] + parts[1] + parts[2] - best);
		}
	}
	return table;
}

function saturate(frequency: number): number {
	return frequency / (k1 + frequency);
}

/** What one occurrence in each class adds to its frequency in documents of these packed lengths. */
function toGains(lengths: number, averageBuckets: readonly number[]): number[] {
	const buckets = [lengths >> 5, (lengths >> 3) & 3, lengths & 7];
	return buckets.map((bucket, index) => {
		const ofBuckets = lengthsOfBuckets[index] as readonly number[];
		const average = Math.max(1, ofBuckets[averageBuckets[index] as number] as number);
		const weight = lengthWeights[index] as number;
		return 1 / (1 - weight + (weight * (ofBuckets[bucket] as number)) / average);
	});
}

/** Sums of scores are single-precision numbers: exact up to this many steps. */
const gridSteps = 2 ** 24;
/** Added to a double and taken off again, this many steps round it to whole steps. */
const roundingSteps = 1.5 * 2 ** 52;
/** What a table of scores stays below. */
const partMax = 2;

/**
 * What the parts of a score are rounded by: `part + grid - grid` is `part` in whole steps, each a power of two and so
 * small that 2^24 of them are more than any sum of parts of words this rare. So sums are exact, and items whose words
 * count the same are equal whichever order these were added in: it differs from segment to segment and from item to
 * item, and equal items would else be ranked by rounding errors. A word with a 10,000th of all rarity still counts for
 * hundreds of steps. Doubles, the other way, take twice the memory: three words, any, took 9 % longer. Cost: O(words).
 */
export function toScoreGrid(rarities: readonly number[]): number {
	const scoreMax = partMax * rarities.reduce((sum, rarity) => sum + rarity, 0);
	if (scoreMax === 0) return 0;
	return (roundingSteps * 2 ** Math.ceil(Math.log2(scoreMax))) / gridSteps;
}

/** Rarity of a word that `matchCount` of `documentCount` documents have: positive, larger for rarer words. */
export function toRarity(matchCount: number, documentCount: number): number {
	const known = Math.min(matchCount, documentCount);
	return Math.log(1 + (documentCount - known + 0.5) / (known + 0.5));
}
