/**
 * Which document is the item with this key? Keys are the MD5 of item ids, so their first bytes serve as a hash.
 *
 *     slots   [2^n ≥ 2D]   document + 1, 0 = free; open addressing with linear probing
 *     keys    [16 D]       the key of each document
 *
 * Identifiers (bar codes, article numbers, the id as a shopper would type it) are 64-bit hashes in a sorted list.
 * Several documents may share one.
 */
import { createArray } from '../../../lib/shared-bytes.ts';

export const keyBytes = 16;

/** The hash table of `keys`. When a key occurs twice, the later document is found. Cost: O(documents). */
export function toKeySlots(keys: Uint8Array): Uint32Array {
	const documentCount = keys.length / keyBytes;
	const slotCount = 2 ** Math.ceil(Math.log2(Math.max(1, documentCount) * 2));
	const slots = createArray(Uint32Array, slotCount);
	for (let document = 0; document < documentCount; document++) {
		let slot = toSlot(keys, document * keyBytes, slotCount);
		for (;;) {
			const taken = slots[slot] as number;
			if (taken === 0 || isSameKey(keys, (taken - 1) * keyBytes, { key: keys, at: document * keyBytes })) break;
			slot = (slot + 1) & (slotCount - 1);
		}
		slots[slot] = document + 1;
	}
	return slots;
}

/** The document with `key` (16 bytes), or -1. Cost: O(1). */
export function findKey(keys: Uint8Array, slots: Uint32Array, key: Uint8Array): number {
	let slot = toSlot(key, 0, slots.length);
	for (;;) {
		const taken = slots[slot] as number;
		if (taken === 0) return -1;
		if (isSameKey(keys, (taken - 1) * keyBytes, { key, at: 0 })) return taken - 1;
		slot = (slot + 1) & (slots.length - 1);
	}
}

function toSlot(keys: Uint8Array, at: number, slotCount: number): number {
	const head =
		(keys[at] as number) |
		((keys[at + 1] as number) << 8) |
		((keys[at + 2] as number) << 16) |
		((keys[at + 3] as number) << 24);
	return head & (slotCount - 1);
}

function isSameKey(keys: Uint8Array, at: number, other: { readonly key: Uint8Array; readonly at: number }): boolean {
	for (let index = 0; index < keyBytes; index++) {
		if (keys[at + index] !== other.key[other.at + index]) return false;
	}
	return true;
}

/**
 * An identifier without what people write differently: case, spaces, hyphens, dots and other signs. Empty when nothing
 * is left.
 */
export function normalizeIdentifier(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Longer identifiers are not searched for, because shoppers do not type them. */
export const identifierLengthMax = 64;

/** The high and low half of the 64-bit hash of a normalised identifier: two FNV-1a hashes with different seeds. */
export function hashIdentifier(normalized: string): readonly [high: number, low: number] {
	let high = 0x811c9dc5;
	let low = 0x5bd1e995;
	for (let at = 0; at < normalized.length; at++) {
		const unit = normalized.charCodeAt(at);
		high = Math.imul(high ^ unit, 0x01000193);
		low = Math.imul(low ^ unit ^ (at << 16), 0x01000193);
		low = (low << 13) | (low >>> 19);
	}
	return [high >>> 0, low >>> 0];
}

export interface IdentifierTable {
	/** Pairs of u32, high then low, ascending by the high half. */
	readonly hashes: Uint32Array;
	/** The document of each pair; ascending among equal high halves. */
	readonly documents: Uint32Array;
}

/** Sorts pairs of hashes and their documents, which come in any order. Cost: O(n log n). */
export function toIdentifierTable({ hashes, documents }: IdentifierTable): IdentifierTable {
	const order = createArray(Float64Array, documents.length);
	// A double holds the high half and the index in 53 bits, so a native sort of numbers does most of the work.
	const slotCount = 2 ** 21;
	if (documents.length > slotCount) return sortLargeTable(hashes, documents);
	for (let at = 0; at < order.length; at++) order[at] = (hashes[2 * at] as number) * slotCount + at;
	order.sort();
	const slots = createArray(Uint32Array, order.length);
	for (let at = 0; at < order.length; at++) slots[at] = (order[at] as number) % slotCount;
	return pickPairs(hashes, documents, slots);
}

function sortLargeTable(hashes: Uint32Array, documents: Uint32Array): IdentifierTable {
	const order = Uint32Array.from(documents, (_, at) => at);
	order.sort((a, b) => (hashes[2 * a] as number) - (hashes[2 * b] as number) || a - b);
	return pickPairs(hashes, documents, order);
}

function pickPairs(hashes: Uint32Array, documents: Uint32Array, order: Uint32Array): IdentifierTable {
	const sortedHashes = createArray(Uint32Array, hashes.length);
	const sortedDocuments = createArray(Uint32Array, documents.length);
	for (let to = 0; to < order.length; to++) {
		const from = order[to] as number;
		sortedHashes[2 * to] = hashes[2 * from] as number;
		sortedHashes[2 * to + 1] = hashes[2 * from + 1] as number;
		sortedDocuments[to] = documents[from] as number;
	}
	return { hashes: sortedHashes, documents: sortedDocuments };
}

/** Documents with an identifier (at most `documentsMax`), ascending. Cost: O(log identifiers), usually a few steps. */
export function findIdentifier(table: IdentifierTable, identifier: string, documentsMax: number): number[] {
	const [high, low] = hashIdentifier(identifier);
	const found: number[] = [];
	for (let at = findHash(table, high); table.hashes[2 * at] === high && found.length < documentsMax; at++) {
		if (table.hashes[2 * at + 1] === low) found.push(table.documents[at] as number);
	}
	return found;
}

/**
 * The first index whose high half is not below `high`. Hashes are spread evenly, so the search starts where `high`
 * would be, gallops from there and then bisects.
 */
function findHash({ hashes, documents }: IdentifierTable, high: number): number {
	const isBelow = (at: number) => (hashes[2 * at] as number) < high;
	const guess = Math.floor((high / 2 ** 32) * documents.length);
	let from = guess;
	let to = guess;
	for (let step = 1; from > 0 && !isBelow(from - 1); step *= 2) {
		to = from;
		from = Math.max(0, from - step);
	}
	for (let step = 1; to < documents.length && isBelow(to); step *= 2) {
		from = to;
		to = Math.min(documents.length, to + step);
	}
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (isBelow(middle)) from = middle + 1;
		else to = middle;
	}
	return from;
}
