/** What a shop looks at every day: each figure by day, from one call. */
import * as condition from '../conditions.ts';
import { addByDay, divide, type RunReport, toMoney } from '../report.ts';
import { notRedirect } from './click-reports.ts';

/** The same figures as those of the reports `searches`, `clicks`, `checkouts` and `sales`. */
export const listFigures: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const by = ['day'] as const;
	const searches = await facts.scan('searches', [
		{ where, by, measures: ['searches'] },
		{ where: [...where, condition.withoutHits], by, measures: ['searches'] },
	]);
	const clicks = await facts.scan('clicks', [{ where: [...where, notRedirect], by, measures: ['clicks'] }]);
	const sessions = await facts.scan('sessions', [{ where, by, measures: ['sessions'] }]);
	const checkouts = await facts.scan('checkouts', [{ where, by, measures: ['checkouts', 'revenue'] }]);
	const columns = [
		...[...addByDay(facts, searches), ...addByDay(facts, searches, 1), ...addByDay(facts, clicks)],
		...[...addByDay(facts, sessions), ...addByDay(facts, checkouts)],
	];
	return {
		rows: facts.period.dayStartsMs.map((timestamp, day) => {
			const [all = 0, empty = 0, clicked = 0, begun = 0, bought = 0, revenue = 0] = columns.map((sums) => sums[day]);
			return {
				...{ timestamp, searches: all, empty, clicks: clicked, sessions: begun, checkouts: bought },
				...{ revenue: toMoney(revenue), emptyRate: divide(empty, all), conversionRate: divide(bought, begun) },
			};
		}),
	};
};
