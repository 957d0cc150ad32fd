/**
 * Which imports may pause where other threads want the processors (`contention-pause.ts`)? What is durable was promised to
 * its writer. When it is found is not: but within seconds, and at once for those who wait for it.
 */
import { comparePositions, estimateCount, type Position } from '../../domain/log/position.ts';
import type { OpenIndex } from './open-index.ts';

/** So many take ten seconds, half of what `_replace_by_temp` waits for. */
export const pausedWritesMax = 200_000;
/** For how long the oldest write may have been waiting. */
export const pausedMsMax = 10_000;

/**
 * @param index undefined: it is not in memory
 * @param lag the last write of the store, and for how long the oldest that is not visible has been waiting
 */
export function mayImportPause(
	index: Pick<OpenIndex, 'isHidden' | 'visible'> | undefined,
	{ end, ms }: { readonly end: Position; readonly ms: number },
): boolean {
	if (index === undefined || index.isHidden || comparePositions(index.visible, end) >= 0) return false;
	return estimateCount(index.visible, end) <= pausedWritesMax && ms < pausedMsMax;
}
