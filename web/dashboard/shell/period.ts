/** The days that a report is about: a preset such as the last 30 days, or the first and the last one as they were chosen. */
import { readPreference } from './preferences.ts';

/** Names in the address; the first is what a page begins with. */
export const periods = [
	'30_days',
	'today',
	'yesterday',
	'7_days',
	'28_days',
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
		'28_days': { from: back(27), to: today },
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

/** What the address says of the time. */
export interface ShownPeriod {
	readonly period: PeriodName;
	readonly days: Days;
	/** Days begin at its midnight. */
	readonly timeZone: string;
}

function readTimeZone(query: URLSearchParams): string {
	return (
		query.get('tz') ?? readPreference('time-zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'Etc/UTC'
	);
}

export interface PeriodDefaults {
	/** What a page begins with. */
	readonly fallback: Exclude<PeriodName, 'custom'>;
	/** Instead of that of the address. */
	readonly timeZone?: string;
	readonly nowMs?: number;
}

export function readPeriod(query: URLSearchParams, defaults: PeriodDefaults): ShownPeriod {
	const { fallback, timeZone = readTimeZone(query), nowMs = Date.now() } = defaults;
	const name = query.get('period');
	const period = isPeriodName(name) ? name : fallback;
	const days = toDays(period === 'custom' ? fallback : period, toDay(nowMs, timeZone));
	if (period !== 'custom') return { period, days, timeZone };
	return { period, timeZone, days: { from: query.get('from') ?? days.from, to: query.get('to') ?? days.to } };
}

/** Of one report. */
export const periodDaysMax = 366;

/** What is wrong with days as they were chosen; undefined if they are a period. */
export function findPeriodProblem({ from, to }: Days): 'missing' | 'reversed' | 'tooLong' | undefined {
	const [start, end] = [parseDay(from), parseDay(to)];
	if (start === undefined || end === undefined) return 'missing';
	if (start > end) return 'reversed';
	return (end - start) / dayMs >= periodDaysMax ? 'tooLong' : undefined;
}

/** Midnight UTC, in ms since 1970. */
function parseDay(text: string): number | undefined {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}
