/**
 * Gives memory back in time. The engine collects while it allocates, so a thread at rest keeps what a busy hour has left;
 * and it does not count shared memory as the thread's, so it sees no reason to collect while hundreds of megabytes hang on
 * a few small objects that nobody can reach any more.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
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

const restIntervalMs = 5_000;
/** A thread that computes for less than this share of the time is at rest: it answers health checks, and polls. */
const restUtilizationMax = 0.05;

/**
 * From now on, collects the garbage of this thread whenever it comes to rest with 16 MB more than it had after the last
 * such collection.
 * @param intervalMs how long it must have been at rest.
 */
export function collectAtRest(intervalMs: number = restIntervalMs): void {
	let before = performance.eventLoopUtilization();
	let keptBytes = 0;
	setInterval(async () => {
		const now = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(now, before);
		before = now;
		if (utilization > restUtilizationMax || countHeapBytes() < keptBytes + collectedBytesMin) return;
		await toCollect()({ execution: 'async' });
		keptBytes = countHeapBytes();
	}, intervalMs).unref();
}

/** What this thread holds of the system for its objects, garbage among them, and outside its heap for its buffers. */
function countHeapBytes(): number {
	const { total_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
	return heapBytes + externalBytes;
}

function toCollect(): NonNullable<typeof collect> {
	if (collect === undefined) {
		setFlagsFromString('--expose-gc');
		collect = runInNewContext('gc') as NonNullable<typeof collect>;
	}
	return collect;
}
