/** Items in the tables of learning: one short text for the index and the key, `product nhQ1…`. */
import type { EventItem, PackedHits } from '../domain/event/shopper-event.ts';

const keyLength = 22;

export function toItemName({ indexName, itemKey }: EventItem): string {
	return `${indexName} ${Buffer.from(itemKey, 'hex').toString('base64url')}`;
}

/** The names of packed hits, in their order. */
export function toItemNames(packed: PackedHits): string[] {
	return packed.flatMap(([indexName, keys]) =>
		Array.from({ length: keys.length / keyLength }, (_, at) => {
			return `${indexName} ${keys.slice(at * keyLength, (at + 1) * keyLength)}`;
		}),
	);
}

/** The index of a name, and the key of 16 bytes. */
export function splitItemName(name: string): { readonly indexName: string; readonly key: Uint8Array } {
	const at = name.indexOf(' ');
	return { indexName: name.slice(0, at), key: Buffer.from(name.slice(at + 1), 'base64url') };
}
