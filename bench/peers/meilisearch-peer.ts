/** Meilisearch, set up as for a shop: as it comes, but with the fields to search, filter and sort by. */
import { type BenchQuery, facetFields, hitsPerQuery } from '../fulltext-queries.ts';
import { toRequest } from '../load.ts';
import {
	type Asking,
	callPeer,
	type Peer,
	sendInBatches,
	usualFacetFields,
	usualFacetSize,
	waitUntil,
} from './peer.ts';
import { findListener } from './process-usage.ts';

const index = 'vitrine-bench';
const settings = {
	searchableAttributes: ['title', 'brand', 'categories', 'colour', 'size', 'description'],
	filterableAttributes: ['brand', 'categories', 'colour', 'size', 'price', 'in_stock'],
	sortableAttributes: ['price'],
	faceting: { maxValuesPerFacet: usualFacetSize, sortFacetValuesBy: { '*': 'count' } },
};

export function createMeilisearchPeer(url: string): Peer {
	const path = `${url}/indexes/${index}`;
	async function waitForTasks(): Promise<void> {
		await waitUntil(async () => {
			const open = await callPeer(`${url}/tasks?statuses=enqueued,processing&limit=1`, { method: 'GET' });
			return open.total === 0;
		});
		const failed = await callPeer(`${url}/tasks?statuses=failed&indexUids=${index}&limit=1`, { method: 'GET' });
		if (failed.total > 0) throw new Error(`Meilisearch: ${JSON.stringify(failed.results[0].error)}`);
	}
	return {
		name: 'Meilisearch',
		url,
		hasExactTotals: false,
		async count() {
			const { indexes } = await callPeer(`${url}/stats`, { method: 'GET' });
			return indexes[index]?.numberOfDocuments ?? 0;
		},
		async load(products) {
			const { indexes } = await callPeer(`${url}/stats`, { method: 'GET' });
			if (index in indexes) await callPeer(path, { method: 'DELETE' });
			await callPeer(`${url}/indexes`, { method: 'POST', body: JSON.stringify({ uid: index, primaryKey: 'id' }) });
			await callPeer(`${path}/settings`, { method: 'PATCH', body: JSON.stringify(settings) });
			await sendInBatches(products, { size: 10_000, atOnce: 1 }, (batch) =>
				callPeer(`${path}/documents`, { method: 'POST', body: batch.join('\n'), type: 'application/x-ndjson' }),
			);
			await waitForTasks();
		},
		toRequest: (query, asking) =>
			toRequest('POST', `/indexes/${index}/search`, { body: JSON.stringify(toSearch(query, asking)) }),
		readAnswer(body) {
			const answer = JSON.parse(body);
			const counts = Object.entries<Record<string, number>>(answer.facetDistribution ?? {});
			return {
				total: answer.estimatedTotalHits,
				ids: answer.hits.map(({ id }: { id: string }) => id),
				prices: answer.hits.map(({ price }: { price: number }) => price),
				facets: new Map(counts.map(([field, values]) => [field, Object.values(values).sort((a, b) => b - a)])),
			};
		},
		async readUsage() {
			const { usedDatabaseSize } = await callPeer(`${url}/stats`, { method: 'GET' });
			return { diskMb: usedDatabaseSize / 1e6, pid: findListener(url) };
		},
	};
}

/** It has no search for any of the words: `last` leaves words out from the end until there are enough results. */
function toSearch(query: BenchQuery, { isNamed, facets }: Asking): object {
	const { queryClass, words, brand, category, priceMin, priceMax } = query;
	const filter = [
		...(brand === undefined ? [] : [`brand = "${brand}"`]),
		...(category === undefined ? [] : [`categories = "${category}"`]),
		...(priceMin === undefined ? [] : [`price >= ${priceMin}`, `price <= ${priceMax}`]),
	];
	const hasOwn = queryClass.endsWith('facets');
	const counted = facets === 'usual' ? usualFacetFields : hasOwn ? facetFields : [];
	return {
		q: queryClass === 'prefix' || words.length === 0 ? words.join(' ') : `${words.join(' ')} `,
		limit: hitsPerQuery,
		...(isNamed && queryClass !== 'three terms, any' && { matchingStrategy: 'all' }),
		...(filter.length > 0 && { filter }),
		...(category !== undefined && { sort: ['price:asc'] }),
		...(counted.length > 0 && { facets: [...counted, 'price'] }),
	};
}
