/** What searches, widgets, banners and items lead to: clicks, carts, purchases and revenue, with rates and shares. */

import { formatDfid } from '../../../domain/item/dfid.ts';
import { toNamedText } from '../../../domain/statistics/fact-name.ts';
import { originCodes } from '../../../domain/statistics/fact-table.ts';
import { keepGroups } from '../../../statistics/reports/keep-groups.ts';
import type { OriginCode } from '../conditions.ts';
import * as condition from '../conditions.ts';
import type { ItemLabel } from '../item-labels.ts';
import { byFirstSum, byMeasure, listGroups } from '../list-groups.ts';
import { addAll, divide, joinFound, type RunReport, toMoney } from '../report.ts';
import type { EngineSums, ReportFacts } from '../report-facts.ts';
import { longListRows, type ReportOptions } from '../report-request.ts';
import { toItem } from './click-reports.ts';

const searchMeasures = ['searches', 'clicked', 'carted', 'bought', 'clicks', 'revenue'] as const;
const saleMeasures = ['carts', 'purchases', 'units', 'revenue'] as const;

/** By query: how many of its searches led to a click, a cart and a purchase. */
export const convertQueries: RunReport = async (facts, options) => {
	const where = condition.ofSearches(options);
	const ranked = [...condition.ofDevice(options), ...condition.ofQuery(options), ...condition.ofItemIndices(options)];
	const found = await facts.scan('searches', [{ where, by: ['query'], measures: searchMeasures }]);
	const rows = await listGroups(facts, found, {
		...{ names: [true], isMerged: true, rowsMax: options.rowsMax },
		...byFirstSum,
	});
	const listed = { column: 'query' as const, names: rows.map(({ keys: [name] }) => String(name)) };
	const positions = await averagePositions(facts, [...ranked, condition.ofOrigin('search', 'category_page'), listed]);
	const [searchesOfAll, revenueOfAll] = [0, 5].map(addAll(found)) as [number, number];
	return {
		rows: rows.map(({ keys: [name], sums }) => {
			const [searches = 0, clicked = 0, carted = 0, bought = 0, clicks = 0, revenue = 0] = sums;
			return {
				query: toNamedText(String(name)),
				...{ searches, clicked, carted, bought, clicks },
				revenue: toMoney(revenue),
				clickRate: divide(clicked, searches),
				cartRate: divide(carted, searches),
				conversionRate: divide(bought, searches),
				averagePosition: positions.get(String(name)) ?? null,
				searchShare: divide(searches, searchesOfAll),
				revenueShare: divide(revenue, revenueOfAll),
			};
		}),
	};
};

/** Queries with searches after which nothing was clicked. */
export const listUnclicked: RunReport = async (facts, options) => {
	const found = await facts.scan('searches', [
		{ where: condition.ofSearches(options), by: ['query'], measures: ['searches', 'clicked'] },
	]);
	const rows = await listGroups(facts, found, {
		...{ names: [true], isMerged: true, rowsMax: options.rowsMax },
		order: [1, -1],
		keep: 'valued',
	});
	return {
		rows: rows.map(({ keys: [name], sums: [searches = 0, clicked = 0] }) => ({
			query: toNamedText(String(name)),
			count: searches - clicked,
			searches,
			unclickedRate: divide(searches - clicked, searches),
		})),
	};
};

/** How many clicks on hits of searches were at which position. */
export const listPositions: RunReport = async (facts, options) => {
	const where = [...condition.ofClicks(options), condition.ofOrigin('search', 'category_page'), known];
	const found = await facts.scan('clicks', [{ where, by: ['rank'], measures: ['clicks'] }]);
	const rows = await listGroups(facts, found, {
		...{ names: [false], isMerged: true, rowsMax: longListRows },
		...byFirstSum,
	});
	const all = rows.reduce((sum, { sums: [clicks = 0] }) => sum + clicks, 0);
	const ranks = rows.reduce((sum, { keys: [rank], sums: [clicks = 0] }) => sum + Number(rank) * clicks, 0);
	const sorted = rows.toSorted((a, b) => Number(a.keys[0]) - Number(b.keys[0]));
	return {
		rows: sorted.map(({ keys: [position], sums: [clicks = 0] }) => ({
			...{ position, count: clicks },
			share: divide(clicks, all),
		})),
		more: { averagePosition: divide(ranks, all) },
	};
};

const known = { column: 'rank' as const, values: [0], isExcluding: true };

/** By query, the average position of its clicks. */
async function averagePositions(
	facts: ReportFacts,
	where: Parameters<typeof facts.scan<'clicks'>>[1][number]['where'],
) {
	const found = await facts.scan('clicks', [{ where: [...where, known], by: ['query', 'rank'], measures: ['clicks'] }]);
	const rows = await listGroups(facts, found, {
		...{ names: [true, false], isMerged: true, rowsMax: Number.MAX_SAFE_INTEGER, isInAnyOrder: true },
		order: [],
	});
	const sums = new Map<string, { clicks: number; ranks: number }>();
	for (const {
		keys: [query, rank],
		sums: [clicks = 0],
	} of rows) {
		const before = sums.get(String(query)) ?? { clicks: 0, ranks: 0 };
		sums.set(String(query), { clicks: before.clicks + clicks, ranks: before.ranks + Number(rank) * clicks });
	}
	return new Map([...sums].map(([query, { clicks, ranks }]) => [query, divide(ranks, clicks)] as const));
}

