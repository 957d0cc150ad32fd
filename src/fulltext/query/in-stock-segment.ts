/** A segment in which what is out of stock counts as deleted, so that no loop has to know of it. */
import { flagOutOfStock } from '../index/segment/layout.ts';
import { isLive, type LiveSegment } from './index-view.ts';

const known = new WeakMap<LiveSegment, LiveSegment>();

/** The segment with its live documents that are in stock. Cost: O(documents) the first time for each list of segments. */
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
	// Where nothing is out of stock the segment stays what it was, with its shorter ways.
	const narrowed = liveCount === all.liveCount ? all : { segment, live: inStock, liveCount };
	known.set(all, narrowed);
	return narrowed;
}
