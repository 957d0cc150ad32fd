/** Gathers items into requests: as many as the server takes in one, by count and by bytes. */
import type { ImportItem } from './read-item.ts';

/** Below the server's 8 MiB, with room for the brackets and commas around the items. */
export const batchBytesMax = 7_500_000;

export interface Batch {
	/** In the order of the file; at least one. */
	readonly items: readonly ImportItem[];
}

export async function* toBatches(items: AsyncIterable<ImportItem>, itemsMax: number): AsyncGenerator<Batch> {
	let gathered: ImportItem[] = [];
	let byteCount = 0;
	for await (const item of items) {
		const isFull = gathered.length === itemsMax || byteCount + item.byteCount > batchBytesMax;
		if (gathered.length > 0 && isFull) {
			yield { items: gathered };
			gathered = [];
			byteCount = 0;
		}
		gathered.push(item);
		byteCount += item.byteCount + 1;
	}
	if (gathered.length > 0) yield { items: gathered };
}
