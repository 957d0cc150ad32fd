/**
 * How much is a term worth in a document? BM25 in each weight class, or group of fields with a weight of their own; the best one
 * counts in full and the others with a share:
 *
 *     frequency_c = count_c / (1 − b_c + b_c · length_c / averageLength_c)
 *     part_c      = weight_c · frequency_c / (k1 + frequency_c)
 *     score       = idf · (max part_c + tie · Σ of the other parts)
 *     in titles, where a word stands that leads or names:  frequency_A = (count_A + 1) · max(1, 1 / (1 − b_A + …))
 *
 * This is Lucene's disjunction max. BM25F (Robertson, Zaragoza, Taylor 2004), which adds up frequencies before it
 * saturates them, was measured for comparison: there a word that a long description repeats outweighs one title that
 * says it.
 *
 * The constants are round numbers on plateaus of `bench/relevance.ts`; decision 0007 says how far each may be moved.
 *
 * Counts and lengths are one byte each, so everything to the right of idf is a table of 65,536 numbers, made once for
 * each set of average lengths, each use of positions and each weighing of fields. Averages are rounded to the buckets of lengths, so similar indexes share a table, and it
 * does not change with every write.
 */
import { createCache } from '../../lib/cache.ts';
import {
	countIn,
	lengthsOfBuckets,
	positions,
	toLengthBucket,
	toPosition,
	toTitleCount,
	type WeightClass,
	weightClasses,
} from './packed-counts.ts';
import { tie, type WeighedSlot, type Weighing } from './weighing.ts';

/** Saturation of frequency: how soon one more occurrence stops mattering. */
const k1 = 2;
/** How much longer texts count against a match, 0 … 1, in A, B, C. Titles have good reasons to be long. */
const lengthWeights: readonly [number, number, number] = [0.4, 0.9, 0.5];

/** 256 KB each. There are 3 · 256 of them for each weighing; an installation has only a few. */
const tables = createCache<string, Float32Array>({ entriesMax: 32 });

/**
 * How the position of a word in titles counts, by what the word does in the catalogue, see `position-uses.ts`: for `samsung` it
 * matters whether titles begin with it, for `laptop` whether it names the thing.
 */
export const positionUses = ['any', 'leading', 'naming'] as const;
export type PositionUse = (typeof positionUses)[number];

/** The number of words of each class in an average document. */
export type AverageLengths = readonly [a: number, b: number, c: number];

/**
 * The table for documents of these average lengths: `table[counts << 8 | lengths]` is the part of the score beside idf,
 * 0 … `partMax` of the weighing. Cost: O(1) for recently used averages, otherwise about a millisecond.
 */
export function toScoreTable(averages: AverageLengths, use: PositionUse, weighing: Weighing): Float32Array {
	const buckets = averages.map((average, index) => toLengthBucket(average, index as WeightClass));
	const key = `${use} ${buckets} ${weighing.key}`;
	const known = tables.get(key);
	if (known !== undefined) return known;
	const table = createTable(buckets, use, weighing);
	tables.set(key, table);
	return table;
}

function createTable(averageBuckets: readonly number[], use: PositionUse, { slots }: Weighing): Float32Array {
	const table = new Float32Array(65_536);
	for (let lengths = 0; lengths < 256; lengths++) {
		const gains = toGains(lengths, averageBuckets);
		const parts = slots.map((slot) => toParts(slot, gains[slot.weightClass] as number, use));
		for (let counts = 1; counts < 256; counts++) {
			let best = (parts[0] as Float64Array)[counts >> 5] as number;
			let sum = best;
			for (let slot = 1; slot < parts.length; slot++) {
				const part = (parts[slot] as Float64Array)[counts & 0x1f] as number;
				best = Math.max(best, part);
				sum += part;
			}
			table[(counts << 8) | lengths] = best + tie * (sum - best);
		}
	}
	return table;
}

/** What a slot is worth, by the upper three bits of the packed counts for titles, and by the lower five for others. */
function toParts(slot: WeighedSlot, gain: number, use: PositionUse): Float64Array {
	const isTitle = slot.weightClass === weightClasses.a;
	const parts = new Float64Array(isTitle ? 8 : 32);
	for (let code = 0; code < parts.length; code++) {
		const frequency = isTitle ? toTitleFrequency(code << 5, gain, use) : slot.occurrences * countIn(slot, code) * gain;
		parts[code] = saturate(frequency) * slot.weight;
	}
	return parts;
}

/**
 * A word at the position that counts for it stands there once more, however long the title goes on. A brand that is repeated
 * behind the beginning is that of something else.
 */
function toTitleFrequency(counts: number, gain: number, use: PositionUse): number {
	const count = toTitleCount(counts);
	const position = toPosition(counts);
	if (use === 'naming' && position === positions.naming) return (count + 1) * Math.max(1, gain);
	if (use !== 'leading') return count * gain;
	return position === positions.first ? 2 * Math.max(1, gain) : Math.min(1, count) * gain;
}

function saturate(frequency: number): number {
	return frequency / (k1 + frequency);
}

/** What one occurrence in each class adds to its frequency, in documents of these packed lengths. */
function toGains(lengths: number, averageBuckets: readonly number[]): number[] {
	const buckets = [lengths >> 5, (lengths >> 3) & 3, lengths & 7];
	return buckets.map((bucket, index) => {
		const ofBuckets = lengthsOfBuckets[index] as readonly number[];
		const average = Math.max(1, ofBuckets[averageBuckets[index] as number] as number);
		const weight = lengthWeights[index] as number;
		return 1 / (1 - weight + (weight * (ofBuckets[bucket] as number)) / average);
	});
}

/** Sums of scores are single-precision numbers, which are exact up to this many steps. */
const gridSteps = 2 ** 24;
/** Adding and then subtracting this many steps rounds a double to whole steps. */
const roundingSteps = 1.5 * 2 ** 52;
/**
 * The grid that rounds the parts of a score: `part + grid - grid` is `part` in whole steps. A step is a power of two,
 * and so small that 2^24 of them exceed any sum of parts of words this rare. So sums are exact whatever the order of
 * additions, which differs between segments and items. Otherwise rounding errors would rank equal items. A word with a
 * 10,000th of all rarity still counts for hundreds of steps. The alternative, doubles, takes twice the memory, and
 * searches for any of three words took 9 % longer. Cost: O(words).
 * @param partMax no entry of a score table is above this
 */
export function toScoreGrid(rarities: readonly number[], partMax: number): number {
	const scoreMax = partMax * rarities.reduce((sum, rarity) => sum + rarity, 0);
	if (scoreMax === 0) return 0;
	return (roundingSteps * 2 ** Math.ceil(Math.log2(scoreMax))) / gridSteps;
}

/** The rarity of a word that `matchCount` of `documentCount` documents have: positive, larger for rarer words. */
export function toRarity(matchCount: number, documentCount: number): number {
	const known = Math.min(matchCount, documentCount);
	return Math.log(1 + (documentCount - known + 0.5) / (known + 0.5));
}
