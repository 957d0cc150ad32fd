/** How many sessions and shoppers there were, from where they came, and what they bought. */

import { formatDfid } from '../../../domain/item/dfid.ts';
import { parseLocationName, toNamedText } from '../../../domain/statistics/fact-name.ts';
import { createDistinctCount } from '../../../statistics/distinct-count.ts';
import * as condition from '../conditions.ts';
import type { ItemLabel } from '../item-labels.ts';
import { byFirstSum, listGroups } from '../list-groups.ts';
import { addAll, addByDay, divide, type RunReport, toDayRows, toMoney } from '../report.ts';
import { longListRows } from '../report-request.ts';
import { toItem } from './click-reports.ts';

export const countInits: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const found = await facts.scan('sessions', [{ where, by: ['day'], measures: ['inits'] }]);
	return { rows: toDayRows(facts, addByDay(facts, found)[0]) };
};

/** Each place once. */
export const listInitLocations: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const found = await facts.scan('locations', [{ where, by: ['location'], measures: ['inits'] }]);
	const rows = await listGroups(facts, found, {
		...{ names: [true], isMerged: true, rowsMax: longListRows },
		...byFirstSum,
	});
	return {
		rows: rows.flatMap(({ keys: [name] }) => {
			const { latitude, longitude } = parseLocationName(String(name));
			return latitude === null || longitude === null ? [] : [{ latitude, longitude }];
		}),
	};
};

export const countInitUsers: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const sessions = createDistinctCount();
	const users = createDistinctCount();
	const found = await facts.scan('sessions', [
		{ where, by: [], measures: ['inits'], distinct: { column: 'session', count: sessions } },
		{ where, by: [], measures: ['inits'], distinct: { column: 'user', count: users } },
	]);
	return { rows: [{ sessions: addAll(found)(0), uniqueSessions: sessions.count(), users: users.count() }] };
};

/** The row is beside the list too, because some clients read it there. */
export const countUses: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const sessions = addAll(await facts.scan('sessions', [{ where, by: [], measures: ['visits', 'inits'] }]));
	const searches = addAll(await facts.scan('searches', [{ where, by: [], measures: ['searches'] }]));
	const row = { visits: sessions(0), inits: sessions(1), searches: searches(0) };
	return { rows: [row], more: { ...row, total: 0, totalCount: 0 } };
};

export const countCheckouts: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const found = await facts.scan('checkouts', [{ where, by: ['day'], measures: ['checkouts'] }]);
	return { rows: toDayRows(facts, addByDay(facts, found)[0]) };
};

/** What each session paid, the greatest amounts first. */
export const listSales: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const found = await facts.scan('checkouts', [{ where, by: ['session'], measures: ['revenue', 'checkouts'] }]);
	const rows = await listGroups(facts, found, {
		...{ names: [true], isMerged: false, rowsMax: longListRows },
		order: byFirstSum.order,
	});
	return {
		rows: rows.map(({ keys: [session], sums: [revenue = 0] }) => ({
			session: toNamedText(String(session)),
			amount: toMoney(revenue),
		})),
		more: { totalAmount: toMoney(addAll(found)(0)) },
	};
};

export const listTopSales: RunReport = async (facts, options, { readLabels }) => {
	const found = await facts.scan('conversions', [
		{ where: condition.ofDevice(options), by: ['item'], measures: ['units', 'revenue'] },
	]);
	const rows = await listGroups(facts, found, {
		...{ names: [true], isMerged: false, rowsMax: options.rowsMax },
		...byFirstSum,
	});
	const items = rows.map(toItem);
	const labels = await readLabels(facts, items);
	return {
		rows: items.map((item, at) => {
			const [units = 0, revenue = 0] = rows[at]?.sums ?? [];
			const dfid = formatDfid(item);
			const { title } = labels[at] as ItemLabel;
			return { dfid, title, sumAmount: units, avgPrice: divide(toMoney(revenue), units) };
		}),
	};
};

/** What sessions with a search buy, and what those without one do. */
export const compareSessions: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const rows = [];
	for (const hasSearch of [1, 0]) {
		const ofKind = [...where, { column: 'hasSearch' as const, values: [hasSearch] }];
		const buyers = createDistinctCount();
		const sums = addAll(
			await facts.scan('sessions', [
				{ where: ofKind, by: [], measures: ['sessions', 'purchases', 'revenue'] },
				{ where: ofKind, by: [], measures: ['purchases'], distinct: { column: 'session', count: buyers } },
			]),
		);
		const [sessions, purchases, revenue] = [sums(0), sums(1), toMoney(sums(2))];
		const buying = buyers.count();
		rows.push({
			...{ withSearch: hasSearch === 1, sessions, buyingSessions: buying, purchases, revenue },
			conversionRate: divide(buying, sessions),
			revenuePerSession: divide(revenue, sessions),
		});
	}
	const all = rows.reduce((sum, { sessions }) => sum + sessions, 0);
	const revenueOfAll = rows.reduce((sum, { revenue }) => sum + revenue, 0);
	return {
		rows: rows.map((row) => ({
			...row,
			sessionShare: divide(row.sessions, all),
			revenueShare: divide(row.revenue, revenueOfAll),
		})),
	};
};
