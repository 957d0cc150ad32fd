/** Products of the demo catalogue, as the search API answers them. */
import { createSearchClient } from '../client/search.ts';
import type { CartLine } from './cart-store.ts';
import type { ShopSettings } from './shop-settings.ts';

export interface DemoProduct {
	readonly id: string;
	readonly dfid: string;
	readonly type: string;
	readonly title: string;
	readonly description: string;
	readonly brand: string;
	readonly categories: readonly string[];
	readonly price: number;
	readonly best_price: number;
	readonly link: string;
	readonly image_link: string;
	readonly availability: string;
	readonly color: string;
	readonly size?: string;
	readonly rating: number;
	readonly review_count: number;
	readonly group_id?: string;
	readonly [field: string]: unknown;
}

const described = [
	'id dfid type title description brand categories price sale_price best_price link url image_link image_url availability color',
	'size rating review_count group_id df_grouping_id group_leader df_group_leader gtin mpn release_date',
]
	.join(' ')
	.split(' ');

/** What the page has no other room for: `battery_hours` 26 → `Battery hours`, `26`. */
export function listFacts(product: DemoProduct): readonly (readonly [name: string, value: string])[] {
	return Object.entries(product)
		.filter(([name, value]) => !described.includes(name) && ['string', 'number', 'boolean'].includes(typeof value))
		.map(([name, value]) => [toLabel(name), typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)]);
}

function toLabel(name: string): string {
	const units: Readonly<Record<string, string>> = {
		g: '(g)',
		w: '(W)',
		mm: '(mm)',
		cm: '(cm)',
		l: '(l)',
		ml: '(ml)',
		kg: '(kg)',
		m: '(m)',
	};
	const words = name.split('_').map((word, index) => (index > 0 ? (units[word] ?? word) : word));
	const text = words.join(' ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export function toLine({ id, dfid, title, best_price: price, link, image_link: picture }: DemoProduct): CartLine {
	return { id, dfid, title, price, link, picture, amount: 1 };
}

export interface FoundProduct {
	readonly product: DemoProduct;
	/** The same model in its other sizes and colours, itself among them. */
	readonly variants: readonly DemoProduct[];
}

/**
 * The product whose page has that path; undefined where there is none.
 * @throws {VitrineError}
 */
export async function findProduct(
	{ server, hashid }: ShopSettings,
	path: string,
	signal: AbortSignal,
): Promise<FoundProduct | undefined> {
	const client = createSearchClient<DemoProduct>({ url: server, hashid });
	// Reading a page is no search of a shopper.
	const quiet = { stats: false, filter_exact: true, grouping: false, facets: [] };
	const { results } = await client.search({ ...quiet, filter: { link: [path] }, rpp: 1 }, { signal });
	const [product] = results;
	if (product === undefined) return undefined;
	if (product.group_id === undefined) return { product, variants: [product] };
	const group = { ...quiet, filter: { group_id: [product.group_id] }, rpp: 50 };
	return { product, variants: (await client.search(group, { signal })).results };
}
