import type { Metrics } from '../../ports/metrics.ts';
import type { ProductSearch } from './product-search.ts';

/** Wraps searches so that each is measured from its call to its items, by the `query_name` that answered. */
export function measureSearches(
	products: ProductSearch,
	{ observeSearch }: Pick<Metrics, 'observeSearch'>,
): ProductSearch {
	return {
		...products,
		async search(...call) {
			const startMs = performance.now();
			const outcome = await products.search(...call);
			if (outcome.ok) observeSearch({ queryName: outcome.value.queryName, durationMs: performance.now() - startMs });
			return outcome;
		},
	};
}
