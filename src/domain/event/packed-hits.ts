/**
 * The items that a search answered with, as its event keeps them: 22 characters each, because there are more searches
 * than all other events together.
 *
 *     [["product", "nhQ1…QzN0…"], ["blog", "x9E2…"]]     runs of hits of one index, their keys one after another
 */
import type { EventItem, PackedHits } from './shopper-event.ts';

/** The most hits of an answer that are kept: shoppers rarely look at more of one. */
export const packedHitsMax = 20;
const keyLength = 22;
/** In hexadecimal digits. */
const itemKeyLength = 32;

/** Packs the first `packedHitsMax` items. */
export function packHits(items: readonly EventItem[]): PackedHits {
	const runs: [string, string][] = [];
	for (const { indexName, itemKey } of items.slice(0, packedHitsMax)) {
		const key = Buffer.from(itemKey, 'hex').toString('base64url');
		const run = runs.at(-1);
		if (run?.[0] === indexName) run[1] += key;
		else runs.push([indexName, key]);
	}
	return runs;
}

/** The packed items, in their order. */
export function unpackHits(packed: PackedHits): EventItem[] {
	const items: EventItem[] = [];
	for (const [indexName, keys] of packed) {
		// 22 characters are 33 hexadecimal digits, the last of which is filled up: a run is decoded at once.
		const digits = Buffer.from(keys, 'base64url').toString('hex');
		for (let at = 0; at < keys.length / keyLength; at++) {
			const first = at * (itemKeyLength + 1);
			items.push({ indexName, itemKey: digits.slice(first, first + itemKeyLength) });
		}
	}
	return items;
}

/** The index of each item, and its key as it is packed, in their order. */
export function listPackedKeys(packed: PackedHits): (readonly [indexName: string, key: string])[] {
	return packed.flatMap(([indexName, keys]) =>
		Array.from(
			{ length: keys.length / keyLength },
			(_, at) => [indexName, keys.slice(at * keyLength, (at + 1) * keyLength)] as const,
		),
	);
}
