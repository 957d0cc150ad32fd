/**
 * How much time has passed between the events of a log, even where a clock of a server was wrong?
 *
 *     stamped    day 1 ── day 2 ── year 2036 ── year 2036 + 1 day ── day 3 ── day 4
 *     log time   day 1 ── day 2 ── day 2 ────── day 3 ────────────── day 3 ── day 4
 *
 * Evidence decays by time, so a single event that is stamped years ahead would make all that was learned before it, and all
 * that is learned until then, count for nothing. A step that no pause of shoppers and no difference between the clocks of
 * several servers explains is a clock that was set: no time passes with it.
 */

const dayMs = 24 * 3_600_000;
/** No shop goes longer without an event. */
const forwardMsMax = 365 * dayMs;
/** Clocks of servers differ by less. Events that are stamped up to this much earlier than others are taken as they are. */
const backwardMsMax = 60 * dayMs;

/**
 * @param latestMs the log time of the latest event so far; undefined before the first one
 * @returns a function from when an event was stamped to its log time, both in ms since 1970, to be called for each event in
 * the order of the log. As long as no clock is set, they are the same.
 */
export function createLogTime(latestMs: number | undefined): (stampedMs: number) => number {
	let latest = latestMs;
	let aheadMs = 0;
	return (stampedMs) => {
		const stepMs = stampedMs + aheadMs - (latest ?? stampedMs);
		if (stepMs > forwardMsMax || stepMs < -backwardMsMax) aheadMs -= stepMs;
		const atMs = stampedMs + aheadMs;
		latest = Math.max(latest ?? atMs, atMs);
		return atMs;
	};
}
