/** Gathers items into batches: as many as a receiver takes in one, by count and by bytes. */
import type { FeedItem } from './read-item.ts';

export interface Batch {
	/** In the order of the feed; at least one. */
	readonly items: readonly FeedItem[];
}

export interface BatchLimits {
	readonly itemsMax: number;
	/** Of the texts and one byte between two of them; an item that is larger by itself is a batch of one. */
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
