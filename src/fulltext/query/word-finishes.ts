/** Is the last word of a query typed to its end? */
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { Postings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { toTitleCount } from '../ranking/packed-counts.ts';

/**
 * What the index has of a word that may still be typed: no such word; the word; or the word in so many titles that nobody needs
 * to type on to find things. Then it stands for itself alone, and not for what begins like it: a double bed is nothing for the bedroom.
 */
export type Finish = 'open' | 'known' | 'finished';

/** So many titles say that a word is one. A word of descriptions alone may be the beginning of a thing. */
const finishedTitlesMin = 2;
/** A letter without capitals, as scripts without blanks have; it stands for the words that begin with it. */
const characterPattern = /^\p{Lo}\p{M}*$/u;
/** Of more items with a word, the first ones of each segment tell. */
const readItemsMax = 2_048;

/**
 * Which words that may still be typed does the index have as they are? The same for all of its segments, so that scores do not
 * depend on how items are split into them. A single letter needs no titles, only a word before it; a
 * character of a script without blanks is never finished.
 * Cost: O(segments · log terms), and up to `readItemsMax` postings for each segment.
 */
export function findFinishes(segments: readonly Segment[], { words }: AnalyzedQuery): Finish[] {
	return words.map(({ text, prefixes }) => {
		if (prefixes.length === 0) return 'open';
		let titleCount = 0;
		let isKnown = false;
		for (const { terms, postings } of segments) {
			const term = findString(terms, text);
			if (term < 0) continue;
			isKnown = true;
			titleCount += countTitles(postings, term);
		}
		if (!isKnown || characterPattern.test(text)) return isKnown ? 'known' : 'open';
		const isFinished = text.length === 1 ? words.length > 1 : titleCount >= finishedTitlesMin;
		return isFinished ? 'finished' : 'known';
	});
}

/** In how many titles a term is, as far as that matters. */
function countTitles({ chunkOffsets, chunkStarts, counts }: Postings, term: number): number {
	const start = chunkStarts[chunkOffsets[term] as number] as number;
	const end = chunkStarts[chunkOffsets[term + 1] as number] as number;
	let titleCount = 0;
	for (let at = start; at < Math.min(end, start + readItemsMax) && titleCount < finishedTitlesMin; at++) {
		if (toTitleCount(counts[at] as number) > 0) titleCount += 1;
	}
	return titleCount;
}
