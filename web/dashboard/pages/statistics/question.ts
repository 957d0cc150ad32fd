/** What the address asks of a report, as the page shows it and as the API is asked. */
import type { QueryValue } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { readPeriod, type ShownPeriod } from '../../shell/period.ts';
import { type FilterName, toParameter } from './filters.ts';
import { type ReportPath, reports } from './reports.ts';

/** The chosen engine, all of the account added up, or all of them one by one. */
export const scopes = ['one', 'all', 'each'] as const;
export type Scope = (typeof scopes)[number];

export interface Question extends ShownPeriod {
	/** Whether the report knows no other time zone. */
	readonly isInUtc: boolean;
	readonly scope: Scope;
	readonly isCompared: boolean;
	/** What the report takes, and is given. */
	readonly filters: Readonly<Partial<Record<FilterName, string>>>;
}

/** What all reports take: kept on the way from one to another. */
const commonNames = ['period', 'from', 'to', 'tz', 'of', 'compare', 'engine'];

export function readQuestion(query: URLSearchParams, path: ReportPath | undefined, nowMs = Date.now()): Question {
	const isInUtc = path !== undefined && reports[path].isInUtc === true;
	const taken = path === undefined ? [] : reports[path].filters;
	const given = taken.flatMap((name) => {
		const text = query.get(name);
		return text ? [[name, text]] : [];
	});
	return {
		...readPeriod(query, { fallback: '30_days', nowMs, ...(isInUtc ? { timeZone: 'Etc/UTC' } : {}) }),
		isInUtc,
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
