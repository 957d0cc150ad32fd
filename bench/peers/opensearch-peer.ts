/**
 * OpenSearch, set up as for a shop: one shard, text of all fields in one for matching, titles for ranking, exact totals.
 */
import { type BenchQuery, facetFields, hitsPerQuery } from '../fulltext-queries.ts';
import { toRequest } from '../load.ts';
import {
	type Asking,
	callPeer,
	ownFacetSize,
	type Peer,
	sendInBatches,
	usualFacetFields,
	usualFacetSize,
} from './peer.ts';
import { findListener } from './process-usage.ts';

const index = 'vitrine-bench';
const text = { type: 'text', analyzer: 'english' } as const;
const keyword = { type: 'keyword', copy_to: 'all' } as const;
const mapping = {
	settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
	mappings: {
		properties: {
			id: { type: 'keyword' },
			title: { ...text, copy_to: 'all' },
			description: { ...text, copy_to: 'all' },
			...{ brand: keyword, categories: keyword, colour: keyword, size: keyword },
			price: { type: 'double' },
			in_stock: { type: 'boolean' },
			all: text,
		},
	},
};

export function createOpensearchPeer(url: string): Peer {
	const path = `${url}/${index}`;
	return {
		name: 'OpenSearch',
		url,
		hasExactTotals: true,
		async count() {
			const found = await fetch(`${path}/_count`);
			return found.ok ? ((await found.json()) as { count: number }).count : 0;
		},
		async load(products) {
			await fetch(path, { method: 'DELETE' });
			await callPeer(path, { method: 'PUT', body: JSON.stringify(mapping) });
			await sendInBatches(products, { size: 2_000, atOnce: 2 }, async (batch) => {
				const lines = batch.map((product) => `{"index":{"_id":"${JSON.parse(product).id}"}}\n${product}\n`);
				const { errors } = await callPeer(`${path}/_bulk`, {
					method: 'POST',
					body: lines.join(''),
					type: 'application/x-ndjson',
				});
				if (errors) throw new Error('OpenSearch refused products');
			});
			await callPeer(`${path}/_refresh`, { method: 'POST' });
		},
		toRequest: (query, asking) =>
			// Its cache of whole answers is for requests without results; ours is off, too.
			toRequest('POST', `/${index}/_search?request_cache=false`, { body: JSON.stringify(toSearch(query, asking)) }),
		readAnswer(body) {
			const { hits, aggregations = {} } = JSON.parse(body);
			const facets = Object.entries<{ buckets?: readonly { doc_count: number }[] }>(aggregations);
			return {
				total: hits.total.value,
				ids: hits.hits.map(({ _id }: { _id: string }) => _id),
				prices: hits.hits.map(({ _source }: { _source: { price: number } }) => _source.price),
				facets: new Map(
					facets.flatMap(([field, { buckets }]) =>
						buckets === undefined ? [] : [[field, buckets.map(({ doc_count: count }) => count)]],
					),
				),
			};
		},
		async readUsage() {
			const { _all: all } = await callPeer(`${path}/_stats/store`, { method: 'GET' });
			return { diskMb: all.primaries.store.size_in_bytes / 1e6, pid: findListener(url) };
		},
	};
}

function toSearch(query: BenchQuery, { isNamed, facets }: Asking): object {
	const { queryClass, category, brand, priceMin, priceMax } = query;
	const filter = [
		...(brand === undefined ? [] : [{ term: { brand } }]),
		...(category === undefined ? [] : [{ term: { categories: category } }]),
		...(priceMin === undefined ? [] : [{ range: { price: { gte: priceMin, lte: priceMax } } }]),
	];
	const usual = facets === 'usual';
	const counted = usual ? usualFacetFields : queryClass.endsWith('facets') ? facetFields : [];
	const size = usual ? usualFacetSize : ownFacetSize;
	const terms = counted.map((field) => [field, { terms: { field, size } }] as const);
	return {
		size: hitsPerQuery,
		track_total_hits: true,
		query: { bool: { ...toWords(query, isNamed), ...(filter.length > 0 && { filter }) } },
		...(category !== undefined && { sort: [{ price: 'asc' }] }),
		...(counted.length > 0 && { aggs: { ...Object.fromEntries(terms), price: { stats: { field: 'price' } } } }),
	};
}

function toWords({ queryClass, words, isMisspelt }: BenchQuery, isNamed: boolean): object {
	if (words.length === 0) return {};
	const query = words.join(' ');
	if (queryClass === 'prefix') return { must: { match_bool_prefix: { all: { query } } } };
	// Without a word on it, any of the words matches.
	const operator = isNamed && queryClass !== 'three terms, any' ? 'and' : isMisspelt ? 'and' : 'or';
	return {
		must: { match: { all: { query, operator, ...(isMisspelt && { fuzziness: 'AUTO' }) } } },
		should: { match: { title: query } },
	};
}
