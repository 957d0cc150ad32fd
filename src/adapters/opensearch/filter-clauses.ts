/** Filters as clauses of OpenSearch's query language. They say what the filters of the core say, see `domain/query/filter.ts`. */
import { toItemKey } from '../../domain/item/dfid.ts';
import type { Filter, RangeFilter, TermsFilter } from '../../domain/query/filter.ts';
import type { IndexSchema } from '../../domain/schema/index-schema.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { foldValue, toNode } from '../../fulltext/analysis/fold-value.ts';
import { idFieldName } from '../../fulltext/query/filter-matches.ts';
import { toTitleWords } from '../../fulltext/query/title-column.ts';
import { fromTop, inside, nameEnd, toTextsColumn, toValuesColumn } from './index-layout.ts';

/** A clause of a query. */
export type Clause = Readonly<Record<string, unknown>>;

export const everything: Clause = { match_all: {} };
export const nothing: Clause = { match_none: {} };

/** As text in a regular expression of Lucene. */
export function escapePattern(text: string): string {
	return text.replaceAll(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, String.raw`\$&`);
}

export interface FilterContext {
	readonly analyzer: Analyzer;
	readonly schema: IndexSchema;
	/** Whether some item has this value, or a path that begins with it. */
	readonly isFromTop: (fieldName: string, node: string) => boolean;
}

export function toFilterClause(filter: Filter, context: FilterContext): Clause {
	if (filter.kind === 'range') return toRangeClause(filter);
	if (filter.kind === 'terms') return toTermsClause(filter, context);
	const { fieldName, latitude: lat, longitude: lon, distanceMaxMeters } = filter;
	const near = { geo_distance: { distance: `${distanceMaxMeters}m`, 'points.at': { lat, lon } } };
	return toNested('points', fieldName, distanceMaxMeters > 0 ? near : nothing);
}

/** The clause of all of them: each, or any where one is enough. */
export function joinClauses(clauses: readonly Clause[], execution: 'and' | 'or'): Clause {
	const [only] = clauses;
	if (only === undefined) return everything;
	if (clauses.length === 1) return only;
	return { bool: execution === 'and' ? { filter: clauses } : { should: clauses, minimum_should_match: 1 } };
}

export function toNested(path: 'numbers' | 'points', fieldName: string, clause: Clause): Clause {
	return { nested: { path, query: { bool: { filter: [{ term: { [`${path}.field`]: fieldName } }, clause] } } } };
}

export function toRangeClause({ fieldName, gte, gt, lte, lt }: Omit<RangeFilter, 'kind'>): Clause {
	const low = Math.max(gte ?? -Infinity, gt ?? -Infinity);
	const high = Math.min(lte ?? Infinity, lt ?? Infinity);
	// OpenSearch refuses to look between a number and a smaller one.
	if (low === Infinity || high === -Infinity || low > high) return nothing;
	// OpenSearch 3 refuses two bounds on one side; of two that are equal, the one without the number itself is narrower.
	const bounds = {
		...(Number.isFinite(low) && { [low === gt ? 'gt' : 'gte']: low }),
		...(Number.isFinite(high) && { [high === lt ? 'lt' : 'lte']: high }),
	};
	return toNested('numbers', fieldName, { range: { 'numbers.value': bounds } });
}

export function isTitle({ schema }: Pick<FilterContext, 'schema'>, fieldName: string): boolean {
	const { role, weight } = schema.find(fieldName);
	return role === 'title' && weight !== null;
}

function toTermsClause(filter: TermsFilter, context: FilterContext): Clause {
	const { fieldName, values, isExact } = filter;
	if (fieldName === idFieldName) return { ids: { values: values.map((id) => toItemKey(id)) } };
	if (isTitle(context, fieldName)) {
		const titles = values.map((value) => toTitleWords(context.analyzer, value)).filter((words) => words.length > 0);
		return { terms: { title: titles.map((words) => words.join(nameEnd)) } };
	}
	const texts: Clause =
		isExact === true
			? { terms: { [toTextsColumn(fieldName)]: values.map((value) => `${fieldName}${nameEnd}${value}`) } }
			: { terms: { [toValuesColumn(fieldName)]: listNodeTokens(filter, context) } };
	const numbers = values.filter((value) => value.trim() !== '').map(Number);
	const finite = numbers.filter((number) => Number.isFinite(number));
	if (finite.length === 0) return texts;
	return joinClauses([texts, toNested('numbers', fieldName, { terms: { 'numbers.value': finite } })], 'or');
}

function listNodeTokens({ fieldName, values }: TermsFilter, { isFromTop }: FilterContext): string[] {
	return values.map((value) => {
		const node = toNode(foldValue(value));
		return `${fieldName}${nameEnd}${isFromTop(fieldName, node) ? fromTop : inside}${node}`;
	});
}

/** The nodes whose places in paths must be known, as `isFromTop` is asked for them. */
export function listAskedNodes(
	filters: readonly Filter[],
): readonly { readonly fieldName: string; readonly node: string }[] {
	return filters.flatMap((filter) =>
		filter.kind === 'terms' && filter.isExact !== true && filter.fieldName !== idFieldName
			? filter.values.map((value) => ({ fieldName: filter.fieldName, node: toNode(foldValue(value)) }))
			: [],
	);
}

export function toNodeClause(fieldName: string, node: string): Clause {
	return { term: { [toValuesColumn(fieldName)]: `${fieldName}${nameEnd}${fromTop}${node}` } };
}
