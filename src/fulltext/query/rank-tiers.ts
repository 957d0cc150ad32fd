/**
 * What outranks any score? An item whose identifier was typed comes first, and items out of stock come last where the
 * index asks for it. A tier is added to the key and is far above all scores.
 */

import { findIdentifier, identifierLengthMax, normalizeIdentifier } from '../index/segment/key-table.ts';
import { flagOutOfStock } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { type IndexView, isLive } from './index-view.ts';
import type { Scratch } from './scratch.ts';

/** Scores stay below this: 31 words · rarity < 22 · `boostMax`. */
const tierUnit = 2 ** 20;
const inStockTier = tierUnit;
const identifierTier = 2 * tierUnit;
/** The most items that one identifier may lift. */
const identifiedMax = 100;

/**
 * By segment, the documents that have the text as an identifier, without deleted ones. Cost: O(segments · log
 * identifiers).
 */
export function findIdentified(
	{ segments }: Pick<IndexView, 'segments'>,
	text: string,
): readonly (readonly number[])[] {
	const identifier = normalizeIdentifier(text.slice(0, identifierLengthMax * 2));
	if (identifier.length === 0 || identifier.length > identifierLengthMax) return [];
	return segments.map(({ segment: { identifierHashes: hashes, identifierDocuments: documents }, live }) =>
		findIdentifier({ hashes, documents }, identifier, identifiedMax).filter((document) => isLive(live, document)),
	);
}

/**
 * Adds identified documents to the matches and lifts them above the others. @returns how many matches there are now.
 */
export function addIdentified(
	identified: readonly number[],
	{ documents, keys, strict }: Scratch,
	count: number,
): number {
	if (identified.length === 0) return count;
	for (const document of identified) strict[document] = 1;
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

/** A score that stays below the tiers. */
export function toCappedScore(score: number): number {
	return Math.min(score, tierUnit - 1);
}

export interface Tiers {
	/** Whether its identifier was typed. */
	readonly isIdentified: boolean;
	/** Whether it is lifted for being in stock. */
	readonly isLiftedInStock: boolean;
}

/** The tiers within a key. */
export function toTiers(key: number): Tiers {
	return {
		isIdentified: key >= identifierTier,
		isLiftedInStock: (key & inStockTier) !== 0,
	};
}

/** The score within a key, without its tiers. */
export function toScore(key: number): number {
	return key % tierUnit;
}
