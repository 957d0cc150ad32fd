/** What was clicked: items, banners, custom results, redirections. */
import { formatDfid } from '../../../domain/item/dfid.ts';
import { parseItemName, toNamedText } from '../../../domain/statistics/fact-name.ts';
import { createDistinctCount } from '../../../statistics/distinct-count.ts';
import type { OriginCode } from '../conditions.ts';
import * as condition from '../conditions.ts';
import type { ItemLabel, LabelledItem } from '../item-labels.ts';
import { byFirstSum, type GroupRow, listGroups, mapRows, readKey, sortGroups } from '../list-groups.ts';
import { addAll, addByDay, joinFound, type ReportRow, type RunReport, toDayRows } from '../report.ts';
import { longListRows } from '../report-request.ts';

export const notRedirect = { ...condition.ofOrigin('redirect'), isExcluding: true };
const ofAnyItem = { column: 'item' as const, values: [0], isExcluding: true };

export const countClicks: RunReport = async (facts, options) => {
	const { origins } = options;
	const ofOrigins = origins === undefined ? notRedirect : condition.ofOrigin(...origins);
	const found = await facts.scan('clicks', [
		{ where: [...condition.ofClicks(options), ofOrigins], by: ['day'], measures: ['clicks'] },
	]);
	return { rows: toDayRows(facts, addByDay(facts, found)[0]) };
};

/** Who clicked, and how often. */
export const countClickers: RunReport = async (facts, options) => {
	const users = createDistinctCount();
	const where = condition.ofClicks(options);
	await facts.scan('clickers', [{ where, by: [], measures: ['clicks'], distinct: { column: 'user', count: users } }]);
	const found = await facts.scan('clicks', [
		{ where: [...where, notRedirect], by: [], measures: ['clicks'] },
		{ where: [...where, ofAnyItem], by: [], measures: ['clicks'] },
	]);
	return { rows: [{ clicks: addAll(found)(0), productClicks: addAll(found, 1)(0), users: users.count() }] };
};

export const listClickedItems: RunReport = async (facts, options, { readLabels }) => {
	const found = await facts.scan('clicks', [
		{ where: condition.ofClicks(options), by: ['item'], measures: ['clicks'] },
	]);
	const rows = await listGroups(facts, found, {
		names: [true],
		isMerged: false,
		rowsMax: options.rowsMax,
		...byFirstSum,
	});
	const items = rows.map(toItem);
	const labels = await readLabels(facts, items);
	return {
		rows: rows.map(({ sums: [count] }, at) => {
			const { title, link } = labels[at] as ItemLabel;
			return { dfid: formatDfid(items[at] as LabelledItem), title, link, count };
		}),
	};
};

/** How often which item was clicked at which position. */
export const listItemPositions: RunReport = async (facts, options) => {
	const where = [...condition.ofClicks(options), { column: 'rank' as const, values: [0], isExcluding: true }];
	const found = await facts.scan('clicks', [{ where, by: ['item', 'rank'], measures: ['clicks'] }]);
	const sorted = await sortGroups(facts, found, {
		...{ names: [true, false], isMerged: false, rowsMax: longListRows, ...byFirstSum },
	});
	const [clicks] = sorted.groups.sums;
	const readProduct = readKey(sorted, 0, (name, hashid) => formatDfid(toLabelled(name, hashid)));
	const readPosition = readKey(sorted, 1, Number);
	return {
		rows: mapRows(sorted.rows, (row) => ({
			product: readProduct(row),
			position: readPosition(row),
			clicks: clicks?.[row],
		})),
	};
};

/** The brands or categories of what was clicked. An item has those that it has now. */
export const listClickedLabels: RunReport = async (facts, options, { readLabels }) => {
	const found = await facts.scan('clicks', [
		{ where: condition.ofClicks(options), by: ['item'], measures: ['clicks'] },
	]);
	const sorted = await sortGroups(facts, found, {
		...{ names: [true], isMerged: false, rowsMax: longListRows, isInAnyOrder: true, ...byFirstSum },
	});
	const { rows, groups } = sorted;
	const labels = await readLabels(facts, mapRows(rows, readKey(sorted, 0, toLabelled)));
	const counts = new Map<string, number>();
	const isBrand = options.metric === 'brand';
	for (const [at, row] of rows.entries()) {
		const { brands, categories } = labels[at] as ItemLabel;
		for (const label of toDistinct(isBrand ? brands : categories))
			counts.set(label, (counts.get(label) ?? 0) + (groups.sums[0]?.[row] ?? 0));
	}
	const largest = [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
	return {
		rows: largest.slice(0, options.rowsMax).map(([label, count]) => ({
			...(isBrand ? { brand: label } : { categories: [label] }),
			count,
		})),
	};
};

/** Nearly all items have one, for which a set would take longer than all else. */
function toDistinct(labels: readonly string[]): Iterable<string> {
	return labels.length <= 1 ? labels : new Set(labels);
}

/** Displays and clicks by the shop's own number; other references are not of the shop's making. */
export function listReferences(origin: OriginCode): RunReport {
	return async (facts, options) => {
		const ofAll = [condition.ofOrigin(origin), ...condition.ofReference(options)];
		const engines = facts.engines.filter(({ hashid }) => condition.hasIndexOf(options, hashid));
		const narrowed = facts.narrow({ engines });
		const where = [...ofAll, ...condition.ofQuery(options), ...condition.ofItem(options)];
		const displays = await narrowed.scan('displays', [{ where: ofAll, by: ['reference'], measures: ['displays'] }]);
		const clicks = await narrowed.scan('clicks', [{ where, by: ['reference'], measures: ['clicks'] }]);
		const rows = await listGroups(facts, joinFound(displays, clicks), {
			...{ names: [true], isMerged: true, rowsMax: longListRows },
			order: [1, 1],
		});
		return {
			rows: rows.flatMap((row) => {
				const [shown, clicked] = row.sums;
				const id = toNumber(row);
				return id === undefined ? [] : [{ id, displays: shown, clicks: clicked }];
			}),
		};
	};
}

/** What events know of a redirection is its number; where it leads is the shop's matter. */
export const listRedirects: RunReport = async (facts, options) => {
	const where = [condition.ofOrigin('redirect'), ...condition.ofReference(options), ...condition.ofQuery(options)];
	const found = await facts.scan('clicks', [{ where, by: ['reference'], measures: ['clicks'] }]);
	const rows = await listGroups(facts, found, { names: [true], isMerged: true, rowsMax: longListRows, ...byFirstSum });
	return {
		rows: rows.flatMap((row): ReportRow[] => {
			const id = toNumber(row);
			return id === undefined ? [] : [{ id, link: '', count: row.sums[0] }];
		}),
	};
};

export function toItem({ hashid, keys: [name = ''] }: GroupRow): LabelledItem {
	return toLabelled(name, hashid);
}

function toLabelled(name: string | number, hashid: string): LabelledItem {
	const { indexName, itemKey } = parseItemName(String(name));
	return { hashid, indexName, itemKey };
}

function toNumber({ keys: [name] }: GroupRow): number | undefined {
	const text = toNamedText(String(name));
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
