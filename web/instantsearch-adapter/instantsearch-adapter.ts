/**
 * Clients for InstantSearch.
 *
 *     const { searchClient, insightsClient } = createInstantSearchClients({ url, hashid });
 *     instantsearch({ indexName: 'products', searchClient, insights: { insightsClient } });
 */
import type { AdapterOptions, Connection } from './adapter-options.ts';
import { createInsights, type InsightsClient } from './insights-client.ts';
import { nameFacets } from './name-facets.ts';
import { call, type Failed, toError } from './send-call.ts';
import { toResult } from './to-result.ts';
import { type Query, toFacetSearch, toSearch } from './to-search.ts';

export type { AdapterOptions, InsightsClient, Query };

export interface SearchClient {
	/** For the middleware of events, which looks for credentials. */
	readonly appId: string;
	readonly apiKey: string;
	/** Autocomplete looks for them here. */
	readonly transporter: { readonly headers: Readonly<Record<string, string>> };
	/** @throws {Error} with the `status` of the failure, where one of the searches failed */
	search<Result = never>(queries: readonly Query[]): Promise<{ results: Result[] }>;
	searchForFacetValues<Result = never>(queries: readonly Query[]): Promise<Result[]>;
}

export interface InstantSearchClients {
	readonly searchClient: SearchClient;
	readonly insightsClient: InsightsClient;
}

/** Searches of one call. */
const searchesMax = 20;

export function createInstantSearchClients(options: AdapterOptions): InstantSearchClients {
	const [appId, apiKey] = [options.hashid, 'none'];
	const sessionId = options.sessionId ?? crypto.randomUUID().replaceAll('-', '');
	const connection: Connection = { ...options, url: options.url.replace(/\/+$/, ''), sessionId, seen: new Map() };
	return {
		insightsClient: createInsights(connection),
		searchClient: {
			...{ appId, apiKey },
			transporter: { headers: { 'x-algolia-application-id': appId, 'x-algolia-api-key': apiKey } },
			async search<Result>(queries: readonly Query[]) {
				const searches = queries.filter(({ type }) => type !== 'facet');
				const calls: Promise<object[]>[] = [];
				for (let from = 0; from < searches.length; from += searchesMax) {
					calls.push(searchAll(connection, searches.slice(from, from + searchesMax)));
				}
				const facets = queries.filter(({ type }) => type === 'facet').map((query) => searchFacet(connection, query));
				const [found, values] = await Promise.all([Promise.all(calls), Promise.all(facets)]);
				const answers = found.flat();
				return { results: queries.map(({ type }) => (type === 'facet' ? values : answers).shift()) as Result[] };
			},
			searchForFacetValues: <Result>(queries: readonly Query[]) =>
				Promise.all(queries.map((query) => searchFacet(connection, query))) as Promise<Result[]>,
		},
	};
}

async function searchAll(connection: Connection, asked: readonly Query[]): Promise<object[]> {
	const startMs = performance.now();
	const queries = await nameFacets(connection, asked);
	const requests = queries.map((query) => toSearch(query, connection));
	const { results } = await post<{ results: (object & Failed)[] }>(connection, '_msearch', { requests });
	const processingTimeMS = Math.round(performance.now() - startMs);
	return results.map((answer, at) => {
		if (answer.error !== undefined) throw toError(answer);
		return { ...toResult(queries[at] as Query, answer, connection), processingTimeMS };
	});
}

async function searchFacet(connection: Connection, query: Query): Promise<object> {
	const startMs = performance.now();
	const { values } = await post<{ values: object[] }>(connection, '_facet_search', toFacetSearch(query, connection));
	const processingTimeMS = Math.round(performance.now() - startMs);
	return { facetHits: values, exhaustiveFacetsCount: true, processingTimeMS };
}

const headers = { 'content-type': 'application/json' };

function post<Answer>(connection: Connection, path: string, body: object): Promise<Answer> {
	return call(connection, `6/${connection.hashid}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}
