/** What was searched, how often, and from where. */
import { parseLocationName, toNamedText } from '../../../domain/statistics/fact-name.ts';
import * as condition from '../conditions.ts';
import { byFirstSum, type GroupRow, listGroups, mapRows, readKey, sortGroups } from '../list-groups.ts';
import { addByDay, type ReportRow, type RunReport, toDayRows } from '../report.ts';
import type { ReportFacts } from '../report-facts.ts';
import { longListRows, type ReportOptions } from '../report-request.ts';

/** With an item: the searches that led to a click on it. */
export const countSearches: RunReport = async (facts, options) => {
	const by = ['day'] as const;
	const found =
		options.item === undefined
			? await facts.scan('searches', [{ where: condition.ofSearches(options), by, measures: ['searches'] }])
			: await facts.scan('clicks', [{ where: condition.ofClicks(options), by, measures: ['searches'] }]);
	return { rows: toDayRows(facts, addByDay(facts, found)[0]) };
};

export const listTopSearches: RunReport = async (facts, options) => {
	const by = ['query'] as const;
	if (options.item !== undefined) return toQueryReport(await listClickedQueries(facts, options, 'searches'));
	const where = condition.ofSearches(options);
	const measures = ['searches'] as const;
	const without = [
		...(options.hasNoResults ? [condition.withHits] : []),
		...(options.isOpportunity ? [condition.notTolerant, condition.withoutHits] : []),
	];
	const found = await facts.scan('searches', [
		{ where, by, measures },
		// Of what these count, a listed query has nothing.
		...without.map((one) => ({ where: [...where, one], by, measures })),
	]);
	const rows = await listGroups(facts, found, {
		...{ names: [true], isMerged: true, rowsMax: options.rowsMax },
		order: byFirstSum.order,
		keep: 'first_only',
	});
	return toQueryReport(rows);
};

/** By clicks on what they found. */
export const listPopularSearches: RunReport = async (facts, options) => {
	if (options.item !== undefined) return toQueryReport(await listClickedQueries(facts, options, 'clicks'));
	const found = await facts.scan('searches', [
		{ where: condition.ofSearches(options), by: ['query'], measures: ['clicks'] },
	]);
	return toQueryReport(await listByCount(facts, found, options.rowsMax));
};

/** The searches that led to clicks on an item. */
export const listSearchesOfItem: RunReport = async (facts, options) =>
	toQueryReport(await listClickedQueries(facts, options, 'clicks'));

async function listClickedQueries(
	facts: ReportFacts,
	options: ReportOptions,
	measure: 'searches' | 'clicks',
): Promise<GroupRow[]> {
	const found = await facts.scan('clicks', [
		{ where: condition.ofClicks(options), by: ['query'], measures: [measure] },
	]);
	return listByCount(facts, found, options.rowsMax);
}

function listByCount(facts: ReportFacts, found: Parameters<typeof listGroups>[1], rowsMax: number) {
	return listGroups(facts, found, {
		...{ names: [true], isMerged: true, rowsMax },
		...byFirstSum,
	});
}

function toQueryReport(rows: readonly GroupRow[]): { rows: ReportRow[] } {
	return { rows: rows.map(({ keys: [query], sums: [count] }) => ({ count, query: toNamedText(String(query)) })) };
}

/** Of an item: from where the searches came that are known to have led to clicks on it. */
export const listSearchLocations: RunReport = async (facts, options) => {
	const queries = options.item === undefined ? [] : [await ofQueriesWithClicks(facts, options)];
	const engines = facts.engines.filter(({ hashid }) => condition.hasIndexOf(options, hashid));
	const where = [...condition.ofDevice(options), ...condition.ofQuery(options), ...queries];
	const found = await facts
		.narrow({ engines })
		.scan('locations', [{ where, by: ['query', 'location'], measures: ['searches'] }]);
	const sorted = await sortGroups(facts, found, {
		...{ names: [true, true], isMerged: true, rowsMax: longListRows },
		...byFirstSum,
	});
	const readQuery = readKey(sorted, 0, (name) => toNamedText(String(name)));
	const readLocation = readKey(sorted, 1, (name) => parseLocationName(String(name)));
	return {
		rows: mapRows(sorted.rows, (row) => {
			const { country, continent, city, latitude, longitude } = readLocation(row);
			// Spreading would take several times as long.
			return { query: readQuery(row), country, continent, city, latitude, longitude };
		}),
	};
};

async function ofQueriesWithClicks(facts: ReportFacts, options: ReportOptions) {
	const rows = await listClickedQueries(facts, { ...options, rowsMax: longListRows }, 'clicks');
	return { column: 'query' as const, names: rows.map(({ keys: [query] }) => String(query)) };
}
