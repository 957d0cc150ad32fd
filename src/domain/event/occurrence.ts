/** When did an event happen, if its caller may say so? Shops report what was noted elsewhere, and what waited in a queue. */
import { dayMs } from './utc-day.ts';

const daysMax = 30;
/** Clocks of servers differ. */
const aheadMsMax = 60_000;

/** @returns what is wrong with a time in ms since 1970; undefined when an event may have happened then. */
export function findOccurrenceProblem(occurredAtMs: number, nowMs: number): string | undefined {
	if (!Number.isSafeInteger(occurredAtMs) || occurredAtMs < 0)
		return 'must be a whole number of milliseconds since 1970';
	if (occurredAtMs > nowMs + aheadMsMax) return 'must not be in the future';
	return occurredAtMs < nowMs - daysMax * dayMs ? `must be at most ${daysMax} days ago` : undefined;
}

/** The time of an event in the log: the one that its caller named, but never a later one than that of its arrival. */
export function toOccurrence(named: number | undefined, arrivedAtMs: number): number {
	return named === undefined ? arrivedAtMs : Math.min(named, arrivedAtMs);
}
