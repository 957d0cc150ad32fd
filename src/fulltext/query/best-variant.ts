/** In which form does a document have a word? */
import { findPosting } from '../index/segment/postings.ts';
import type { ResolvedWord, Variant } from './resolve-words.ts';

export interface FoundVariant {
	readonly variant: Variant;
	/** Packed, see `packed-counts.ts`. */
	readonly counts: number;
}

/**
 * The best variant that a document has, by which a word counts in the loops that score all matches; undefined where it has
 * none. Cost: O(variants · log postings).
 */
export function findBestVariant({ variants }: ResolvedWord, document: number): FoundVariant | undefined {
	for (const variant of variants) {
		const { postings, term } = variant;
		// A list that was made from several terms is the only one of its postings.
		const posting = findPosting(postings, Math.max(0, term), document);
		if (posting >= 0) return { variant, counts: postings.counts[posting] as number };
	}
	return undefined;
}
