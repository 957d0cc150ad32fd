/** The answer to a search as JSON text. */
import { type SearchOutcome, toShownText } from '../../app/search/product-search.ts';
import type { Filter } from '../../domain/query/filter.ts';
import { hitsReachableMax } from '../../domain/query/query-limits.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';
import { findIndexSchema } from '../../domain/schema/engine-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { toFilterWire } from '../shared/filter-wire.ts';
import { toResultText } from '../shared/result-text.ts';
import { toFacetsWire } from './facet-wire.ts';
import { toHighlightMembers } from './highlight-wire.ts';

export interface SearchAnswer {
	readonly engine: Pick<SearchEngineWithIndices, 'hashid' | 'indices'>;
	readonly request: SearchRequest;
	readonly outcome: SearchOutcome;
	/** Returned unchanged: clients drop answers that arrive out of order. */
	readonly queryCounter: number | undefined;
}

export function toSearchText({ engine, request, outcome, queryCounter }: SearchAnswer): string {
	const { hashid, indices } = engine;
	const filters = [...request.filters, ...outcome.autoFilters];
	const head = {
		query: toShownText(request),
		// Omitted if false.
		query_truncated: outcome.isTruncated || undefined,
		corrected_query: outcome.correctedText,
		query_counter: queryCounter,
		query_id: outcome.queryId,
		query_name: outcome.queryName,
		page: request.page,
		results_per_page: request.hitsPerPage,
		total: Math.min(outcome.count, hitsReachableMax),
		total_found: outcome.count,
		total_strict: outcome.strictCount,
		count: outcome.count,
		max_score: outcome.scoreMax,
		hashid,
		// Omitted if nothing was.
		understood: outcome.understood.length === 0 ? undefined : outcome.understood.map(toUnderstoodWire),
		filter: toKindsWire(filters),
		facets: toFacetsWire(outcome.facets, filters),
	};
	const { variantFields, resultFields, highlight } = request;
	const { highlighted } = outcome;
	const results = outcome.items.map((item, at) => {
		const schema = findIndexSchema(indices, item.indexName);
		const fields = highlighted?.fields[at];
		const isHighlighted = highlight !== undefined && highlighted !== undefined && fields !== undefined;
		const more = isHighlighted ? toHighlightMembers(highlight, highlighted, fields) : undefined;
		return toResultText(hashid, item, { variantFields, resultFields, schema, more });
	});
	return `${JSON.stringify(head).slice(0, -1)},"results":[${results.join(',')}]}`;
}

export function toUnderstoodWire({ kind, text, fieldName, value, isStrict }: UnderstoodPart): object {
	return { text, kind, field: fieldName, value, strict: isStrict };
}

/** The name of each kind of filter in an answer. */
const kindNames = { terms: 'terms', range: 'range', distance: 'geo_distance' } as const;

/** The filters in effect, by kind and field, in the form in which clients send them back. */
function toKindsWire(filters: readonly Filter[]): object {
	const wire: Partial<Record<(typeof kindNames)[Filter['kind']], Record<string, unknown>>> = {};
	for (const filter of filters) {
		const name = kindNames[filter.kind];
		// A null prototype: a field may be called `__proto__`.
		wire[name] ??= Object.create(null) as Record<string, unknown>;
		const known = wire[name][filter.fieldName];
		const written = toFilterWire(filter);
		// Each value of `filter_all` is a filter of its own, and auto filters may be about a field of the request's.
		const isListed = Array.isArray(known) && Array.isArray(written);
		wire[name][filter.fieldName] = isListed ? [...new Set([...known, ...written])] : written;
	}
	return wire;
}
