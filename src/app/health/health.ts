/**
 * How is the server doing, and what is wrong, for the people of one account? All of it is read elsewhere anyway, and kept
 * here for some seconds, so that pages may ask as often as they like. Nobody sees a name or a number of another account;
 * what the whole process does, everybody sees.
 */
import type { Principal } from '../../domain/account/account.ts';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { type IndexReport, toIndexReport } from '../../domain/health/index-report.ts';
import {
	findEmptyAnswers,
	findIndexProblems,
	findOpenImports,
	findServerProblems,
	findSilence,
	findVainSearches,
	isEmptyEngine,
	type Problem,
	sortProblems,
} from '../../domain/health/problem.ts';
import type { ServerState } from '../../domain/health/server-state.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { addTallies, emptyTally, type WidgetTally } from '../../domain/widget/widget-day.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import { FailureError } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadServerState } from '../../ports/server-state.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

export interface Health {
	/** @throws when it cannot be read */
	readServer(): Promise<ServerState>;
	/** In the order of the search engines and of their indices. */
	listIndexes(principal: Principal): Promise<IndexReports>;
	/** The worst first. */
	listProblems(principal: Principal): Promise<readonly Problem[]>;
}

export interface IndexReports {
	readonly reports: readonly IndexReport[];
	/** Those beyond `reportedIndexesMax`. */
	readonly leftOutCount: number;
}

interface Dependencies {
	readonly readServerState: ReadServerState;
	readonly searchEngines: Pick<SearchEngineRepository, 'list'>;
	readonly stores: Pick<StoreRepository, 'listWidgets'>;
	readonly events: Pick<EventRepository, 'listWidgetDays'>;
	/** Undefined on a server without search. */
	readonly searchIndex: Pick<SearchIndex, 'describe'> | undefined;
	/** Of the last day or two; rejects with `timed_out` where that takes too long. */
	readonly countVainSearches: (
		engines: readonly SearchEngineWithIndices[],
	) => Promise<readonly { readonly hashid: string; readonly count: number; readonly vainCount: number }[]>;
	readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
}

/** Describing an index loads it: who has more of them is shown the first ones. */
export const reportedIndexesMax = 100;
const checkedEnginesMax = 50;
const checkedWidgetsMax = 100;
const accountsMax = 1_000;
const ageMs = { indexes: 5_000, problems: 15_000 } as const;
/** The last day, and as many before it. */
const quietDays = { last: 2, before: 7 } as const;

export function createHealth(dependencies: Dependencies): Health {
	const { readServerState, clock } = dependencies;
	const open = <T>(ageMsMax: number) =>
		createCache<string, Promise<T>>({ entriesMax: accountsMax, ageMsMax, monotonicMs: clock.monotonicMs });
	const indexes = open<IndexReports>(ageMs.indexes);
	const problems = open<readonly Problem[]>(ageMs.problems);

	const listIndexes = ({ accountId }: Principal) =>
		share(indexes, accountId, () => readIndexes(dependencies, accountId));
	return {
		readServer: readServerState,
		listIndexes,
		listProblems: (principal) =>
			share(problems, principal.accountId, async () => {
				const [state, { reports }] = await Promise.all([readServerState(), listIndexes(principal)]);
				const engines = await dependencies.searchEngines.list(principal.accountId);
				const found = await Promise.all([
					findSearchProblems(engines, { state, reports, hasSearch: dependencies.searchIndex !== undefined }),
					listVainSearches(dependencies, engines),
					findWidgetProblems(dependencies, principal.accountId),
				]);
				return sortProblems([...findServerProblems(state), ...engines.flatMap(findOpenImports), ...found.flat()]);
			}),
	};
}

/** Callers at the same time share an answer; one that fails is not kept. */
function share<T>(cache: Cache<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
	const known = cache.get(key);
	if (known !== undefined) return known;
	const reading = read();
	cache.set(key, reading);
	reading.catch(() => cache.delete(key));
	return reading;
}

async function readIndexes({ searchEngines, searchIndex }: Dependencies, accountId: string): Promise<IndexReports> {
	if (searchIndex === undefined) return { reports: [], leftOutCount: 0 };
	const named = (await searchEngines.list(accountId)).flatMap(({ hashid, name: engineName, indices }) =>
		indices.map(({ name: indexName }) => ({ hashid, engineName, indexName })),
	);
	const reports: IndexReport[] = [];
	// One after another: each may have to be loaded.
	for (const names of named.slice(0, reportedIndexesMax)) {
		reports.push(toIndexReport(names, await describe(searchIndex, names)));
	}
	return { reports, leftOutCount: named.length - reports.length };
}

async function describe(
	searchIndex: Pick<SearchIndex, 'describe'>,
	{ hashid, indexName }: Pick<IndexReport, 'hashid' | 'indexName'>,
) {
	try {
		return await searchIndex.describe(hashid, indexName);
	} catch (error) {
		if (error instanceof FailureError) return undefined;
		throw error;
	}
}

function findSearchProblems(
	engines: readonly SearchEngineWithIndices[],
	{ state, reports, hasSearch }: { state: ServerState; reports: readonly IndexReport[]; hasSearch: boolean },
): Problem[] {
	if (!hasSearch) return [];
	const ofIndexes = reports.flatMap((report) =>
		findIndexProblems(
			report,
			state.lateIndexes.find(({ hashid, indexName }) => hashid === report.hashid && indexName === report.indexName),
		),
	);
	const empty = engines.filter(({ hashid, indices }) => {
		const own = reports.filter((report) => report.hashid === hashid);
		return own.length === indices.length && isEmptyEngine(own);
	});
	return [...ofIndexes, ...empty.map(({ hashid }): Problem => ({ code: 'engine_empty', hashid }))];
}

async function listVainSearches(
	{ countVainSearches }: Dependencies,
	engines: readonly SearchEngineWithIndices[],
): Promise<Problem[]> {
	try {
		const counts = await countVainSearches(engines.slice(0, checkedEnginesMax));
		return counts.flatMap(({ hashid, ...searches }) => findVainSearches(hashid, searches));
	} catch (error) {
		// Statistics that take too long must not hide what else is wrong.
		if (error instanceof FailureError) return [];
		throw error;
	}
}

async function findWidgetProblems({ stores, events, clock }: Dependencies, accountId: string): Promise<Problem[]> {
	const today = toUtcDay(clock.nowMs());
	const firstLastDay = today - quietDays.last + 1;
	const problems: Problem[] = [];
	for (const { id: widgetId } of (await stores.listWidgets(accountId)).slice(0, checkedWidgetsMax)) {
		const range = { widgetId, firstDay: firstLastDay - quietDays.before, lastDay: today };
		const days = await events.listWidgetDays(range);
		const sum = (isLast: boolean) =>
			days.filter(({ day }) => day >= firstLastDay === isLast).reduce<WidgetTally>(addTallies, emptyTally);
		const [last, before] = [sum(true), sum(false)];
		const silence = findSilence(widgetId, { lastCount: last.impressionCount, beforeCount: before.impressionCount });
		const empty = findEmptyAnswers(widgetId, last);
		// A widget that is asked and answers nothing is silent because of that.
		problems.push(...(empty.length > 0 ? empty : silence));
	}
	return problems;
}
