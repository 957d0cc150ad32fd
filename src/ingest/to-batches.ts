/** Groups items into batches that a receiver accepts, limited by count and by bytes. */
import type { FeedItem } from './read-item.ts';

export interface Batch {
	/** In the order of the feed; at least one. */
	readonly items: readonly FeedItem[];
}

export interface BatchLimits {
	readonly itemsMax: number;
	/** The bytes of the texts and one separator between two of them; a larger single item is a batch of its own. */
	readonly bytesMax: number;
}

export async function* toBatches(items: AsyncIterable<FeedItem>, limits: BatchLimits): AsyncGenerator<Batch> {
	let gathered: FeedItem[] = [];
	let byteCount = 0;
	for await (const item of items) {
		const isFull = gathered.length === limits.itemsMax || byteCount + item.byteCount > limits.bytesMax;
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
