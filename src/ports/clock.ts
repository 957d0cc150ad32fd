/**
 * The time, as an argument. Which one to ask is a matter of what it is for, as the clock on the wall may be set at any
 * moment, back or forth, by seconds or by years:
 *
 *     a date, for people or for other systems       nowMs
 *     a pause, a deadline, an age, a rate           monotonicMs
 *     a moment that is stored, and ends soon        steadyMs
 */
export interface Clock {
	/** Milliseconds since 1970-01-01 UTC, as the wall has it. */
	nowMs(): number;
	/** Milliseconds since some moment before this process; never set, and the same in all its threads. */
	monotonicMs(): number;
	/**
	 * What the wall had when the process started, and what has passed since: near `nowMs`, the same in all threads, and never
	 * set while the process runs; a whole number. So a scroll of five minutes lives for five minutes. The next process may be behind it.
	 */
	steadyMs(): number;
}
