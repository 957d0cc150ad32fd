/** Which queries are searched more, or less, than in the period before? */
import { toNamedText } from '../../../domain/statistics/fact-name.ts';
import { toPreviousPeriod } from '../../../domain/statistics/period.ts';
import * as condition from '../conditions.ts';
import { listGroups } from '../list-groups.ts';
import { divide, joinFound, type RunReport } from '../report.ts';

export const listTrends: RunReport = async (facts, options) => {
	const scan = { where: condition.ofSearches(options), by: ['query'] as const, measures: ['searches'] as const };
	const now = await facts.scan('searches', [scan]);
	const before = await facts.narrow({ period: toPreviousPeriod(facts.period) }).scan('searches', [scan]);
	const sign = options.direction === 'rising' ? 1 : -1;
	const rows = await listGroups(facts, joinFound(now, before), {
		...{ names: [true], isMerged: true, rowsMax: options.rowsMax },
		order: [sign, -sign],
		keep: 'valued',
	});
	return {
		rows: rows.map(({ keys: [query], sums: [count = 0, previousCount = 0] }) => ({
			...{ query: toNamedText(String(query)), count, previousCount, change: count - previousCount },
			growth: divide(count - previousCount, previousCount),
		})),
	};
};
