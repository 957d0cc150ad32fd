/** How many searches of an engine find nothing? Of today and yesterday in UTC. */
import { formatUtcDay, toUtcDay } from '../../domain/event/utc-day.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { parsePeriod } from '../../domain/statistics/period.ts';
import { unwrap } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReportOptions } from './report-request.ts';
import type { Reports } from './run-report.ts';

export interface SearchCounts {
	readonly hashid: string;
	readonly count: number;
	/** Of them, without any hit. */
	readonly vainCount: number;
}

/** Counts of the engines that had searches. @throws {FailureError} `timed_out` */
export type CountVainSearches = (engines: readonly SearchEngineWithIndices[]) => Promise<readonly SearchCounts[]>;

const allSearches: ReportOptions = {
	...{ indices: [], attempts: [], hasNoResults: false, isOpportunity: false, origins: undefined, facets: [] },
	...{ metric: 'brand', rowsMax: 0, usageType: 'search', direction: 'rising' },
};

export function createVainSearchCounter(
	{ run }: Pick<Reports, 'run'>,
	{ nowMs }: Pick<Clock, 'nowMs'>,
): CountVainSearches {
	return async (engines) => {
		if (engines.length === 0) return [];
		const today = toUtcDay(nowMs());
		const days = { from: formatUtcDay(today - 1), to: formatUtcDay(today), timeZone: undefined };
		const period = unwrap(parsePeriod(days));
		const count = async (options: ReportOptions) => {
			const { rows } = await run('searches', engines, { period, isAggregated: false, hasPrevious: false, options });
			const counts = new Map<unknown, number>();
			for (const row of rows) counts.set(row.hashid, (counts.get(row.hashid) ?? 0) + Number(row.count));
			return counts;
		};
		const [all, vain] = [await count(allSearches), await count({ ...allSearches, hitCount: 0 })];
		return engines.flatMap(({ hashid }) => {
			const found = all.get(hashid) ?? 0;
			return found === 0 ? [] : [{ hashid, count: found, vainCount: vain.get(hashid) ?? 0 }];
		});
	};
}
