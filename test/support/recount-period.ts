/** The time that a report is about, found the slow and obvious way: each quarter of an hour is asked for its date. */

export interface RecountedPeriod {
	readonly from: string;
	readonly to: string;
	readonly tz: string;
}

export interface RecountedDay {
	/** As 2026-03-08. */
	readonly date: string;
	/** When it begins in the zone. */
	readonly startMs: number;
}

export interface RecountedTime {
	readonly days: readonly RecountedDay[];
	has(timeMs: number): boolean;
	/** The day of a time that it has. */
	dateOf(timeMs: number): string;
	/** The period of equal length before. */
	previous(): RecountedTime;
	/** The same days, or the same moments, in another zone. */
	in(tz: string): RecountedTime;
}

const [quarterMs, dayMs] = [900_000, 86_400_000];

/** @param from, to dates as 2026-03-08, or Unix times in seconds. */
export function recountPeriod({ from, to, tz }: RecountedPeriod): RecountedTime {
	if (from.includes('-')) return toDays(listDates(from, to), tz);
	const floor = (text: string) => Math.floor((Number(text) * 1000) / quarterMs) * quarterMs;
	return toMoments(floor(from), floor(to) + quarterMs, tz);
}

function toDays(dates: readonly string[], tz: string): RecountedTime {
	const known = new Set(dates);
	return {
		days: dates.map((date) => ({ date, startMs: startOf(date, tz) })),
		has: (timeMs) => known.has(toDate(timeMs, tz)),
		dateOf: (timeMs) => toDate(timeMs, tz),
		previous() {
			const before = Date.parse(dates[0] ?? '');
			return toDays(listDates(toDate(before - dates.length * dayMs, 'UTC'), toDate(before - dayMs, 'UTC')), tz);
		},
		in: (other) => toDays(dates, other),
	};
}

function toMoments(startMs: number, endMs: number, tz: string): RecountedTime {
	const dates = listDates(toDate(startMs, tz), toDate(endMs - 1, tz));
	return {
		...toDays(dates, tz),
		has: (timeMs) => timeMs >= startMs && timeMs < endMs,
		previous: () => toMoments(startMs - (endMs - startMs), startMs, tz),
		in: (other) => toMoments(startMs, endMs, other),
	};
}

function listDates(first: string, last: string): string[] {
	const dates: string[] = [];
	for (let timeMs = Date.parse(first); timeMs <= Date.parse(last); timeMs += dayMs) dates.push(toDate(timeMs, 'UTC'));
	return dates;
}

function startOf(date: string, tz: string): number {
	for (let timeMs = Date.parse(date) - dayMs; ; timeMs += quarterMs) if (toDate(timeMs, tz) === date) return timeMs;
}

const dates = new Map<string, string>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date on calendars of the zone. */
export function toDate(timeMs: number, tz: string): string {
	const key = `${tz} ${Math.floor(timeMs / quarterMs)}`;
	// Canada writes dates as ISO 8601 does.
	const format = formats.get(tz) ?? new Intl.DateTimeFormat('en-CA', { timeZone: tz, dateStyle: 'short' });
	formats.set(tz, format);
	const date = dates.get(key) ?? format.format(timeMs);
	dates.set(key, date);
	return date;
}
