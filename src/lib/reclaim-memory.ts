/**
 * Gives shared memory back in time. The engine does not count it as this thread's, so it sees no reason to collect while
 * hundreds of megabytes hang on a few small objects that nobody can reach any more.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * As much unreachable memory is worth the pause of a collection, some tens of milliseconds; collections for half of it
 * slowed bulk writes by a twelfth.
 */
const reclaimedBytesMin = 96 * 1024 * 1024;
const soonMs = 200;
/** Once more, when the searches and saves that went on with the memory have ended. */
const laterMs = 10_000;

let collect: ((options?: { readonly execution: 'async' }) => unknown) | undefined;
let unreachableBytes = 0;
let soon: NodeJS.Timeout | undefined;
let later: NodeJS.Timeout | undefined;

/**
 * Notes that this thread has let go of shared memory, or is about to; when that adds up, the garbage of the thread is
 * collected soon after. Cost: O(1), and two collections for every 96 MB at most.
 */
export function noteReleased(byteCount: number): void {
	unreachableBytes += byteCount;
	if (unreachableBytes < reclaimedBytesMin) return;
	unreachableBytes = 0;
	// What is to come soon is not put off by what follows.
	if (soon === undefined) soon = setTimeout(collectSoon, soonMs).unref();
	clearTimeout(later);
	later = setTimeout(collectNow, laterMs).unref();
}

function collectSoon(): void {
	soon = undefined;
	collectNow();
}

function collectNow(): void {
	void toCollect()({ execution: 'async' });
}

/** Less garbage than this is not worth the milliseconds, even where nobody waits. */
const collectedBytesMin = 16 * 1024 * 1024;
let garbageBytes = 0;

/** As `noteReleased`, for threads that nobody waits for: what adds up is collected before this returns. */
export function collectReleased(byteCount: number): void {
	garbageBytes += byteCount;
	if (garbageBytes < collectedBytesMin) return;
	garbageBytes = 0;
	toCollect()();
}

function toCollect(): NonNullable<typeof collect> {
	if (collect === undefined) {
		setFlagsFromString('--expose-gc');
		collect = runInNewContext('gc') as NonNullable<typeof collect>;
	}
	return collect;
}
