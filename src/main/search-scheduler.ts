/** When the searches of this thread run: one order for all of its zones, as they have one core between them. */
import { createSliceScheduler } from '../lib/slice-scheduler.ts';

/** Beside what is short by itself, a request waits for no more than two of these. */
const sliceMs = 5;
/** From the arrival of a search to its answer; shoppers have gone by then. */
const deadlineMs = 3_000;
/** Of suspended searches: three over an index of half a million items, or twenty over one of thirty thousand. */
const heldBytesMax = 64 * 2 ** 20;
const waitingMax = 2_048;

export const searchScheduler = createSliceScheduler({
	nowMs: () => performance.now(),
	computedMs() {
		const { user, system } = process.threadCpuUsage();
		return (user + system) / 1_000;
	},
	afterIo: (callback) => void setImmediate(callback),
	sliceMs,
	deadlineMs,
	heldBytesMax,
	waitingMax,
});
