/** Which fields and values searches were narrowed by. */
import { isRangeName, parseRangeName, toNamedText } from '../../../domain/statistics/fact-name.ts';
import * as condition from '../conditions.ts';
import { byFirstSum, byMeasure, type GroupRow, listGroups } from '../list-groups.ts';
import { divide, onlyScan, type RunReport } from '../report.ts';
import type { ReportFacts } from '../report-facts.ts';
import { longListRows, type ReportOptions } from '../report-request.ts';

const anyValue = { column: 'value' as const, values: [0] };
const ofValues = { ...anyValue, isExcluding: true };
const queriesPerValueMax = 10;

function ofFacets(options: ReportOptions) {
	return [...condition.ofDevice(options), ...condition.ofQuery(options), ...condition.ofFacets(options)];
}

const toText = (name: string | number | undefined): string => toNamedText(String(name));

/** Searches that were narrowed by a field; the time is the beginning of the period. */
export const countFacets: RunReport = async (facts, options) => {
	const where = [...ofFacets(options), anyValue];
	const found = await facts.scan('facets', [{ where, by: ['field'], measures: ['uses'] }]);
	const rows = await listGroups(facts, found, { names: [true], isMerged: true, rowsMax: longListRows, ...byFirstSum });
	const [timestamp] = facts.period.dayStartsMs;
	return { rows: rows.map(({ keys: [field], sums: [count] }) => ({ facet: toText(field), count, timestamp })) };
};

/** The same by day; fields that were used in the period have a row for each of its days. */
export const countFacetsByDay: RunReport = async (facts, options) => {
	const where = [...ofFacets(options), anyValue];
	const found = await facts.scan('facets', [{ where, by: ['field', 'day'], measures: ['uses'] }]);
	const { dayStartsMs } = facts.period;
	const rows = await listGroups(facts, found, {
		...{ names: [true, false], isMerged: true, rowsMax: longListRows * dayStartsMs.length },
		...byFirstSum,
		isInAnyOrder: true,
	});
	const counts = new Map<string, number[]>();
	for (const {
		keys: [field, day],
		sums: [count = 0],
	} of rows) {
		const facet = toText(field);
		const days = counts.get(facet) ?? dayStartsMs.map(() => 0);
		days[Number(day)] = count;
		counts.set(facet, days);
	}
	const facets = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
	return {
		rows: dayStartsMs.flatMap((timestamp, day) =>
			facets.map(([facet, days]) => ({ facet, count: days[day] ?? 0, timestamp })),
		),
	};
};

/** The values that were used most, with the queries that they narrowed. */
export const listTopFacets: RunReport = async (facts, options) => {
	const values = await listValues(facts, options, options.rowsMax);
	const queries = await listQueriesOf(facts, options, values);
	return {
		rows: values.map(({ keys: [field, value], sums: [count] }) => ({
			facet: toText(field),
			value: parseValue(String(value)),
			count,
			searches: queries.get(`${field}\0${value}`) ?? [],
		})),
	};
};

interface QueryCount {
	readonly query: string;
	readonly count: number;
}

/** The queries that the values narrowed most often, by field and value. */
async function listQueriesOf(facts: ReportFacts, options: ReportOptions, values: readonly GroupRow[]) {
	const byField = Map.groupBy(values, ({ keys: [field] }) => String(field));
	// A value may belong to several fields, and groups have two keys: each field has a scan, all in one pass.
	const scans = [...byField].map(([field, ofField]) => ({
		where: [
			...ofFacets(options),
			{ column: 'field' as const, names: [field] },
			{ column: 'value' as const, names: ofField.map(({ keys: [, value] }) => String(value)) },
		],
		by: ['value', 'query'] as const,
		measures: ['uses'] as const,
	}));
	const found = await facts.scan('facets', scans);
	const queries = new Map<string, QueryCount[]>();
	for (const [at, field] of [...byField.keys()].entries()) {
		const rows = await listGroups(facts, onlyScan(found, at), {
			...{ names: [true, true], isMerged: true, rowsMax: Number.MAX_SAFE_INTEGER, rowsPerKeyMax: queriesPerValueMax },
			...byFirstSum,
			isInAnyOrder: true,
		});
		for (const [value, ofValue] of Map.groupBy(rows, ({ keys: [name] }) => name)) {
			const all = ofValue.map(({ keys: [, query], sums: [count = 0] }) => ({ query: toText(query), count }));
			const sorted = all.sort((a, b) => b.count - a.count || (a.query < b.query ? -1 : 1));
			queries.set(`${field}\0${value}`, sorted.slice(0, queriesPerValueMax));
		}
	}
	return queries;
}

/** Values and how often they led to nothing. */
export const listFilters: RunReport = async (facts, options) => {
	const rows = await listValues(facts, options, options.rowsMax);
	return {
		rows: rows.map(({ keys: [field, value], sums: [uses = 0, empty = 0] }) => ({
			facet: toText(field),
			value: parseValue(String(value)),
			...{ uses, empty, emptyRate: divide(empty, uses) },
		})),
	};
};

async function listValues(facts: ReportFacts, options: ReportOptions, rowsMax: number) {
	const where = [...ofFacets(options), ofValues];
	const measure = options.hasNoResults ? 1 : 0;
	const found = await facts.scan('facets', [{ where, by: ['field', 'value'], measures: ['uses', 'empty'] }]);
	return listGroups(facts, found, {
		...{ names: [true, true], isMerged: true, rowsMax },
		order: byMeasure(measure),
		keep: 'valued',
	});
}

/** A text, or the bounds of a range as texts. */
function parseValue(name: string): string | { gte?: string; lte?: string } {
	if (!isRangeName(name)) return toNamedText(name);
	const { from, to } = parseRangeName(name);
	return { ...(from !== null && { gte: String(from) }), ...(to !== null && { lte: String(to) }) };
}
