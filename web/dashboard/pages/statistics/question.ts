/** What the address asks of a report, as the page shows it and as the API is asked. */
import type { QueryValue } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { readPreference } from '../../shell/preferences.ts';
import { type FilterName, toParameter } from './filters.ts';
import { type Days, isPeriodName, type PeriodName, periods, toDay, toDays } from './period.ts';
import { type ReportPath, reports } from './reports.ts';

/** The chosen engine, all of the account added up, or all of them one by one. */
export const scopes = ['one', 'all', 'each'] as const;
export type Scope = (typeof scopes)[number];

export interface Question {
	readonly period: PeriodName;
	readonly days: Days;
	readonly timeZone: string;
	/** Whether the report knows no other time zone. */
	readonly isInUtc: boolean;
	readonly scope: Scope;
	readonly isCompared: boolean;
	/** What the report takes, and is given. */
	readonly filters: Readonly<Partial<Record<FilterName, string>>>;
}

/** What all reports take: kept on the way from one to another. */
const commonNames = ['period', 'from', 'to', 'tz', 'of', 'compare', 'engine'];

function readTimeZone(query: URLSearchParams): string {
	return (
		query.get('tz') ?? readPreference('time-zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'Etc/UTC'
	);
}

export function readQuestion(query: URLSearchParams, path: ReportPath | undefined, nowMs = Date.now()): Question {
	const period = query.get('period');
	const chosen = isPeriodName(period) ? period : periods[0];
	const isInUtc = path !== undefined && reports[path].isInUtc === true;
	const timeZone = isInUtc ? 'Etc/UTC' : readTimeZone(query);
	const today = toDay(nowMs, timeZone);
	const shown = toDays(chosen === 'custom' ? periods[0] : chosen, today);
	const days = chosen === 'custom' ? { from: query.get('from') ?? shown.from, to: query.get('to') ?? shown.to } : shown;
	const taken = path === undefined ? [] : reports[path].filters;
	const given = taken.flatMap((name) => {
		const text = query.get(name);
		return text ? [[name, text]] : [];
	});
	return {
		...{ period: chosen, days, timeZone, isInUtc },
		scope: scopes.find((scope) => scope === query.get('of')) ?? 'one',
		isCompared: query.get('compare') === 'previous',
		filters: Object.fromEntries(given),
	};
}

/** The query of the API for a question. */
export function toApiQuery(question: Question, engine: Engine): Readonly<Record<string, QueryValue>> {
	const { days, timeZone, scope, isCompared } = question;
	const given = Object.entries(question.filters).map(([name, text]) => toParameter(name as FilterName, text));
	return {
		...{ from: days.from, to: days.to, tz: timeZone },
		...(scope === 'one' ? { hashid: engine.hashid } : {}),
		...(scope === 'each' ? { aggregate: false } : {}),
		...(isCompared ? { compare: 'previous' } : {}),
		...Object.fromEntries(given),
	};
}

/** The query of the page of another report: what both take. */
export function keepQuery(query: URLSearchParams, path?: ReportPath): Record<string, string> {
	const kept = [...commonNames, ...(path === undefined ? [] : reports[path].filters)];
	return Object.fromEntries([...query].filter(([name]) => kept.includes(name)));
}
