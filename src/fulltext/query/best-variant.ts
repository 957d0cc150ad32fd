/** In which form does a document have a word? */
import { findPosting } from '../index/segment/postings.ts';
import type { ResolvedWord, Variant } from './resolve-words.ts';

/**
 * A word in more ways, such as a short prefix, is not checked in single documents by rules that can do without: each way takes some
 * 100 ns for each document.
 */
export const checkedVariantsMax = 64;

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
		const { postings } = variant;
		const posting = findPosting(postings, toRow(variant), document);
		if (posting >= 0) return { variant, counts: postings.counts[posting] as number };
	}
	return undefined;
}

/** The number of a variant's list among its postings: one that was made from several terms is the only one there. */
export function toRow({ term }: Variant): number {
	return Math.max(0, term);
}
