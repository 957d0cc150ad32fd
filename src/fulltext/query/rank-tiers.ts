/**
 * What outranks any score? An item that the query names by its number is first, and what is out of stock comes last
 * where the index wants it so. A tier is added to the key, far above all scores.
 */

import { findIdentifier, identifierLengthMax, normalizeIdentifier } from '../index/segment/key-table.ts';
import { flagOutOfStock } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { IndexView } from './index-view.ts';
import type { Scratch } from './scratch.ts';

/** Scores stay below: 31 words · rarity < 22 · `boostMax`. */
const tierUnit = 2 ** 20;
/** For having all words where some were enough. */
export const allWordsTier = tierUnit;
const inStockTier = 2 * tierUnit;
const identifierTier = 4 * tierUnit;
/** Items that one identifier may bring up. */
const identifiedMax = 100;

/** By segment, the documents that a text is an identifier of, dead ones among them. Cost: O(segments · log identifiers). */
export function findIdentified(
	{ segments }: Pick<IndexView, 'segments'>,
	text: string,
): readonly (readonly number[])[] {
	const identifier = normalizeIdentifier(text.slice(0, identifierLengthMax * 2));
	if (identifier.length === 0 || identifier.length > identifierLengthMax) return [];
	return segments.map(({ segment: { identifierHashes: hashes, identifierDocuments: documents } }) =>
		findIdentifier({ hashes, documents }, identifier, identifiedMax),
	);
}

/** Puts identified documents among the matches and above them. @returns how many matches there are. */
export function addIdentified(identified: readonly number[], { documents, keys }: Scratch, count: number): number {
	if (identified.length === 0) return count;
	const missing = new Set(identified);
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
