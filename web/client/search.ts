import { toQueryString } from './query-string.ts';
import type { components, paths } from './schema.ts';
import { type AnswerOf, type BodyOf, type CallOptions, type ConnectionOptions, send } from './send.ts';

export interface SearchClientOptions extends ConnectionOptions {
	/** The id of the search engine. */
	readonly hashid: string;
}

export type SearchRequest = BodyOf<'/6/{hashid}/_search', 'post'>;
type Answer = AnswerOf<'/6/{hashid}/_search', 'post'>;
/** What a search answers; results have the fields of the shop's items. */
export type SearchAnswer<Fields> = Omit<Answer, 'results'> & { results: (Answer['results'][number] & Fields)[] };
type SearchFailure = components['schemas']['SearchFailure'];
export type SuggestOptions = CallOptions &
	Omit<NonNullable<paths['/6/{hashid}/_suggest']['get']['parameters']['query']>, 'query'>;

export interface SearchClient<Fields> {
	/** @throws {VitrineError} */
	search(request?: SearchRequest, options?: CallOptions): Promise<SearchAnswer<Fields>>;
	/**
	 * Up to 20 searches in one call.
	 * @returns an entry for each, in their order; that of a search that failed has an `error`
	 * @throws {VitrineError} if the call itself failed
	 */
	searchAll(
		requests: readonly SearchRequest[],
		options?: CallOptions,
	): Promise<(SearchAnswer<Fields> | SearchFailure)[]>;
	/**
	 * @returns queries that begin with the text, the best first
	 * @throws {VitrineError}
	 */
	suggest(query: string, options?: SuggestOptions): Promise<string[]>;
}

/** Longer ones go into a body: the server takes 16 KB of head, and proxies less. */
const queryStringLengthMax = 4000;

/** Searches and suggestions of one search engine. `Fields` are those of its items, as the shop wrote them. */
export function createSearchClient<Fields extends object = object>(options: SearchClientOptions): SearchClient<Fields> {
	const path = { hashid: options.hashid };
	return {
		search(request = {}, callOptions) {
			// A GET of a page needs no preflight, which would be another round trip.
			const isShort = toQueryString(request).length <= queryStringLengthMax;
			const how = isShort ? ({ method: 'get', query: request } as const) : ({ method: 'post', body: request } as const);
			const call = { ...how, route: '/6/{hashid}/_search', path, isRepeatable: true } as const;
			return send(options, call, callOptions) as Promise<SearchAnswer<Fields>>;
		},
		async searchAll(requests, callOptions) {
			const body = { requests: [...requests] };
			const call = { method: 'post', route: '/6/{hashid}/_msearch', path, body, isRepeatable: true } as const;
			return (await send(options, call, callOptions)).results as (SearchAnswer<Fields> | SearchFailure)[];
		},
		suggest(query, { signal, ...rest } = {}) {
			const call = { method: 'get', route: '/6/{hashid}/_suggest', path, query: { query, ...rest } } as const;
			return send(options, { ...call, isRepeatable: true }, { signal });
		},
	};
}
