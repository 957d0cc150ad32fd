/** An answer of Vitrine as a result of InstantSearch. */
import type { Connection } from './adapter-options.ts';
import { toPathField } from './to-filters.ts';
import { hasHits, type Query, toHitsPerPage, toList, toPageCount } from './to-search.ts';

type Json = Readonly<Record<string, unknown>>;

interface Bucket {
	readonly key: string;
	readonly doc_count: number;
}

interface Stats {
	readonly count: number;
	readonly min: number;
	readonly max: number;
	readonly avg: number;
	readonly sum: number;
}

interface Facet {
	readonly terms?: { readonly buckets: readonly Bucket[] };
	readonly hierarchy?: { readonly levels: readonly { readonly level: number; readonly buckets: readonly Bucket[] }[] };
	readonly stats?: Stats;
	readonly range?: { readonly buckets: readonly [{ readonly stats: Stats }] };
}

interface Answer {
	readonly total_found: number;
	readonly query_id?: string;
	readonly facets: Readonly<Record<string, Facet>>;
	readonly results: readonly Json[];
	readonly banner?: object;
	readonly redirect?: { readonly link: string };
}

export function toResult(query: Query, answer: object, connection: Connection): object {
	const { indexName, params = {}, facetOrder } = query;
	const { total_found: nbHits, query_id: queryID, facets, results, banner, redirect } = answer as Answer;
	const hitsPerPage = toHitsPerPage(params);
	const counted = toFacetResults(toList(params.facets), facets, connection.levels);
	const order = facetOrder?.filter((name) => Object.hasOwn(counted.facets, name));
	const renderingContent = {
		...(order && { facetOrdering: { facets: { order } } }),
		...(redirect && { redirect: { url: redirect.link } }),
	};
	return {
		index: indexName,
		hits: hasHits(params) ? results.map((item) => toHit(item, queryID, connection)) : [],
		nbHits,
		page: Number(params.page ?? 0),
		nbPages: toPageCount(nbHits, hitsPerPage),
		hitsPerPage,
		...counted,
		exhaustiveNbHits: true,
		exhaustiveFacetsCount: true,
		query: params.query ?? '',
		params: '',
		queryID,
		...(banner && { userData: [banner] }),
		...((order || redirect) && { renderingContent }),
	};
}

function toFacetResults(asked: readonly string[], facets: Answer['facets'], levels: string | undefined) {
	const counts: Record<string, object> = {};
	const sums: Record<string, object> = {};
	for (const name of asked) {
		const path = toPathField(name, levels);
		const { terms, hierarchy, stats, range } = facets[path ?? name] ?? {};
		const level = Number(/\d+$/.exec(name)?.[0]);
		const lists = hierarchy?.levels.filter((list) => list.level === level) ?? [];
		const buckets = path === undefined ? (terms?.buckets ?? []) : lists.flatMap((list) => list.buckets);
		if (buckets.length > 0) counts[name] = Object.fromEntries(buckets.map((one) => [one.key, one.doc_count]));
		const numbers = stats ?? range?.buckets[0].stats;
		if (numbers !== undefined && numbers.count > 0) sums[name] = numbers;
	}
	return { facets: counts, facets_stats: sums };
}

/** As many results are kept for events. */
const seenMax = 1_000;

function toHit(item: Json, queryID: string | undefined, { geoField = 'geo', seen }: Connection): object {
	const { _highlight, _snippet, ...fields } = item;
	const dfid = String(fields.dfid);
	seen.delete(dfid);
	seen.set(dfid, fields);
	for (const first of seen.keys()) {
		if (seen.size <= seenMax) break;
		seen.delete(first);
	}
	const point = toPoint(fields[geoField]);
	return {
		...fields,
		objectID: dfid,
		...(queryID !== undefined && { __queryID: queryID }),
		...(point && { _geoloc: point }),
		_highlightResult: toHighlights(_highlight),
		_snippetResult: toHighlights(_snippet),
	};
}

/** By field, one or a list of them. */
function toHighlights(fields: unknown): object {
	const toOne = ({ value, match_level: matchLevel, matched_words: matchedWords }: Json) => ({
		...{ value, matchLevel, matchedWords },
	});
	const entries = Object.entries((fields ?? {}) as Record<string, Json | Json[]>);
	return Object.fromEntries(entries.map(([name, one]) => [name, Array.isArray(one) ? one.map(toOne) : toOne(one)]));
}

/** `{lat, lon}` or `"latitude,longitude"`. */
function toPoint(value: unknown): object | undefined {
	if (typeof value === 'string') {
		const [lat, lng] = value.split(',').map(Number);
		return { lat, lng };
	}
	const { lat, lon, lng = lon } = (value ?? {}) as Record<string, unknown>;
	return lat === undefined ? undefined : { lat: Number(lat), lng: Number(lng) };
}
