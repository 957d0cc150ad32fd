/** Pages with lists of products: what a search finds, and a category. */
import type { FunctionComponent } from 'preact';
import { currency, type Shop } from './shop-context.ts';
import { Steps, WidgetRow } from './shop-parts.tsx';
import { StorefrontElement } from './storefront-element.ts';

const facets = 'brand,color,size,best_price';

export const SearchPage: FunctionComponent<{ readonly shop: Shop }> = ({ shop }) => (
	<>
		<h1 class="hidden">Search the shop</h1>
		<StorefrontElement
			name="vitrine-results"
			engine={shop.settings.hashid}
			heading="Everything in the shop"
			facets={`categories,${facets}`}
			currency={currency}
			per-page="24"
			cart
		/>
		<WidgetRow shop={shop} kind="recently_viewed" />
	</>
);

interface CategoryPageProps {
	readonly shop: Shop;
	readonly category: string;
}

export const CategoryPage: FunctionComponent<CategoryPageProps> = ({ shop, category }) => (
	<>
		<h1 class="hidden">{category}</h1>
		<Steps shop={shop} category={category} />
		<StorefrontElement
			name="vitrine-category"
			engine={shop.settings.hashid}
			category={category}
			heading={category.split(' > ').at(-1)}
			facets={`categories,${facets}`}
			currency={currency}
			per-page="24"
			cart
		/>
		<WidgetRow shop={shop} kind="bestsellers" />
	</>
);
