/** How much memory does a segment take, and how is its release noted? */
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { noteReleased } from '../../lib/reclaim-memory.ts';

/**
 * Approximate overhead of a segment beside its bytes, in all threads that have it open; an index without segments takes
 * as much.
 */
export const segmentOverheadBytes = 32 * 1024;

/** The bytes of an open segment, including this overhead. */
export function toMemoryBytes({ bytes }: Pick<Segment, 'bytes'>): number {
	return bytes.byteLength + segmentOverheadBytes;
}

/** Notes that this thread has released a segment: with ten thousand tiny ones the objects around them take the memory. */
export function noteReleasedSegment(segment: Pick<Segment, 'bytes'>): void {
	noteReleased(toMemoryBytes(segment));
}
