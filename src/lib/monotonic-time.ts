/**
 * Milliseconds by the clock that nobody can set, for pauses, deadlines, ages and rates: since some moment in the past,
 * the same for all threads of a process (`performance.now()` begins anew in each), and of no meaning outside of it.
 */
export function readMonotonicMs(): number {
	const [seconds, nanoseconds] = process.hrtime();
	return seconds * 1000 + nanoseconds / 1e6;
}
