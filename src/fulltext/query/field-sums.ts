/**
 * What is a match worth by all that its title and short attributes say, in a list that goes on with products that lack words?
 *
 *     usb stick
 *     title        Acme JumpDrive flash drive with USB 3.0, 32 GB     lacks `stick`, and has a quarter of its score
 *     description  … two USB ports, a webcam, and a stick …           lacks nothing
 *
 * The score takes the best field of a word, and what lacks a word has a quarter of it. That ranks long descriptions that happen to have
 * all the words before titles that have the one that matters. So scores gain a summand that none of this lowers: BM25F
 * (Robertson, Zaragoza and Taylor 2004), which adds up the occurrences of a word over fields, by their weights,
 *
 *     share · Σ over words (rarity · form · f / (k1 (1 − b + b · length / average) + f)),   f = Σ over fields weight · count
 *
 * over titles and short attributes. With descriptions, good products fall behind those that say much. Words count as typed, inflected
 * and as synonyms; completions and typing errors have no part, because of them there are hundreds.
 */
import { classWeights } from '../../domain/schema/field-role.ts';
import { createCache } from '../../lib/cache.ts';
import { findPosting } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { countIn, lengthsOfBuckets, toLengthBucket, weightClasses } from '../ranking/packed-counts.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { isWritten, type ResolvedWord, type Variant } from './resolve-words.ts';

/** How much this sum counts beside the score. From 0.15 to 0.2 two judged catalogues gain about the same. */
const share = 0.18;
/** Saturation and the weight of length: a word in a title and an attribute says little more than one in the title. */
const k1 = 0.5;
const lengthWeight = 0.5;
const attributeWeight = classWeights.B / classWeights.A;

export interface SummedFields {
	/** The rarity of each word over the whole index, parallel to the words. */
	readonly rarities: readonly number[];
	readonly averageLengths: readonly [a: number, b: number, c: number];
	readonly weighing: Weighing;
}

/**
 * Returns a function that sums up a document of the segment: 0 or more. Cost of a call: O(words · their written forms · log
 * postings).
 */
export function createFieldSums(
	segment: Segment,
	words: readonly ResolvedWord[],
	{ rarities, averageLengths, weighing }: SummedFields,
): (document: number) => number {
	const { lengths } = segment;
	const { frequencies, saturations } = toTables(averageLengths, weighing);
	const writtenForms = words.map(({ variants }) => variants.filter(isWritten));
	return (document) => {
		const saturation = saturations[lengths[document] as number] as number;
		let total = 0;
		for (let word = 0; word < writtenForms.length; word++) {
			for (const { postings, term, weight } of writtenForms[word] as Variant[]) {
				const posting = findPosting(postings, term, document);
				if (posting < 0) continue;
				const frequency = weight * (frequencies[postings.counts[posting] as number] as number);
				total += ((rarities[word] as number) * frequency) / (saturation + frequency);
				break;
			}
		}
		return share * total;
	};
}

interface Tables {
	readonly frequencies: Float64Array;
	readonly saturations: Float64Array;
}

/** Making them takes as long as summing up all candidates, and an installation has only a few. */
const tables = createCache<string, Tables>({ entriesMax: 32 });

function toTables([a, b]: SummedFields['averageLengths'], weighing: Weighing): Tables {
	const average = toLength(toLengthBucket(a, weightClasses.a), toLengthBucket(b, weightClasses.b));
	const key = `${average} ${weighing.key}`;
	const known = tables.get(key);
	if (known !== undefined) return known;
	const made = { frequencies: toFrequencies(weighing), saturations: toSaturations(average) };
	tables.set(key, made);
	return made;
}

/** By packed counts, occurrences in titles and short attributes, by their weights. */
function toFrequencies({ slots }: Weighing): Float64Array {
	const summed = slots.filter(({ weightClass }) => weightClass !== weightClasses.c);
	return Float64Array.from({ length: 256 }, (_, packed) =>
		summed.reduce((sum, slot) => sum + slot.weight * slot.occurrences * countIn(slot, packed), 0),
	);
}

/** By packed lengths, the frequency that counts half. @param average rounded as lengths are: more than 1 */
function toSaturations(average: number): Float64Array {
	return Float64Array.from({ length: 256 }, (_, packed) => {
		const length = toLength(packed >> 5, (packed >> 3) & 3);
		return k1 * (1 - lengthWeight + (lengthWeight * length) / average);
	});
}

/** The length of titles and short attributes of these buckets, by the weights of their classes. */
function toLength(titleBucket: number, attributesBucket: number): number {
	const [ofTitle, ofAttributes] = lengthsOfBuckets as readonly [readonly number[], readonly number[]];
	return (ofTitle[titleBucket] as number) + attributeWeight * (ofAttributes[attributesBucket] as number);
}
