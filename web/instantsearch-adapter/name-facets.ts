/**
 * Widgets that are chosen by the results ask for all facets: `*`. That is those of the search engine, in its order, and each
 * is counted as if it were asked for by its name.
 */
import type { Connection } from './adapter-options.ts';
import { call } from './send-call.ts';
import { type Query, toList } from './to-search.ts';

const paths = 'categories';
const levelNames = [0, 1, 2, 3].map((level) => `${paths}.lvl${level}`);

/** @throws {Error} where the facets are not known */
export function nameFacets(connection: Connection, queries: readonly Query[]): Promise<readonly Query[]> {
	return Promise.all(
		queries.map(async (query) => {
			const asked = toList(query.params?.facets);
			if (!asked.includes('*')) return query;
			const all = await listFacets(connection);
			const isPaths = (name: string) => name === paths && connection.levels !== 'fields';
			const named = asked.filter((name) => name !== '*');
			named.push(...all.flatMap((name) => (isPaths(name) ? levelNames : name)));
			const facetOrder = all.map((name) => (isPaths(name) ? `${name}.lvl0` : name));
			return { ...query, params: { ...query.params, facets: [...new Set(named)] }, facetOrder };
		}),
	);
}

interface Options {
	readonly facets: readonly { readonly name: string }[];
}

function listFacets(connection: Connection): Promise<readonly string[]> {
	connection.facets ??= call<Options>(connection, `5/options/${connection.hashid}`, {}).then(
		({ facets }) => facets.map(({ name }) => name),
		(error) => {
			connection.facets = undefined;
			throw error;
		},
	);
	return connection.facets;
}
