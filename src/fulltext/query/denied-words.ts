/**
 * Which words of a query does a title have only to say that the thing is without them?
 *
 *     jacket with hood        Jacket without Hood           hood
 *     sugar                   Sugar Free Chewing Gum        sugar
 *                             Cane Sugar, Sugar Free Box    none, as it stands there once more
 *     sugar free, no sugar                                  none: the query denies something itself
 *     nike                    Nike Free Run                 none: brands are not denied
 */

import { titleWordsMax } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { otherFormFlag, readTitleWords, toEntryTerm } from '../index/segment/title-words.ts';
import { createTermBits, type TermBits } from '../ranking/title-factor.ts';
import type { TitleDenials } from '../understanding/title-denials.ts';

/** The denials as terms of a segment. */
interface SegmentDenials {
	/** Not 0 for the words that end a wording before what is denied, and for those behind it; undefined where the segment has none. */
	readonly leads: TermBits | undefined;
	/** By their last terms. */
	readonly before: ReadonlyMap<number, readonly (readonly number[])[]>;
	readonly fillers: ReadonlySet<number>;
	readonly behind: ReadonlySet<number>;
	readonly exceptions: ReadonlySet<number>;
}

const denialsOfSegments = new WeakMap<Segment, SegmentDenials>();

function toSegmentDenials(segment: Segment, denials: TitleDenials): SegmentDenials {
	const known = denialsOfSegments.get(segment);
	if (known !== undefined) return known;
	const toTerms = (words: Iterable<string>) => [...words].map((word) => findString(segment.terms, word));
	const toKnown = (words: Iterable<string>) => new Set(toTerms(words).filter((term) => term >= 0));
	const wordings = denials.before.map(toTerms).filter((terms) => terms.length > 0 && !terms.includes(-1));
	const before = Map.groupBy(wordings, (terms) => terms.at(-1) as number);
	const behind = toKnown(denials.behind);
	const leads = [...before.keys(), ...behind];
	const made = {
		...{ before, behind, fillers: toKnown(denials.fillers), exceptions: toKnown(denials.exceptions) },
		leads: leads.length === 0 ? undefined : createTermBits(new Map(leads.map((term) => [term, 1]))),
	};
	denialsOfSegments.set(segment, made);
	return made;
}

/** The words of the title that is read, and `noWord` behind the last one. */
const titleWords = new Uint32Array(titleWordsMax + 1);
const noWord = 0xffff_ffff;

/**
 * Returns a function that finds the bits of the words that a title denies and does not have elsewhere; undefined where no title denies
 * anything. Cost of a call: O(words of the title), and as much again for a title with a denial.
 */
export function createDeniedWords(
	segment: Segment,
	denials: TitleDenials,
): ((document: number, termBits: TermBits) => number) | undefined {
	const ofSegment = toSegmentDenials(segment, denials);
	const { leads } = ofSegment;
	if (leads === undefined) return undefined;
	return (document, termBits) => {
		const count = readTitleWords(segment, document, titleWords);
		titleWords[count] = noWord;
		let denied: Map<number, number> | undefined;
		for (let at = 0; at < count; at++) {
			if (leads.get(titleWords[at] as number) === 0) continue;
			for (const position of listDenied(titleWords, at, ofSegment)) {
				const term = position < 0 || position >= count ? -1 : (titleWords[position] as number);
				if (term < 0 || /\p{N}/u.test(decodeString(segment.terms, term))) continue;
				denied ??= new Map();
				denied.set(position, at);
			}
		}
		return denied === undefined ? 0 : toDeniedBits(listBits(segment, document, termBits), denied);
	};
}

const noneDenied: readonly number[] = [];

/** The positions of what is denied by a word that may be the end of a denial. */
function listDenied(
	words: Uint32Array,
	at: number,
	{ before, fillers, behind, exceptions }: SegmentDenials,
): readonly number[] {
	const term = words[at] as number;
	const isEnd = (wording: readonly number[]) =>
		wording.every((word, index) => word === words[at + 1 - wording.length + index]);
	const isBefore = before.get(term)?.some(isEnd) === true;
	const isBehind = behind.has(term) && !exceptions.has(words[at + 1] as number);
	if (!isBefore && !isBehind) return noneDenied;
	const next = fillers.has(words[at + 1] as number) ? at + 2 : at + 1;
	return [...(isBefore ? [next] : []), ...(isBehind ? [at - 1] : [])];
}

/** By word of a title, the bits of the words of the query that it is. */
function listBits({ titleOffsets, titleTerms }: Segment, document: number, termBits: TermBits): readonly number[] {
	const bits: number[] = [];
	for (const entry of titleTerms.subarray(titleOffsets[document], titleOffsets[document + 1])) {
		if (entry < otherFormFlag) bits.push(0);
		bits[bits.length - 1] = (bits.at(-1) as number) | termBits.get(toEntryTerm(entry));
	}
	return bits;
}

function toDeniedBits(bits: readonly number[], denied: ReadonlyMap<number, number>): number {
	let found = 0;
	let elsewhere = 0;
	for (const [at, ofWord] of bits.entries()) {
		const lead = denied.get(at);
		// A word of the query may be both: sugarfree.
		if (lead !== undefined) found |= ofWord & ~(bits[lead] as number);
		else elsewhere |= ofWord;
	}
	return found & ~elsewhere;
}
