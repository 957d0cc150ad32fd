/**
 * Does a title have the noun of a query only as what comes along?
 *
 *     18v battery
 *     Lithium Battery 18V for drills        the thing
 *     Drill with 18V Battery                comes along
 *     Drill with Charger, Battery Pack      another phrase, which names the pack
 *
 * Behind `with` and similar words no word names the thing (see `naming-words.ts`), and so it neither gains by naming nor by its place.
 * But a short title gains by its density, and is worth as much as one that has the noun at its head.
 */
import type { Segment } from '../index/segment/segment.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { namingFlag, otherFormFlag, purposeFlag, toEntryTerm } from '../index/segment/title-words.ts';
import type { TermBits } from '../ranking/title-factor.ts';

/**
 * What a title that has the noun only in this way keeps of its score. From 0.35 to 1 the judged queries of two catalogues are about the
 * same; a quarter loses recall. A power of 2, so that scores stay exact.
 */
export const accompanyingFactor = 1 / 2;

/** The terms of a segment that begin what comes along. */
const additionsOfSegments = new WeakMap<Segment, ReadonlySet<number>>();

function toAdditions(segment: Segment, words: ReadonlySet<string>): ReadonlySet<number> {
	const known = additionsOfSegments.get(segment);
	if (known !== undefined) return known;
	const terms = new Set([...words].map((word) => findString(segment.terms, word)).filter((term) => term >= 0));
	additionsOfSegments.set(segment, terms);
	return terms;
}

/**
 * Returns a function that tells whether a title has the noun only as what comes along.
 * @param additions `with` and similar words
 * @param noun its bit; 0 for none
 *
 * Cost of a call: O(words of the title).
 */
export function createAccompanyingTest(
	segment: Segment,
	{ additions, noun }: { readonly additions: ReadonlySet<string>; readonly noun: number },
): (document: number, termBits: TermBits) => boolean {
	const terms = toAdditions(segment, additions);
	if (terms.size === 0 || noun === 0) return () => false;
	const { titleOffsets, titleTerms } = segment;
	return (document, termBits) => {
		const end = titleOffsets[document + 1] as number;
		let isBehind = false;
		let isFound = false;
		for (let at = titleOffsets[document] as number; at < end; at++) {
			const entry = titleTerms[at] as number;
			const term = toEntryTerm(entry);
			if (isTitleWord(entry)) isBehind = terms.has(term) || (isBehind && (entry & namingFlag) === 0);
			if (isPurpose(entry) || (termBits.get(term) & noun) === 0) continue;
			if (!isBehind) return false;
			isFound = true;
		}
		return isFound;
	};
}

function isTitleWord(entry: number): boolean {
	return entry < purposeFlag;
}

function isPurpose(entry: number): boolean {
	return entry >= purposeFlag && entry < otherFormFlag;
}
