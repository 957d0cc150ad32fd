/**
 * A view of a segment in which documents that are out of stock count as deleted, so that no loop needs to know about
 * stock.
 */
import { flagOutOfStock } from '../index/segment/layout.ts';
import { isLive, type LiveSegment } from './index-view.ts';

const known = new WeakMap<LiveSegment, LiveSegment>();

/**
 * The segment with only the live documents that are in stock. Cost: O(documents) the first time for each list of
 * segments.
 */
export function toInStockSegment(all: LiveSegment): LiveSegment {
	const made = known.get(all);
	if (made !== undefined) return made;
	const { segment, live } = all;
	const inStock = new Uint32Array(Math.ceil(segment.documentCount / 32));
	let liveCount = 0;
	for (let document = 0; document < segment.documentCount; document++) {
		const isOut = ((segment.flags[document] as number) & flagOutOfStock) !== 0;
		if (isOut || !isLive(live, document)) continue;
		inStock[document >>> 5] = (inStock[document >>> 5] as number) | (1 << (document & 31));
		liveCount += 1;
	}
	// When nothing is out of stock, the segment stays as it was and keeps its faster paths.
	const narrowed = liveCount === all.liveCount ? all : { segment, live: inStock, liveCount };
	known.set(all, narrowed);
	return narrowed;
}
