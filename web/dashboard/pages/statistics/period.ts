/** The days that a report is about: a preset such as the last 30 days, or the first and the last one as they were chosen. */

/** Names in the address; the first is what a page begins with. */
export const periods = [
	'30_days',
	'today',
	'yesterday',
	'7_days',
	'90_days',
	'365_days',
	'this_month',
	'last_month',
	'custom',
] as const;
export type PeriodName = (typeof periods)[number];

/** Both included, as `2026-03-01`. */
export interface Days {
	readonly from: string;
	readonly to: string;
}

const dayMs = 86_400_000;

export function isPeriodName(name: string | null): name is PeriodName {
	return name !== null && (periods as readonly string[]).includes(name);
}

/** The day that it is in a zone; in UTC where the browser does not know the zone. */
export function toDay(timeMs: number, timeZone: string): string {
	// Sweden writes days as ISO 8601 does.
	const format = (zone: string) => new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(timeMs);
	try {
		return format(timeZone);
	} catch {
		return format('UTC');
	}
}

/** Of a preset, when it is `today`. */
export function toDays(period: Exclude<PeriodName, 'custom'>, today: string): Days {
	const back = (count: number) => new Date(Date.parse(today) - count * dayMs).toISOString().slice(0, 10);
	const monthStart = `${today.slice(0, 8)}01`;
	const lastMonthEnd = new Date(Date.parse(monthStart) - dayMs).toISOString().slice(0, 10);
	const days: Readonly<Record<typeof period, Days>> = {
		today: { from: today, to: today },
		yesterday: { from: back(1), to: back(1) },
		'7_days': { from: back(6), to: today },
		'30_days': { from: back(29), to: today },
		'90_days': { from: back(89), to: today },
		'365_days': { from: back(364), to: today },
		this_month: { from: monthStart, to: today },
		last_month: { from: `${lastMonthEnd.slice(0, 8)}01`, to: lastMonthEnd },
	};
	return days[period];
}

/** Those that the browser knows, and one of the address that it may not know. */
export function listTimeZones(chosen: string): readonly string[] {
	return [...new Set(['Etc/UTC', ...Intl.supportedValuesOf('timeZone'), chosen])].sort();
}
