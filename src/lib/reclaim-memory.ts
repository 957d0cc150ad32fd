/**
 * Gives shared memory back in time. The engine does not count it as this thread's, so it sees no reason to collect while
 * hundreds of megabytes hang on a few small objects that nobody can reach any more.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** As much unreachable memory is worth the pause of a collection, some tens of milliseconds. */
const reclaimedBytesMin = 96 * 1024 * 1024;

let collect: ((options: { readonly execution: 'async' }) => unknown) | undefined;
let unreachableBytes = 0;

/**
 * Notes that this thread has let go of shared memory; when that adds up, the garbage of the thread is collected soon
 * after this call. Cost: O(1), and a collection once for every 96 MB.
 */
export function noteReleased(byteCount: number): void {
	unreachableBytes += byteCount;
	if (unreachableBytes < reclaimedBytesMin) return;
	unreachableBytes = 0;
	if (collect === undefined) {
		setFlagsFromString('--expose-gc');
		collect = runInNewContext('gc') as NonNullable<typeof collect>;
	}
	collect({ execution: 'async' });
}
