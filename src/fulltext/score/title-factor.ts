/**
 * Do the words stand in the title, and next to each other? Looked at for the best candidates alone. Where in the title
 * they stand says nothing: what a thing is for comes first as often as what it is.
 *
 *     query   hp laptop 17
 *     title   HP  Pavilion  17  Laptop  Silver
 *     words   01  -         100 010     -           covered 3 of 3, neighbours hp…laptop no, laptop…17 swapped
 */
import type { Segment } from '../segment/segment.ts';

const coverageGain = 0.35;
const neighbourGain = 0.25;
const wholeGain = 0.1;

/** Words of the query by term, as bits: bit i for word i. */
export type TermBits = ReadonlyMap<number, number>;

/** The factor, 1 … 1.7, for a document. Cost: O(words of the title · words of the query). */
export function toTitleFactor(
	segment: Segment,
	document: number,
	query: { readonly termBits: TermBits; readonly wordCount: number },
): number {
	const { termBits, wordCount } = query;
	const start = segment.titleOffsets[document] as number;
	const end = segment.titleOffsets[document + 1] as number;
	let covered = 0;
	let neighbours = 0;
	let hits = 0;
	let previous = 0;
	let beforePrevious = 0;
	for (let at = start; at < end; at++) {
		const bits = termBits.get(segment.titleTerms[at] as number) ?? 0;
		if (bits !== 0) {
			hits += 1;
			// A word that follows its predecessor counts once; at one word's distance, or swapped, it counts half.
			if ((bits & (previous << 1)) !== 0) neighbours += 1;
			else if ((bits & (beforePrevious << 1)) !== 0 || ((bits << 1) & previous) !== 0) neighbours += 0.5;
		}
		covered |= bits;
		beforePrevious = previous;
		previous = bits;
	}
	if (covered === 0) return 1;
	const coverage = countBits(covered) / wordCount;
	const neighbourRatio = wordCount > 1 ? Math.min(1, neighbours / (wordCount - 1)) : 0;
	const isWhole = hits === end - start && coverage === 1;
	return 1 + coverageGain * coverage + neighbourGain * neighbourRatio + (isWhole ? wholeGain : 0);
}

function countBits(bits: number): number {
	let left = bits;
	let count = 0;
	while (left !== 0) {
		left &= left - 1;
		count += 1;
	}
	return count;
}
