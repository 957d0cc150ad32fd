import type { Metrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { ProductSearch } from '../app/search/product-search.ts';

/** The same searches, each measured from its call to its items, by the way of matching that answered. */
export function measureSearches(
	products: ProductSearch,
	{ observeSearch }: Pick<Metrics, 'observeSearch'>,
): ProductSearch {
	return {
		...products,
		async search(engine, request) {
			const startMs = performance.now();
			const outcome = await products.search(engine, request);
			if (outcome.ok) observeSearch({ queryName: outcome.value.queryName, durationMs: performance.now() - startMs });
			return outcome;
		},
	};
}
