/**
 * Milliseconds of the monotonic clock, for pauses, deadlines, ages and rates. They count from some moment in the past
 * that is the same for all threads of a process (`performance.now()` starts anew in each), and have no meaning outside
 * of it.
 */
export function readMonotonicMs(): number {
	const [seconds, nanoseconds] = process.hrtime();
	return seconds * 1000 + nanoseconds / 1e6;
}
