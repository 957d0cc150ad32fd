/** Items in the tables of learning: one short text for the index and the key, `product nhQ1…`. */
import { listPackedKeys } from '../domain/event/packed-hits.ts';
import type { EventItem, PackedHits } from '../domain/event/shopper-event.ts';

export function toItemName({ indexName, itemKey }: EventItem): string {
	return `${indexName} ${Buffer.from(itemKey, 'hex').toString('base64url')}`;
}

/** The names of packed hits, in their order. */
export function toItemNames(packed: PackedHits): string[] {
	return listPackedKeys(packed).map(([indexName, key]) => `${indexName} ${key}`);
}

/** The index of a name, and the key of 16 bytes. */
export function splitItemName(name: string): { readonly indexName: string; readonly key: Uint8Array } {
	const at = name.indexOf(' ');
	return { indexName: name.slice(0, at), key: Buffer.from(name.slice(at + 1), 'base64url') };
}
