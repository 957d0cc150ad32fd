/**
 * What outranks any score? An item whose identifier was typed comes first, and items out of stock come last where the
 * index asks for it. A tier is added to the key and is far above all scores.
 */

import { findIdentifier, identifierLengthMax, normalizeIdentifier } from '../index/segment/key-table.ts';
import { flagOutOfStock } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { IndexView } from './index-view.ts';
import type { Scratch } from './scratch.ts';

/** Scores stay below this: 31 words · rarity < 22 · `boostMax`. */
const tierUnit = 2 ** 20;
/** For documents with all the words in an attempt that needs only some. */
export const allWordsTier = tierUnit;
const inStockTier = 2 * tierUnit;
const identifierTier = 4 * tierUnit;
/** The most items that one identifier may lift. */
const identifiedMax = 100;

/**
 * By segment, the documents that have the text as an identifier, including deleted ones. Cost: O(segments · log
 * identifiers).
 */
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

/**
 * Adds identified documents to the matches and lifts them above the others. @returns how many matches there are now.
 */
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

/** Lifts documents that are in stock. Cost: O(matches). */
export function liftInStock({ flags }: Segment, { documents, keys }: Scratch, count: number): void {
	for (let index = 0; index < count; index++) {
		const isOut = ((flags[documents[index] as number] as number) & flagOutOfStock) !== 0;
		if (!isOut) keys[index] = (keys[index] as number) + inStockTier;
	}
}

/** Whether an item was typed by its identifier or has all the words, by its key in an attempt that needs only some. */
export function hasAllWords(key: number): boolean {
	return key >= identifierTier || (key & allWordsTier) !== 0;
}

/** How many of the first `count` keys `hasAllWords` holds for. */
export function countWithAllWords(keys: Float64Array, count: number): number {
	let found = 0;
	for (let index = 0; index < count; index++) if (hasAllWords(keys[index] as number)) found += 1;
	return found;
}

/** A score that stays below the tiers. */
export function toCappedScore(score: number): number {
	return Math.min(score, tierUnit - 1);
}

export interface Tiers {
	/** Whether its identifier was typed. */
	readonly isIdentified: boolean;
	/** Whether it is lifted for being in stock. */
	readonly isLiftedInStock: boolean;
	/** Whether it is lifted for having all the words. */
	readonly isLiftedAllWords: boolean;
}

/** The tiers within a key. */
export function toTiers(key: number): Tiers {
	return {
		isIdentified: key >= identifierTier,
		isLiftedInStock: (key & inStockTier) !== 0,
		isLiftedAllWords: (key & allWordsTier) !== 0,
	};
}

/** The score within a key, without its tiers. */
export function toScore(key: number): number {
	return key % tierUnit;
}
