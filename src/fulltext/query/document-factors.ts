/**
 * What shoppers taught about some items, as factors on the scores of their documents. A factor moves an item within its
 * tier and never out of it: what was typed decides what is found, and in which tier it stands.
 *
 *     learned  { 9b74…: 1.3, c81e…: 0.8 }  ─ by segment ─►  { 17: 1.3 }  { 4: 0.8 }
 *
 * Few documents have a factor, and there may be a million matches, so most are ruled out by one bit of their number.
 */

import { findKey, keyBytes } from '../index/segment/key-table.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { DocumentRef } from './find-documents.ts';
import type { DocumentFactors, IndexView, LiveSegment } from './index-view.ts';
import { toScore } from './rank-tiers.ts';
import type { Scratch } from './scratch.ts';

export interface ItemFactor {
	/** The key of the item: 16 bytes. */
	readonly key: Uint8Array;
	readonly factor: number;
}

/** Bounds of a factor. The greatest keeps the greatest score below the next tier. */
export const factorMax = 1.5;
export const factorMin = 0.5;

/** Looks the items up in a segment. Cost: O(items). @returns undefined when the segment has none of them. */
export function toDocumentFactors(
	{ segment }: Pick<LiveSegment, 'segment'>,
	items: readonly ItemFactor[],
): DocumentFactors | undefined {
	const factors = new Map<number, number>();
	for (const { key, factor } of items) {
		const document = findKey(segment.keys, segment.keySlots, key);
		if (document >= 0) factors.set(document, Math.min(factorMax, Math.max(factorMin, factor)));
	}
	return factors.size === 0 ? undefined : factors;
}

/** Multiplies the scores of the first `count` matches by their factors. Cost: O(matches). */
export function applyFactors(factors: DocumentFactors, { documents, keys }: Scratch, count: number): void {
	const hasFactor = new Uint8Array(slotCount);
	for (const document of factors.keys()) hasFactor[document & (slotCount - 1)] = 1;
	for (let index = 0; index < count; index++) {
		const document = documents[index] as number;
		if (hasFactor[document & (slotCount - 1)] === 0) continue;
		const key = keys[index] as number;
		keys[index] = key + toScore(key) * ((factors.get(document) ?? 1) - 1);
	}
}

/**
 * The factor of a document that may be explored: that of the exploration if it is drawn, otherwise 1. A document is drawn
 * by the first four bytes of its key, which is a hash, and the seed (Knuth's multiplicative hashing).
 */
export function toExploredFactor(
	{ exploration, factors }: Pick<IndexView, 'exploration' | 'factors'>,
	{ keys }: Pick<Segment, 'keys'>,
	{ segmentIndex, document }: DocumentRef,
): number {
	if (exploration === undefined || factors?.[segmentIndex]?.has(document) === true) return 1;
	let head = 0;
	for (let at = 0; at < 4; at++) head |= (keys[document * keyBytes + at] as number) << (8 * at);
	const drawn = Math.imul(head ^ exploration.seed, 0x9e3779b1) >>> 0;
	return drawn < exploration.share * 2 ** 32 ? exploration.factor : 1;
}

/** A power of 2. */
const slotCount = 4096;
