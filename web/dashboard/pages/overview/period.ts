/** The period that the page is about, from the address: `period=7_days`, or `period=custom&from=2026-03-01&to=2026-03-31`. */
import { useRouter } from '../../shell/router.tsx';

export interface ShownPeriod {
	readonly name: PeriodName;
	/** First and last day, such as 2026-03-01. */
	readonly from: string;
	readonly to: string;
	/** Days are those of the browser's zone. */
	readonly tz: string;
}

/** How many days up to today. */
export const presetDays = { today: 1, '7_days': 7, '28_days': 28, '90_days': 90 } as const;
export type PresetName = keyof typeof presetDays;
export type PeriodName = PresetName | 'custom';

const presetDefault: PresetName = '28_days';
/** Of one report. */
export const periodDaysMax = 366;
const dayMs = 86_400_000;

export function usePeriod(): ShownPeriod {
	const { query } = useRouter();
	const read = (parameter: string) => query.get(parameter) ?? '';
	const [name, from, to] = [read('period'), read('from'), read('to')];
	const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
	if (name === 'custom' && findPeriodProblem(from, to) === undefined) return { name, from, to, tz };
	const preset = isPreset(name) ? name : presetDefault;
	const today = new Date();
	const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1 - presetDays[preset]);
	return { name: preset, from: toDay(first), to: toDay(today), tz };
}

export function isPreset(name: string): name is PresetName {
	return Object.hasOwn(presetDays, name);
}

/** What is wrong with two days as they were typed; undefined if they are a period. */
export function findPeriodProblem(from: string, to: string): 'missing' | 'reversed' | 'tooLong' | undefined {
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

function toDay(date: Date): string {
	const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
	return `${date.getFullYear()}-${month}-${day}`;
}
