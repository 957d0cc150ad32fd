/** What the options of a report mean for rows of facts. Each is a list, empty when the option is not given. */
import {
	normalizeQuery,
	parseIndicesName,
	parseItemName,
	toFieldName,
	toItemName,
	toQueryName,
	toReferenceName,
} from '../../domain/statistics/fact-name.ts';
import { attemptCodes, deviceCodes, originCodes, sourceCodes } from '../../domain/statistics/fact-table.ts';
import type { ReportOptions } from './report-request.ts';

export type OriginCode = (typeof originCodes)[number];

export function ofDevice({ device }: ReportOptions) {
	return device === undefined ? [] : [{ column: 'device' as const, values: [deviceCodes.indexOf(device)] }];
}

export function ofQuery({ query }: ReportOptions) {
	return query === undefined ? [] : [{ column: 'query' as const, names: [toQueryName(normalizeQuery(query))] }];
}

/** In a search engine that does not have the item there are no such rows. */
export function ofItem({ item }: ReportOptions) {
	if (item === undefined) return [];
	return [{ column: 'item' as const, names: [toItemName(item)], hashid: item.hashid }];
}

/** Rows about an item of one of the indices. */
export function ofItemIndices(options: ReportOptions) {
	if (options.indices.length === 0) return [];
	const isMeant = createIndexTest(options);
	return [
		{
			column: 'item' as const,
			matches: (name: string, hashid: string) => isMeant(parseItemName(name).indexName, hashid),
		},
	];
}

/** Rows about searches in one of the indices, alone or among others. */
export function ofSearchedIndices(options: ReportOptions) {
	if (options.indices.length === 0) return [];
	const isMeant = createIndexTest(options);
	return [
		{
			column: 'indices' as const,
			matches(name: string, hashid: string) {
				const searched = parseIndicesName(name);
				return searched.length === 0 ? hasIndexOf(options, hashid) : searched.some((one) => isMeant(one, hashid));
			},
		},
	];
}

function createIndexTest({ indices }: ReportOptions): (name: string, hashid: string) => boolean {
	return (name, hashid) =>
		indices.some((index) => index.name === name && (index.hashid === undefined || index.hashid === hashid));
}

/** Whether any of the indices may be one of this search engine; a search in all of its indices is then meant. */
export function hasIndexOf({ indices }: ReportOptions, hashid: string): boolean {
	return indices.length === 0 || indices.some((index) => index.hashid === undefined || index.hashid === hashid);
}

export function ofAttempts({ attempts }: ReportOptions) {
	return attempts.length === 0 ? [] : [{ column: 'attempt' as const, values: attempts }];
}

/** Found only in spite of typing errors. */
const tolerantAttempts = [attemptCodes.indexOf('fuzzy'), attemptCodes.indexOf('phonetic_text')];
export const notTolerant = { column: 'attempt' as const, values: tolerantAttempts, isExcluding: true };
export const withoutHits = { column: 'hits' as const, values: [0] };
export const withHits = { ...withoutHits, isExcluding: true };

export function ofSource({ source }: ReportOptions) {
	return source === undefined ? [] : [{ column: 'source' as const, values: [sourceCodes.indexOf(source)] }];
}

export function ofHitCount({ hitCount, excludedHitCount }: ReportOptions) {
	return [
		...(hitCount === undefined ? [] : [{ column: 'hits' as const, values: [hitCount] }]),
		...(excludedHitCount === undefined
			? []
			: [{ column: 'hits' as const, values: [excludedHitCount], isExcluding: true }]),
	];
}

export function ofOrigin(...origins: readonly OriginCode[]) {
	return { column: 'origin' as const, values: origins.map((origin) => originCodes.indexOf(origin)) };
}

export function ofReference({ referenceId }: ReportOptions) {
	return referenceId === undefined ? [] : [{ column: 'reference' as const, names: [toReferenceName(referenceId)] }];
}

export function ofFacets({ facets }: ReportOptions) {
	return facets.length === 0 ? [] : [{ column: 'field' as const, names: facets.map(toFieldName) }];
}

/** What every option says of searches. */
export function ofSearches(options: ReportOptions) {
	return [
		...ofDevice(options),
		...ofQuery(options),
		...ofSearchedIndices(options),
		...ofAttempts(options),
		...ofSource(options),
		...ofHitCount(options),
	];
}

/** What every option says of clicks. */
export function ofClicks(options: ReportOptions) {
	return [...ofDevice(options), ...ofQuery(options), ...ofItem(options), ...ofItemIndices(options)];
}
