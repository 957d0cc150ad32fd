/** Days as the API takes them. */

const dayMs = 24 * 3_600_000;

/** The last so many days in UTC, today included. */
export function toPeriod(dayCount: number, nowMs = Date.now()): { readonly from: string; readonly to: string } {
	const toDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
	return { from: toDay(nowMs - (dayCount - 1) * dayMs), to: toDay(nowMs) };
}
