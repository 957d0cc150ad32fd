/** From parameters to a search request in terms of the product. Names of the wire end here. */

import { facetWireNames, parseFacetKind } from '../../domain/query/facet-kind.ts';
import type { Filter } from '../../domain/query/filter.ts';
import { geoFieldDefault, type QueryName, queryNames, type SortRule } from '../../domain/query/index-query.ts';
import {
	facetBucketsDefault,
	facetBucketsMax,
	facetsMax,
	fieldNameLengthMax,
	filtersMax,
	findPagingProblem,
	hitsPerPageDefault,
	resultFieldsMax,
	sessionIdLengthMax,
	sortRulesMax,
	userIdLengthMax,
	variantFieldsMax,
} from '../../domain/query/query-limits.ts';
import { cutQueryText } from '../../domain/query/query-text.ts';
import type { RequestedFacet, SearchRequest, SuggestRequest } from '../../domain/query/search-request.ts';
import { parseSearchSource } from '../../domain/query/search-source.ts';
import { indicesPerSearchEngineMax } from '../../domain/search-engine/search-engine.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { listEntries, listMembers, listTexts, type ParameterNode, readText } from '../server/parameter-node.ts';
import { parseFilters, parseGeoPoint } from '../shared/filter-parameters.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';
import { parseHighlight } from './highlight-parameters.ts';
import { listNames } from './list-names.ts';
import { readBoolean } from './read-boolean.ts';

/** @throws {FailureError} `invalid` for the first parameter that is wrong. Unknown parameters are ignored. */
export function parseSearchRequest(root: ParameterNode): SearchRequest {
	const { text, isTruncated } = cutQueryText(readText(root, 'query') ?? '');
	const isExact = readBoolean(root, 'filter_exact');
	const alternatives = parseFilters(root, 'filter', isExact);
	const every = parseEvery(root, isExact);
	const execution = parseFilterExecution(root);
	const filters = [...alternatives, ...every];
	const excludes = parseFilters(root, 'exclude', isExact);
	if (filters.length + excludes.length > filtersMax)
		throw refuseParameter('filter', `there are more than ${filtersMax}`);
	// These are accepted and checked, although the answer has none of these features yet.
	for (const name of ['title_facet', 'top_facet', 'custom_results', 'excluded_results']) readBoolean(root, name);
	return {
		text,
		isTextTruncated: isTruncated,
		...parsePaging(root),
		indexNames: parseIndexNames(root),
		queryName: parseQueryName(root),
		filters,
		excludes,
		// All the values of one field are one condition, to which there is no alternative.
		filterExecution: alternatives.length === 0 && isOfOneField(every) ? 'and' : execution,
		facets: parseFacets(root.children.get('facets')),
		sort: parseSort(root.children.get('sort')),
		isGrouped: readBoolean(root, 'grouping'),
		variantFields: parseFieldNames(root, 'with_variants'),
		resultFields: parseResultFields(root),
		...parseHighlight(root),
		hasUnderstanding: readBoolean(root, 'understanding') ?? true,
		hasAutoFilters: readBoolean(root, 'auto_filters') ?? false,
		skippedAutoFilters: parseFieldNames(root, 'skip_auto_filters'),
		source: parseSearchSource(readText(root, 'source')),
		isRecorded: readBoolean(root, 'stats') ?? true,
		...parseSession(root),
	};
}

/** @throws {FailureError} `invalid` */
export function parseSuggestRequest(root: ParameterNode): SuggestRequest {
	const { text } = cutQueryText(readText(root, 'query') ?? '');
	readBoolean(root, 'stats');
	parseSession(root);
	return { text, indexNames: parseIndexNames(root) };
}

/**
 * The session and the user of a request, null where it names none.
 * @throws {FailureError} `invalid`
 */
