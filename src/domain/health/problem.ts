/**
 * What is wrong now, as rules over what is known anyway. A problem has a code, which pages put into words, and the numbers
 * that say how bad it is.
 */
import type { RightArea } from '../account/rights.ts';
import type { LateIndex } from '../query/late-index.ts';
import type { SearchEngineWithIndices } from '../search-engine/search-engine.ts';
import type { WidgetTally } from '../widget/widget-day.ts';
import type { FollowerName } from './follower-state.ts';
import type { IndexReport } from './index-report.ts';
import type { ServerState } from './server-state.ts';

/** `error`: shoppers or the server suffer now; `warning`: somebody should see to it; `notice`: it ends by itself. */
export const severities = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

/** Each with its severity and the right that a member needs to see it; null: none. */
export const problemKinds = {
	/** Searches of the index fail, or go by an older one: building it failed several times in a row. */
	index_failing: { severity: 'error', area: null },
	/** The index is not searched before it is whole. */
	index_building: { severity: 'error', area: null },
	/** It is searched as it was before a change of its language or schema. */
	index_rebuilding: { severity: 'notice', area: null },
	/** Searches do not see its latest writes, and that for long. */
	index_late: { severity: 'warning', area: null },
	/** An index has a temporary one: an import runs, or was never ended, and nothing else of the engine can be changed. */
	import_open: { severity: 'notice', area: 'catalogue' },
	/** Searches of the engine find nothing, because it has no items. */
	engine_empty: { severity: 'warning', area: null },
	/** Many searches of the engine find nothing. */
	searches_in_vain: { severity: 'warning', area: 'statistics' },
	/** A widget that showed items all week has not shown any for a day. */
	widget_silent: { severity: 'warning', area: 'recommendations' },
	/** Most answers of a widget have no items. */
	widget_empty: { severity: 'warning', area: 'recommendations' },
	/** What follows the store does not keep up, or does not answer. */
	follower_late: { severity: 'warning', area: null },
	follower_silent: { severity: 'error', area: null },
	/** The disk of the data is filling up. */
	disk_low: { severity: 'warning', area: null },
	/** The store is about to refuse writes. */
	disk_full: { severity: 'error', area: null },
} as const satisfies Readonly<Record<string, { readonly severity: Severity; readonly area: RightArea | null }>>;

export type ProblemCode = keyof typeof problemKinds;

export interface Problem {
	readonly code: ProblemCode;
	readonly hashid?: string;
	readonly indexName?: string;
	readonly widgetId?: string;
	readonly follower?: FollowerName;
	/** Writes, searches, impressions or answers. */
	readonly count?: number;
	/** Of the answers, those without items. */
	readonly emptyCount?: number;
	readonly ms?: number;
	/** 0 … 1. */
	readonly ratio?: number;
	readonly freeBytes?: number;
	readonly totalBytes?: number;
}

/** Longer than any merge or pause takes. */
const lateMsMax = 30_000;
/** What a follower whose delay has no time may be behind: seconds of a large shop. */
const behindCountMax = 20_000;
const diskLow = { ratio: 0.1, bytes: 10 * 1024 ** 3 };
/** SQLite's log and an index that is being merged need about as much for a moment. */
const diskFullBytes = 1024 ** 3;
/** Of fewer searches a share says little. */
const searchCountMin = 50;
const vainRatioMax = 0.25;
/** Of fewer answers of a widget, too. */
const answerCountMin = 50;
const emptyRatioMax = 0.5;
/** In the days before the last one; a widget that is hardly seen may have a quiet day. */
const impressionCountMin = 100;

export function findIndexProblems(report: IndexReport, late: LateIndex | undefined): Problem[] {
	const { hashid, indexName, state } = report;
	const names = { hashid, indexName };
	const isLate = late !== undefined && late.ms > lateMsMax && state !== 'building';
	return [
		...(state === 'failing' || state === 'building' || state === 'rebuilding'
			? [{ code: `index_${state}` as const, ...names, count: report.writesBehind }]
			: []),
		...(isLate ? [{ code: 'index_late' as const, ...names, count: late.writeCount, ms: late.ms }] : []),
	];
}

export function findOpenImports({ hashid, indices }: Pick<SearchEngineWithIndices, 'hashid' | 'indices'>): Problem[] {
	return indices
		.filter(({ hasTemporary }) => hasTemporary)
		.map(({ name: indexName }) => ({ code: 'import_open', hashid, indexName }));
}

/** @param reports of all its indices */
export function isEmptyEngine(reports: readonly IndexReport[]): boolean {
	// An index that is being built has items, and of one that does not answer nothing is known.
	return reports.every(({ itemCount, state, writesBehind }) => itemCount + writesBehind === 0 && state === 'ready');
}

export function findServerProblems({ disk, followers }: Pick<ServerState, 'disk' | 'followers'>): Problem[] {
	const { freeBytes, totalBytes } = disk;
	const isLow = freeBytes < Math.min(diskLow.bytes, diskLow.ratio * totalBytes);
	const problems: Problem[] = [];
	if (freeBytes < diskFullBytes) problems.push({ code: 'disk_full', freeBytes, totalBytes });
	else if (isLow) problems.push({ code: 'disk_low', freeBytes, totalBytes });
	for (const { name: follower, behindCount, behindMs } of followers) {
		if (behindCount === null) problems.push({ code: 'follower_silent', follower });
		else if (behindMs === null ? behindCount > behindCountMax : behindMs > lateMsMax) {
			problems.push({
				code: 'follower_late',
				follower,
				count: behindCount,
				...(behindMs !== null && { ms: behindMs }),
			});
		}
	}
	return problems;
}

/** @param searches how many there were, and how many of them found nothing */
export function findVainSearches(
	hashid: string,
	searches: { readonly count: number; readonly vainCount: number },
): Problem[] {
	const { count, vainCount } = searches;
	const ratio = count === 0 ? 0 : vainCount / count;
	if (count < searchCountMin || ratio <= vainRatioMax) return [];
	return [{ code: 'searches_in_vain', hashid, count, ratio }];
}

/** @param impressions of the last day, and of the days before that */
export function findSilence(
	widgetId: string,
	impressions: { readonly lastCount: number; readonly beforeCount: number },
): Problem[] {
	const { lastCount, beforeCount } = impressions;
	if (lastCount > 0 || beforeCount < impressionCountMin) return [];
	return [{ code: 'widget_silent', widgetId, count: beforeCount }];
}

/** @param answers how many had items, and how many had none */
export function findEmptyAnswers(
	widgetId: string,
	answers: Pick<WidgetTally, 'impressionCount' | 'emptyAnswerCount'>,
): Problem[] {
	const { impressionCount, emptyAnswerCount: emptyCount } = answers;
	const count = impressionCount + emptyCount;
	if (count < answerCountMin || emptyCount <= count * emptyRatioMax) return [];
	return [{ code: 'widget_empty', widgetId, count, emptyCount }];
}

/** The worst first, otherwise in the order of the codes. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
	const codes = Object.keys(problemKinds);
	const rank = ({ code }: Problem) =>
		severities.indexOf(problemKinds[code].severity) * codes.length + codes.indexOf(code);
	return problems.toSorted((a, b) => rank(a) - rank(b));
}
