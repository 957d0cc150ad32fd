import type { EventItem } from '../domain/event/shopper-event.ts';
import { createKeyTable, type KeyTable, restoreKeyTable, toWideKey } from './key-table.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

/**
 * Which whole number stands for this item?
 *
 * An item is identified by an index of the search engine and a key of 16 bytes. Index names are numbered too; at most
 * `indexNamesMax` ever get a number, and items of further indices get none.
 */
export interface ItemNumbering {
	/** -1 when the item has no number. */
	find(item: EventItem): number;
	/** The number of an item, which becomes the most recently used; a new item gets a number. -1 when none are left. */
	use(item: EventItem): number;
	remove(number: number): void;
	/** Numbers from the least recently used to the most recently used. */
	listByUse(): Iterable<number>;
	/** `keys` has 32 hex digits for each number, concatenated; `indexOf` the position of its index in `indexNames`. */
	describe(numbers: readonly number[]): ItemDescription;
	count(): number;
	toBytes(): readonly Uint8Array[];
	byteCount(): number;
}

/** Items without an object for each. */
export interface ItemDescription {
	readonly keys: string;
	readonly indexNames: readonly string[];
	readonly indexOf: Uint16Array;
}

export const indexNamesMax = 4096;

const kind = 'index-names';
const version = 1;

export function createItemNumbering(itemsMax: number): ItemNumbering {
	return openItemNumbering(createKeyTable(itemsMax), []);
}

/** @throws SnapshotError when the bytes are damaged or were made with another limit */
export function restoreItemNumbering(itemsMax: number, [keys, names]: readonly Uint8Array[]): ItemNumbering {
	if (keys === undefined || names === undefined) throw new SnapshotError('the items are not complete');
	const { arrays } = readSnapshot(names, { kind, version, numberCount: 0, arrays: { text: Int32Array } });
	const indexNames = JSON.parse(Buffer.from(arrays.text).toString('utf8')) as string[];
	return openItemNumbering(restoreKeyTable(itemsMax, keys), indexNames);
}

function openItemNumbering(keys: KeyTable, indexNames: string[]): ItemNumbering {
	const tagOfName = new Map(indexNames.map((name, tag) => [name, tag]));

	function takeTag(name: string): number | undefined {
		const known = tagOfName.get(name);
		if (known !== undefined || indexNames.length === indexNamesMax) return known;
		tagOfName.set(name, indexNames.length);
		return indexNames.push(name) - 1;
	}

	return {
		find({ indexName, itemKey }) {
			const tag = tagOfName.get(indexName);
			return tag === undefined ? -1 : keys.find(toWideKey(itemKey, tag));
		},
		use({ indexName, itemKey }) {
			const tag = takeTag(indexName);
			return tag === undefined ? -1 : keys.use(toWideKey(itemKey, tag));
		},
		remove: keys.remove,
		*listByUse() {
			for (let number = keys.oldest(); number >= 0; number = keys.newerThan(number)) yield number;
		},
		describe(numbers) {
			const bytes = Buffer.allocUnsafe(16 * numbers.length);
			numbers.forEach((number, at) => {
				keys.writeKey(number, bytes, 16 * at);
			});
			return { keys: bytes.toString('hex'), indexNames, indexOf: Uint16Array.from(numbers, keys.tagOf) };
		},
		count: keys.count,
		toBytes() {
			const text = Int32Array.from(Buffer.from(JSON.stringify(indexNames)));
			return [keys.toBytes(), writeSnapshot({ kind, version, numbers: [], arrays: { text } })];
		},
		byteCount: keys.byteCount,
	};
}
