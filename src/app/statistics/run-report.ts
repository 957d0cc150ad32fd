/**
 * Statistics of the search engines of an account. A report reads rows of facts, whole days or quarters of an hour, and adds
 * them up in time slices; after some seconds it is given up.
 */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { toPreviousPeriod } from '../../domain/statistics/period.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { CallRepository } from '../../ports/call-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createItemLabels, type LabelSource } from './item-labels.ts';
import { createSumsCache } from './kept-sums.ts';
import { createNamesCache } from './known-names.ts';
import type { Report, ReportRow } from './report.ts';
import { type FactSource, openReportFacts, type ReportFacts } from './report-facts.ts';
import type { ReportRequest } from './report-request.ts';
import { type ReportName, reports } from './reports.ts';

export interface ReportAnswer extends Report {
	/** The sum of the counts of `rows`, where they have some; otherwise how many rows there are. */
	readonly totalCount: number;
	/** The period before, when it was asked for. */
	readonly previous?: ReportAnswer;
}

export interface Reports {
	/** All search engines of the caller's account when none is named; otherwise `not_found` or `forbidden` for one that is not there or not the caller's. */
	chooseEngines(principal: Principal, hashids: readonly string[]): Promise<Result<readonly SearchEngineWithIndices[]>>;
	/** @throws {FailureError} `timed_out` */
	run(name: ReportName, engines: readonly SearchEngineWithIndices[], request: ReportRequest): Promise<ReportAnswer>;
}

interface Dependencies extends Omit<FactSource, 'keptSums' | 'knownNames'> {
	readonly searchEngines: Pick<SearchEngineRepository, 'list' | 'find'>;
	readonly items: LabelSource['items'];
	readonly generations: LabelSource['generations'];
	readonly calls: Pick<CallRepository, 'listCallDays'>;
	/** From the arrival of a request to its answer. */
	readonly timeoutMs?: number;
}

const timeoutMsDefault = 20_000;

export function createReports(dependencies: Dependencies): Reports {
	const { searchEngines, calls, monotonicMs, timeoutMs = timeoutMsDefault } = dependencies;
	const source: FactSource = { ...dependencies, keptSums: createSumsCache(), knownNames: createNamesCache() };
	const tools = { readLabels: createItemLabels(dependencies), listCallDays: calls.listCallDays };

	async function runOnce(name: ReportName, facts: ReportFacts, request: ReportRequest): Promise<ReportAnswer> {
		const { options, isAggregated } = request;
		if (isAggregated) return toAnswer(await reports[name](facts, options, tools));
		const rows: ReportRow[] = [];
		for (const engine of facts.engines) {
			const { hashid } = engine;
			const own = await reports[name](facts.narrow({ engines: [engine] }), options, tools);
			for (const row of own.rows) rows.push({ hashid, ...row });
		}
		// What is beside the rows is of all together.
		return toAnswer({ ...(await reports[name](facts, options, tools)), rows });
	}

	return {
		async chooseEngines(principal, hashids) {
			if (hashids.length === 0) return succeed(await searchEngines.list(principal.accountId));
			const engines: SearchEngineWithIndices[] = [];
			for (const hashid of hashids) {
				const found = toOwned(await searchEngines.find(hashid), principal);
				if (!found.ok) return found;
				engines.push(found.value);
			}
			return succeed(engines);
		},
		async run(name, engines, request) {
			const { period } = request;
			const caller = `statistics of ${engines[0]?.accountId}`;
			const facts = openReportFacts(source, { engines, period, caller, deadlineMs: monotonicMs() + timeoutMs });
			const answer = await runOnce(name, facts, request);
			if (!request.hasPrevious) return answer;
			const previous = await runOnce(name, facts.narrow({ period: toPreviousPeriod(period) }), request);
			return { ...answer, previous };
		},
	};
}

function toAnswer(report: Report): ReportAnswer {
	const { rows, hasRates = false } = report;
	const hasCounts = !hasRates && rows.some(({ count }) => typeof count === 'number');
	const totalCount = hasCounts ? rows.reduce((sum, { count }) => sum + Number(count ?? 0), 0) : rows.length;
	return { ...report, totalCount };
}
