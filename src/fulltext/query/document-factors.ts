/**
 * What shoppers taught about some items, as factors on the scores of their documents. A factor moves an item within its
 * tier and never out of it: what was typed decides what is found.
 *
 *     learned  { 9b74…: 1.3, c81e…: 0.8 }  ─ by segment ─►  { 17: 1.3 }  { 4: 0.8 }
 *
 * Few documents have a factor, and there may be a million matches, so most are ruled out by one bit of their number.
 */

import { findKey, keyBytes } from '../index/segment/key-table.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { DocumentRef } from './find-documents.ts';
import type { DocumentFactors, IndexView, LiveSegment } from './index-view.ts';
import { toTraitFactor } from './item-traits.ts';
import { toCappedScore, toScore } from './rank-tiers.ts';
import type { Scratch } from './scratch.ts';

export interface ItemFactor {
	/** The key of the item: 16 bytes. */
	readonly key: Uint8Array;
	readonly factor: number;
}

/** Bounds of a factor. */
export const factorMax = 2;
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
		const score = toScore(key);
		keys[index] = key - score + toCappedScore(score * (factors.get(document) ?? 1));
	}
}

/** The factors of a document other than its own. */
export interface CommonFactors {
	/** For what it has in common with items that shoppers choose; 1 for documents with a factor of their own. */
	readonly similar: number;
	readonly exploration: number;
}

const noCommonFactors: CommonFactors = { similar: 1, exploration: 1 };

/** Cost: O(words of the title and values). */
export function toCommonFactors(
	view: IndexView,
	segment: Segment,
	{ segmentIndex, document }: DocumentRef,
): CommonFactors {
	const { exploration, factors } = view;
	const traits = view.traits?.[segmentIndex];
	if (exploration === undefined && traits === undefined) return noCommonFactors;
	const isKnown = factors?.[segmentIndex]?.has(document) === true;
	return {
		similar: traits === undefined || isKnown ? 1 : toTraitFactor(segment, document, traits),
		exploration:
			exploration === undefined
				? 1
				: explore(exploration.seed, isKnown ? exploration.rangeOfKnown : exploration.range, { segment, document }),
	};
}

/** What multiplied the score of a document whatever its words are, when it was matched. */
export function toMatchFactor(
	{ popularity, factors }: Pick<IndexView, 'popularity' | 'factors'>,
	{ boosts }: Pick<Segment, 'boosts'>,
	{ segmentIndex, document }: DocumentRef,
): number {
	const boost = boosts?.[document] ?? 1;
	return boost * (popularity?.[segmentIndex]?.[document] ?? 1) * (factors?.[segmentIndex]?.get(document) ?? 1);
}

/** By the first four bytes of the key, which is a hash, and the seed (Knuth's multiplicative hashing). */
function explore(seed: number, range: number, { segment: { keys }, document }: Explored): number {
	let head = 0;
	for (let at = 0; at < 4; at++) head |= (keys[document * keyBytes + at] as number) << (8 * at);
	const drawn = Math.imul(head ^ seed, 0x9e3779b1) >>> 0;
	return Math.exp(range * ((2 * drawn) / 2 ** 32 - 1));
}

interface Explored {
	readonly segment: Segment;
	readonly document: number;
}

/** A power of 2. */
const slotCount = 4096;
