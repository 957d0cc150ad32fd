/**
 * The time, as an argument. Which clock to use depends on the purpose, because the wall clock may be set at any
 * moment, back or forward, by seconds or by years:
 *
 *     a date, for people or for other systems       nowMs
 *     a pause, a deadline, an age, a rate           monotonicMs
 *     a moment that is stored, and ends soon        steadyMs
 */
export interface Clock {
	/** Milliseconds since 1970-01-01 UTC, by the wall clock. */
	nowMs(): number;
	/** Milliseconds since some moment before this process started; never set, and the same in all its threads. */
	monotonicMs(): number;
	/**
	 * The wall clock at the start of the process plus the time since then; a whole number. It is near `nowMs`, the same
	 * in all threads, and cannot be set while the process runs. So a scroll of five minutes lives for five minutes. The
	 * next process may be behind it.
	 */
	steadyMs(): number;
}
