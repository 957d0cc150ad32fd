/** How much memory does a segment take, and who is told when it is let go of? */
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { noteReleased } from '../../lib/reclaim-memory.ts';

/** About what a segment takes beside its bytes, in all threads that have it open; an index without any, the same. */
export const segmentOverheadBytes = 32 * 1024;

/** The bytes of an open segment, and what takes part in opening it. */
export function toMemoryBytes({ bytes }: Pick<Segment, 'bytes'>): number {
	return bytes.byteLength + segmentOverheadBytes;
}

/** Notes that this thread no longer holds a segment: of ten thousand tiny ones it is the objects that take the memory. */
export function noteReleasedSegment(segment: Pick<Segment, 'bytes'>): void {
	noteReleased(toMemoryBytes(segment));
}