/** Displays, clicks, carts and purchases of what is shown beside searches. By revenue, and by clicks where there is none. */
export function convertReferences(origin: OriginCode, nameOf: 'widgetId' | 'id'): RunReport {
	return async (facts, options) => {
		const where = [...condition.ofDevice(options), condition.ofOrigin(origin), ...condition.ofReference(options)];
		const by = ['reference'] as const;
		const displays = await facts.scan('displays', [{ where, by, measures: ['displays'] }]);
		const clicks = await facts.scan('clicks', [{ where, by, measures: ['clicks'] }]);
		const sales = await facts.scan('conversions', [{ where, by, measures: saleMeasures }]);
		const all = await sumSales(facts, options);
		const rows = await listGroups(facts, joinFound(displays, clicks, sales), {
			...{ names: [true], isMerged: true, rowsMax: options.rowsMax },
			order: byMeasure(all(3) > 0 ? 5 : 1),
		});
		return {
			rows: rows.map(({ keys: [name], sums }) => {
				const [shown = 0, clicked = 0, ...sold] = sums;
				return {
					[nameOf]: toNamedText(String(name)),
					...{ displays: shown, clicks: clicked, clickRate: divide(clicked, shown) },
					...toSales(sold, clicked, all),
				};
			}),
		};
	};
}

/** By item, wherever it was clicked. What is shown is counted for whatever query. */
export const convertItems: RunReport = async (facts, options, { readLabels }) => {
	const where = [...condition.ofDevice(options), ...condition.ofQuery(options), ...condition.ofItem(options)];
	const ofItems = [...where, ...condition.ofItemIndices(options)];
	const clicks = await facts.scan('clicks', [{ where: ofItems, by: ['item'], measures: ['clicks'] }]);
	const sales = await facts.scan('conversions', [{ where: ofItems, by: ['item'], measures: saleMeasures }]);
	const shown = options.query === undefined ? await scanImpressions(facts, options) : [];
	const all = await sumSales(facts, options);
	const found = joinFound(clicks, sales);
	const rows = await listGroups(facts, joinFound(found, await keepFound(facts, shown, found)), {
		...{ names: [true], isMerged: false, rowsMax: options.rowsMax },
		order: byMeasure(all(3) > 0 ? 4 : 0),
	});
	const items = rows.map(toItem);
	const labels = await readLabels(facts, items);
	return {
		rows: items.map((item, at) => {
			const [clicks = 0, carts = 0, purchases = 0, units = 0, revenue = 0, impressions = null] = rows[at]?.sums ?? [];
			const { title, link } = labels[at] as ItemLabel;
			return {
				...{ dfid: formatDfid(item), title, link, impressions, clicks },
				clickThroughRate: divide(clicks, impressions ?? 0),
				...toSales([carts, purchases, units, revenue], clicks, all),
			};
		}),
	};
};

/** Of all items, so that the sums are kept for whatever items are asked for. */
function scanImpressions(facts: ReportFacts, options: ReportOptions): Promise<readonly EngineSums[]> {
	return facts.scan('impressions', [{ where: condition.ofDevice(options), by: ['item'], measures: ['impressions'] }]);
}

/** Without the groups that nothing else was found of: many more items are shown than clicked. */
function keepFound(
	facts: ReportFacts,
	shown: readonly EngineSums[],
	found: readonly EngineSums[],
): Promise<readonly EngineSums[]> {
	return facts.runShort(() =>
		shown.map((one, at) => ({
			...one,
			results: one.results.map((result) => keepGroups(result, found[at]?.results ?? [])),
		})),
	);
}

/** What led to purchases: the last click on what was bought. */
export const convertOrigins: RunReport = async (facts, options) => {
	const where = condition.ofDevice(options);
	const clicks = await facts.scan('clicks', [{ where, by: ['origin'], measures: ['clicks'] }]);
	const sales = await facts.scan('conversions', [{ where, by: ['origin'], measures: saleMeasures }]);
	const all = await sumSales(facts, options);
	const rows = await listGroups(facts, joinFound(clicks, sales), {
		...{ names: [false], isMerged: true, rowsMax: originCodes.length },
		order: byMeasure(all(3) > 0 ? 4 : 0),
	});
	return {
		rows: rows.map(({ keys: [code], sums: [clicked = 0, ...sold] }) => ({
			origin: originCodes[Number(code)],
			clicks: clicked,
			...toSales(sold, clicked, all),
		})),
	};
};

/** Measures of purchases of the whole period, whatever led to them. */
async function sumSales(facts: ReportFacts, options: ReportOptions) {
	const where = condition.ofDevice(options);
	return addAll(await facts.scan('conversions', [{ where, by: [], measures: saleMeasures }]));
}

function toSales(sold: readonly number[], clicks: number, all: (measure: number) => number) {
	const [carts = 0, purchases = 0, units = 0, revenue = 0] = sold;
	return {
		...{ carts, purchases, units, revenue: toMoney(revenue) },
		cartRate: divide(carts, clicks),
		conversionRate: divide(purchases, clicks),
		purchaseShare: divide(purchases, all(1)),
		revenueShare: divide(revenue, all(3)),
	};
}
