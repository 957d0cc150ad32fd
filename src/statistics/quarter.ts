import { dayMs } from '../domain/event/utc-day.ts';

const quarterMs = 15 * 60 * 1000;

/** The day of a moment, see `utc-day.ts`, and the quarter of an hour within it. */
export function toQuarter(atMs: number): { readonly day: number; readonly quarter: number } {
	const day = Math.floor(atMs / dayMs);
	return { day, quarter: Math.floor((atMs - day * dayMs) / quarterMs) };
}
