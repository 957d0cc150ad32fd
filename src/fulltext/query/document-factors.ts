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
import type { DocumentFactors, Exploration, IndexView, LiveSegment } from './index-view.ts';
import { readKinds } from './item-kinds.ts';
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

/** The factors of a document of which nothing was learned. */
export interface UnknownFactors {
	/** Of its category or type. */
	readonly category: number;
	/** Other than 1 if it is drawn. */
	readonly exploration: number;
}

const noFactors: UnknownFactors = { category: 1, exploration: 1 };

/** The factors of a document; those with a factor of their own have no others. Cost: O(values). */
export function toUnknownFactors(view: IndexView, segment: Segment, ref: DocumentRef): UnknownFactors {
	const { exploration, kindFactors, factors } = view;
	const { segmentIndex, document } = ref;
	if ((exploration === undefined && kindFactors === undefined) || factors?.[segmentIndex]?.has(document)) {
		return noFactors;
	}
	return {
		category: kindFactors === undefined ? 1 : toKindFactor(kindFactors, readKinds(segment, document)),
		exploration: exploration === undefined ? 1 : explore(exploration, segment, document),
	};
}

function toKindFactor(factors: ReadonlyMap<string, number>, kinds: readonly string[]): number {
	const known = kinds.flatMap((kind) => factors.get(kind) ?? []);
	return known.length === 0 ? 1 : Math.max(...known);
}

/** By the first four bytes of the key, which is a hash, and the seed (Knuth's multiplicative hashing). */
function explore({ seed, share, factor }: Exploration, { keys }: Segment, document: number): number {
	let head = 0;
	for (let at = 0; at < 4; at++) head |= (keys[document * keyBytes + at] as number) << (8 * at);
	const drawn = Math.imul(head ^ seed, 0x9e3779b1) >>> 0;
	return drawn < share * 2 ** 32 ? factor : 1;
}

/** A power of 2. */
const slotCount = 4096;
