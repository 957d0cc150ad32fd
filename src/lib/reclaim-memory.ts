/**
 * Frees memory in time. V8 collects garbage while it allocates, so an idle thread keeps what a busy hour left behind.
 * V8 also does not count shared memory as the thread's, so it sees no reason to collect while a few unreachable objects
 * hold hundreds of megabytes.
 *
 * A server that imports 60,000 items twice has 374 MB at rest and 501 MB at its peak. Without `collectAtRest` it has 469 MB
 * at rest, without `noteReleased` and `collectReleased` 447 and 602 MB (`npm run bench -- workarounds --only memory`).
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * This much unreachable memory is worth a collection, which takes some tens of milliseconds. With half of it, bulk writes
 * would pause twice as often.
 */
const reclaimedBytesMin = 96 * 1024 * 1024;
const soonMs = 200;
/** Collects once more, after the searches and saves that still used the memory. */
const laterMs = 10_000;

let collect: ((options?: { readonly execution: 'async' }) => unknown) | undefined;
let unreachableBytes = 0;
let soon: NodeJS.Timeout | undefined;
let later: NodeJS.Timeout | undefined;

/**
 * Notes that this thread has released shared memory, or is about to. When enough adds up, its garbage is collected soon
 * after. Cost: O(1), and at most two collections for every 96 MB.
 */
export function noteReleased(byteCount: number): void {
	unreachableBytes += byteCount;
	if (unreachableBytes < reclaimedBytesMin) return;
	unreachableBytes = 0;
	// A collection that is due soon is not postponed by later releases.
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

/** Less garbage than this is not worth the milliseconds, even in a thread without waiting callers. */
const collectedBytesMin = 16 * 1024 * 1024;
let garbageBytes = 0;

/** As `noteReleased`, for threads without waiting callers: collects before it returns when enough has added up. */
export function collectReleased(byteCount: number): void {
	garbageBytes += byteCount;
	if (garbageBytes < collectedBytesMin) return;
	garbageBytes = 0;
	toCollect()();
}

/**
 * Frees the memory of bytes that are not needed any more, and empties them. Does nothing if they share it. V8 counts such
 * memory, though it does not allocate it, and collects all garbage whenever some megabytes have been added.
 */
export function release({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
	if (byteLength === buffer.byteLength) buffer.transfer(0);
}

const restIntervalMs = 5_000;
/** A thread that computes for less than this share of the time is idle, apart from health checks and polls. */
const restUtilizationMax = 0.05;

/**
 * From now on, collects the garbage of this thread whenever it is idle and has 16 MB more than after the last such
 * collection.
 * @param intervalMs how long it must have been idle
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

/** Bytes that this thread holds from the system: its heap, including garbage, and its buffers outside the heap. */
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
