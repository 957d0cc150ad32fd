/** A segment to be merged: what are the new numbers of its live documents? */
import { createArray } from '../../../lib/shared-bytes.ts';
import { isLive, type LiveSegment } from '../../query/index-view.ts';
import type { Segment } from '../segment/segment.ts';

/** In a document map: the document was deleted and has no new number. */
export const noDocument = 0xffffffff;

export interface MergeSource {
	readonly segment: Segment;
	/** The new number of each document, or `noDocument`; ascending except for those. In shared memory. */
	readonly documentMap: Uint32Array;
	readonly liveCount: number;
}

/** Numbers the live documents of all segments consecutively. Cost: O(documents). */
export function toMergeSources(segments: readonly LiveSegment[]): MergeSource[] {
	let next = 0;
	return segments.map(({ segment, live }) => {
		const first = next;
		const documentMap = createArray(Uint32Array, segment.documentCount).fill(noDocument);
		for (let document = 0; document < segment.documentCount; document++) {
			if (!isLive(live, document)) continue;
			documentMap[document] = next;
			next += 1;
		}
		return { segment, documentMap, liveCount: next - first };
	});
}
