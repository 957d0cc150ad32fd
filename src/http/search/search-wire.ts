/** The answer to a search as JSON. */
import { type SearchOutcome, toShownText } from '../../app/search/product-search.ts';
import type { Filter } from '../../domain/query/filter.ts';
import { hitsReachableMax } from '../../domain/query/query-limits.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';
import { findIndexSchema } from '../../domain/schema/engine-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { SharedAnswer } from '../server/kept-answers.ts';
import { toFilterWire } from '../shared/filter-wire.ts';
import { toListBytes } from '../shared/list-bytes.ts';
import { toResultBytes } from '../shared/result-bytes.ts';
import { toResultText } from '../shared/result-text.ts';
import { toFacetsWire } from './facet-wire.ts';
import { toHighlightMembers } from './highlight-wire.ts';

export interface SearchAnswer {
	readonly engine: Pick<SearchEngineWithIndices, 'hashid' | 'indices'>;
	readonly request: SearchRequest;
	readonly outcome: SearchOutcome;
}

interface OwnMembers extends Pick<SearchOutcome, 'queryId'> {
	/** Returned unchanged: clients drop answers that arrive out of order. */
	readonly queryCounter: number | undefined;
}

/** What comes before the shared rest of an answer. */
export function toFirstBytes(head: string, { queryCounter, queryId }: OwnMembers): Buffer {
	const own = JSON.stringify({ query_counter: queryCounter, query_id: queryId }).slice(1, -1);
	return Buffer.from(own === '' ? `${head},` : `${head},${own},`);
}

/** Cost: O(length of the answer), some microseconds where the results were sent before. */
export function toSharedAnswer({ engine, request, outcome }: SearchAnswer): SharedAnswer {
	const filters = [...request.filters, ...outcome.autoFilters];
	const head = {
		query: toShownText(request),
		// Omitted if false.
		query_truncated: outcome.isTruncated || undefined,
		corrected_query: outcome.correctedText,
	};
	const others = {
		query_name: outcome.queryName,
		page: request.page,
		results_per_page: request.hitsPerPage,
		total: Math.min(outcome.count, hitsReachableMax),
		total_found: outcome.count,
		total_strict: outcome.strictCount,
		count: outcome.count,
		max_score: outcome.scoreMax,
		hashid: engine.hashid,
		// Omitted if nothing was.
		understood: outcome.understood.length === 0 ? undefined : outcome.understood.map(toUnderstoodWire),
		filter: toKindsWire(filters),
		facets: toFacetsWire(outcome.facets, filters),
	};
	const start = `${JSON.stringify(others).slice(1, -1)},"results":[`;
	const bytes = toListBytes(start, toResults({ engine, request, outcome }));
	return { head: JSON.stringify(head).slice(0, -1), rest: { bytes, isSent: false, deflated: undefined } };
}

/** What is asked of all items alike is kept; the rest is written for each answer. */
function toResults({ engine, request, outcome }: SearchAnswer): readonly Buffer[] {
	const { variantFields, resultFields, highlight } = request;
	const { highlighted, items } = outcome;
	return items.map((item, at) => {
		const fields = highlighted?.fields[at];
		const isHighlighted = highlight !== undefined && highlighted !== undefined && fields !== undefined;
		if (!isHighlighted && resultFields === undefined && item.variants === undefined) return toResultBytes(engine, item);
		const schema = findIndexSchema(engine.indices, item.indexName);
		const more = isHighlighted ? toHighlightMembers(highlight, highlighted, fields) : undefined;
		return Buffer.from(toResultText(engine.hashid, item, { variantFields, resultFields, schema, more }));
	});
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
