/** Schedules the searches of this thread: one order for all zones, because they share one core. */
import { createSliceScheduler } from '../lib/slice-scheduler.ts';

/** A request that is itself short waits for at most two of these. */
const sliceMs = 5;
/** From the arrival of a search to its answer; after this shoppers have left. */
const deadlineMs = 3_000;
/** For suspended searches: three over an index of half a million items, or twenty over one of thirty thousand. */
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