export function parseSession(root: ParameterNode): Pick<SearchRequest, 'sessionId' | 'userId'> {
	const sessionId = readText(root, 'session_id') || null;
	if (sessionId !== null && sessionId.length > sessionIdLengthMax) {
		const message = `session_id should have ${sessionIdLengthMax} characters or less`;
		throw new FailureError(fail('invalid', { message }).failure);
	}
	const userId = readText(root, 'user_id') || null;
	if (userId !== null && userId.length > userIdLengthMax) {
		throw new FailureError(fail('invalid', { message: 'invalid_user_id' }).failure);
	}
	return { sessionId, userId };
}

/** A whole number ≥ 0 in decimal digits; `NaN` for any other text. */
function toWholeNumber(text: string): number {
	return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function parsePaging(root: ParameterNode): { page: number; hitsPerPage: number } {
	const page = toWholeNumber(readText(root, 'page') || '1');
	const hitsPerPage = toWholeNumber(readText(root, 'rpp') || String(hitsPerPageDefault));
	const problem = findPagingProblem(page, hitsPerPage);
	if (problem !== undefined) throw new FailureError(fail('invalid', { message: problem }).failure);
	return { page, hitsPerPage };
}

function parseIndexNames(root: ParameterNode): string[] {
	const names = [...new Set(listTexts(root.children.get('indices')))];
	if (names.length > indicesPerSearchEngineMax) throw refuseParameter('indices', 'there are too many');
	return names;
}

function parseQueryName(root: ParameterNode): QueryName | undefined {
	const text = readText(root, 'query_name') || undefined;
	const queryName = queryNames.find((name) => name === text);
	if (queryName === undefined && text !== undefined) {
		throw refuseParameter('query_name', `it must be one of ${queryNames.join(', ')}`);
	}
	return queryName;
}

function parseFilterExecution(root: ParameterNode): 'and' | 'or' {
	const text = (readText(root, 'filter_execution') || 'and').toLowerCase();
	if (text === 'and' || text === 'or') return text;
	throw refuseParameter('filter_execution', 'it must be and or or');
}

function parseFieldNames(root: ParameterNode, name: string): string[] {
	const names = [...new Set(listTexts(root.children.get(name)))];
	if (names.length > variantFieldsMax) throw refuseParameter(name, `there are more than ${variantFieldsMax}`);
	for (const fieldName of names) checkFieldName(name, fieldName);
	return names;
}

function parseResultFields(root: ParameterNode): ReadonlySet<string> | undefined {
	const names = listNames(root, 'fields', { max: resultFieldsMax, lengthMax: fieldNameLengthMax });
	return names.length === 0 ? undefined : new Set(names);
}

function checkFieldName(parameter: string, fieldName: string): void {
	if (fieldName.length > fieldNameLengthMax) throw refuseParameter(parameter, 'a field name is too long');
}

/** An empty list asks for no facets; `facets=` has no effect. */
function parseFacets(node: ParameterNode | undefined): RequestedFacet[] | undefined {
	if (node === undefined || (node.values.length > 0 && listTexts(node).length === 0)) return undefined;
	const entries = node.children.has('field') ? [node] : listEntries(node).filter(({ values }) => values[0] !== '');
	if (entries.length === 0 && node.children.size > 0) throw refuseParameter('facets', 'it must be a list');
	if (entries.length > facetsMax) throw refuseParameter('facets', `there are more than ${facetsMax}`);
	const facets = new Map<string, RequestedFacet>();
	for (const entry of entries) {
		const facet = parseFacet(entry);
		if (!facets.has(facet.fieldName)) facets.set(facet.fieldName, facet);
	}
	return [...facets.values()];
}

/** @throws {FailureError} `invalid` */
export function parseFacet(node: ParameterNode): RequestedFacet {
	const fieldName = readText(node, 'field') ?? node.values.at(-1) ?? '';
	if (fieldName === '') throw refuseParameter('facets', 'field is missing');
	checkFieldName('facets', fieldName);
	const given = readText(node, 'type') || undefined;
	const kind = given === undefined ? undefined : parseFacetKind(given.toLowerCase());
	if (given !== undefined && kind === undefined) {
		throw refuseParameter('facets', `type of ${fieldName} must be ${listAlternatives(facetWireNames)}`);
	}
	const size = toWholeNumber(readText(node, 'size') || String(facetBucketsDefault));
	if (!(size >= 1)) throw refuseParameter('facets', `size of ${fieldName} must be a whole number from 1`);
	return {
		kind,
		fieldName,
		size: Math.min(size, facetBucketsMax),
		...(readBoolean(node, 'filtered') && { isFiltered: true }),
		...(readBoolean(node, 'stats') && { hasStats: true }),
	};
}

/** A filter for each value, so that an item must have all of them. */
function parseEvery(root: ParameterNode, isExact: boolean | undefined): Filter[] {
	return parseFilters(root, 'filter_all', isExact).flatMap((filter): Filter[] => {
		if (filter.kind !== 'terms') throw refuseParameter('filter_all', `${filter.fieldName} must have values`);
		return filter.values.map((value) => ({ ...filter, values: [value] }));
	});
}

function isOfOneField(filters: readonly Filter[]): boolean {
	return new Set(filters.map(({ fieldName }) => fieldName)).size === 1;
}

/** `a, b or c`. */
function listAlternatives(names: readonly string[]): string {
	return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

const distanceSortName = '_geo_distance';
const scoreSortName = '_score';

/** `sort[0][price]=asc`, `sort[price]=asc`, `sort[]=price`, `sort=price` and `sort=price:asc`, also mixed. */
function parseSort(node: ParameterNode | undefined): SortRule[] {
	if (node === undefined) return [];
	const entries = [...listEntries(node), { values: [], children: new Map(listMembers(node)) }].map(
		({ values, children }) => ({ names: values.filter((name) => name !== ''), children }),
	);
	let ruleCount = 0;
	for (const { names, children } of entries) ruleCount += names.length + children.size;
	if (ruleCount > sortRulesMax) throw refuseParameter('sort', `there are more than ${sortRulesMax} rules`);
	return entries.flatMap(parseSortEntry);
}

interface SortEntry {
	/** Without empty ones. */
	readonly names: readonly string[];
	readonly children: ParameterNode['children'];
}

function parseSortEntry({ names, children }: SortEntry): SortRule[] {
	const rules = [...children].map(([name, node]) => {
		if (name === distanceSortName) return toDistanceRule(node);
		return toFieldRule(name, listTexts(node).at(-1) ?? (readText(node, 'order') || 'asc'));
	});
	return [...names.map(toNamedRule), ...rules];
}

/** `price` and `price:desc`. Any other text after a colon is part of the name, as in `attribute:colour`. */
function toNamedRule(text: string): SortRule {
	const colon = text.lastIndexOf(':');
	const fieldName = text.slice(0, Math.max(colon, 0)).trimEnd();
	const order = text.slice(colon + 1).trim();
	return fieldName !== '' && /^(?:asc|desc)$/i.test(order) ? toFieldRule(fieldName, order) : toFieldRule(text, 'asc');
}

function toFieldRule(fieldName: string, order: string): SortRule {
	checkFieldName('sort', fieldName);
	const isDescending = parseOrder(order);
	return fieldName === scoreSortName ? { kind: 'score' } : { kind: 'field', fieldName, isDescending };
}

function parseOrder(text: string): boolean {
	const order = text.toLowerCase();
	if (order !== 'asc' && order !== 'desc') throw refuseParameter('sort', 'the order must be asc or desc');
	return order === 'desc';
}

function toDistanceRule(node: ParameterNode): SortRule {
	const point = parseGeoPoint(readText(node, 'position'));
	if (point === undefined) throw refuseParameter('sort', 'position must be "latitude,longitude"');
	const fieldName = readText(node, 'field') || geoFieldDefault;
	checkFieldName('sort', fieldName);
	return { kind: 'distance', fieldName, ...point, isDescending: parseOrder(readText(node, 'order') || 'asc') };
}
