/** Days of the calendar in UTC, as whole numbers: day 0 is 1970-01-01. */

export const dayMs = 24 * 3600 * 1000;

/** The day that contains a Unix time in milliseconds. */
export function toUtcDay(timeMs: number): number {
	return Math.floor(timeMs / dayMs);
}

/** `2026-03-01`. */
export function formatUtcDay(day: number): string {
	return new Date(day * dayMs).toISOString().slice(0, 10);
}

/**
 * The day of a date in any of its spellings: `20260301`, `2026-03-01`, or a Unix time of 10 digits (seconds) or 13
 * (milliseconds). Undefined for everything else, such as 30 February.
 */
export function parseUtcDay(text: string): number | undefined {
	if (/^\d{10}$/.test(text)) return toUtcDay(Number(text) * 1000);
	if (/^\d{13}$/.test(text)) return toUtcDay(Number(text));
	const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
	if (year === undefined) return undefined;
	const date = `${year}-${month}-${day}`;
	const parsed = toUtcDay(Date.parse(date));
	// Some engines read 30 February as 2 March.
	return Number.isNaN(parsed) || formatUtcDay(parsed) !== date ? undefined : parsed;
}
