/**
 * What outranks any score? An item that the query names by its number is first, and what is out of stock comes last
 * where the index wants it so. A tier is added to the key, far above all scores.
 */

import { findIdentifier, identifierLengthMax, normalizeIdentifier } from '../segment/key-table.ts';
import { flagOutOfStock } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import type { Scratch } from './scratch.ts';

/** Scores stay below: 31 words · rarity < 22 · `boostMax`. */
const tierUnit = 2 ** 20;
/** For having all words where some were enough. */
export const allWordsTier = tierUnit;
const inStockTier = 2 * tierUnit;
const identifierTier = 4 * tierUnit;
/** Items that one identifier may bring up. */
const identifiedMax = 100;

/** The normalized identifier that the text may be; undefined when it cannot be one. */
export function toIdentifier(text: string): string | undefined {
	const normalized = normalizeIdentifier(text.slice(0, identifierLengthMax * 2));
	return normalized.length > 0 && normalized.length <= identifierLengthMax ? normalized : undefined;
}

/** Puts documents with the identifier among the matches and above them. @returns how many matches there are. */
export function addIdentified(
	segment: Segment,
	identifier: string,
	{ scratch, count }: { scratch: Scratch; count: number },
): number {
	const table = { hashes: segment.identifierHashes, documents: segment.identifierDocuments };
	const missing = new Set(findIdentifier(table, identifier, identifiedMax));
	if (missing.size === 0) return count;
	const { documents, keys } = scratch;
	for (let index = 0; index < count; index++) {
		if (missing.delete(documents[index] as number)) keys[index] = (keys[index] as number) + identifierTier;
	}
	let total = count;
	for (const document of missing) {
		documents[total] = document;
		keys[total] = identifierTier;
		total += 1;
	}
	return total;
}

/** Lifts what is in stock. Cost: O(matches). */
export function liftInStock({ flags }: Segment, { documents, keys }: Scratch, count: number): void {
	for (let index = 0; index < count; index++) {
		const isOut = ((flags[documents[index] as number] as number) & flagOutOfStock) !== 0;
		if (!isOut) keys[index] = (keys[index] as number) + inStockTier;
	}
}

/** The score in a key. */
export function toScore(key: number): number {
	return key % tierUnit;
}
