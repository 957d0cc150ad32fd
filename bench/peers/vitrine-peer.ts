import { createApi } from '../../test/support/api.ts';
import type { TestServer } from '../../test/support/server.ts';
import { type BenchQuery, facetFields, hitsPerQuery, toQueryName } from '../fulltext-queries.ts';
import { runLoad, toRequest } from '../load.ts';
import { createAccount } from '../server-process.ts';
import { toItemsPath } from '../synthetic-item.ts';
import { waitForIndex } from '../wait-for-index.ts';
import { directorySizeMb } from './directory-size.ts';
import { type Asking, ownFacetSize, type Peer } from './peer.ts';

const itemsPerBulk = 100;

export interface Engine {
	readonly hashid: string;
	/** Of the owner. */
	readonly key: string;
}

/** Creates an account with an engine for products. */
export async function createEngine(server: TestServer): Promise<Engine> {
	const key = await createAccount(server);
	const api = createApi(server.url, key);
	const engine = { name: 'Bench', language: 'en', currency: 'EUR' };
	const { json } = await api.call('/api/v2/search_engines', { method: 'POST', body: engine });
	const body = { name: 'product', preset: 'product' };
	await api.call(`/api/v2/search_engines/${json.hashid}/indices`, { method: 'POST', body });
	return { hashid: json.hashid, key };
}

interface VitrineOptions extends Engine {
	/** That bulks are sent over at the same time. */
	readonly bulkConnections: number;
}

export function createVitrinePeer(server: TestServer, { hashid, key, bulkConnections }: VitrineOptions): Peer {
	const { url } = server;
	return {
		name: 'Vitrine',
		url,
		hasExactTotals: true,
		async count() {
			const { json } = await createApi(url, key).call(`/6/${hashid}/_search?rpp=1&stats=false`);
			return json.total_found;
		},
		async load(products) {
			let next = 0;
			const path = `${toItemsPath(hashid)}/_bulk`;
			const nextRequest = () => {
				if (next >= products.length) return undefined;
				const batch = products.slice(next, next + itemsPerBulk);
				next += itemsPerBulk;
				return toRequest('POST', path, { key, body: `[${batch.join(',')}]` });
			};
			const { statuses } = await runLoad({ url, connectionCount: bulkConnections, isOver: () => false, nextRequest });
			if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`bulks: ${JSON.stringify([...statuses])}`);
			await waitForIndex(server, { hashid, key, itemCount: products.length });
		},
		toRequest: (query, asking) =>
			toRequest('POST', `/6/${hashid}/_search`, { key, body: JSON.stringify(toSearch(query, asking)) }),
		readAnswer(body) {
			const { total_found: total, results, facets } = JSON.parse(body);
			const counted = Object.entries<{ terms?: { buckets: readonly { doc_count: number }[] } }>(facets);
			return {
				total,
				ids: results.map(({ id }: { id: string }) => id),
				prices: results.map(({ price }: { price: number }) => price),
				facets: new Map(
					counted.flatMap(([field, { terms }]) =>
						terms === undefined ? [] : [[field, terms.buckets.map(({ doc_count: count }) => count)]],
					),
				),
			};
		},
		readUsage: async () => ({ diskMb: directorySizeMb(server.dataDir), pid: server.process.pid }),
	};
}

function toSearch(query: BenchQuery, { isNamed, facets }: Asking): object {
	const { queryClass, words, brand, category, priceMin, priceMax } = query;
	const isOpen = queryClass === 'prefix' || words.length === 0;
	const queryName = toQueryName(queryClass);
	const filter = {
		...(brand !== undefined && { brand }),
		...(category !== undefined && { categories: category }),
		...(priceMin !== undefined && { price: { gte: priceMin, lte: priceMax } }),
	};
	const terms = facetFields.map((field) => ({ field, size: ownFacetSize }));
	const own = queryClass.endsWith('facets') ? [...terms, { field: 'price' }] : [];
	return {
		query: isOpen ? words.join(' ') : `${words.join(' ')} `,
		rpp: hitsPerQuery,
		...(isNamed && queryName !== undefined && { query_name: queryName }),
		...(Object.keys(filter).length > 0 && { filter }),
		...(category !== undefined && { sort: [{ price: 'asc' }] }),
		...(facets === 'own' && { facets: own }),
	};
}
