/**
 * One product of the demo catalogue as a shop would send it, with the field names that shops use on the wire.
 *
 * Keys are always in the order below, followed by the attributes of the product's kind, so that a seed always gives the
 * same JSON text.
 */
export interface DemoItem {
	readonly id: string;
	readonly title: string;
	readonly description: string;
	readonly brand: string;
	/** Paths of the form `Running > Shoes > Trail Running Shoes`, most specific first. */
	readonly categories: readonly string[];
	/** EUR, with at most two decimals. */
	readonly price: number;
	/** Below `price`; absent when the product is not on sale. */
	readonly sale_price?: number;
	readonly link: string;
	/** Names the kind and the colour: products that look alike share a picture. */
	readonly image_link: string;
	readonly availability: 'in stock' | 'out of stock';
	readonly color: string;
	/** Absent where the kind has no sizes. */
	readonly size?: string;
	readonly material: string;
	/** EAN-13. */
	readonly gtin: string;
	/** The maker's model number; variants of one model share its beginning. */
	readonly mpn: string;
	/** In [1, 5] with one decimal. */
	readonly rating: number;
	readonly review_count: number;
	/** `YYYY-MM-DD`. */
	readonly release_date: string;
	/** The same for all variants of a model; absent when there is only one. */
	readonly group_id?: string;
	/** True for exactly one variant of a group. */
	readonly group_leader?: boolean;
	/** Measures of the kind: `weight_g`, `waterproof`, `battery_hours`, … */
	readonly [attribute: string]: DemoValue;
}

type DemoValue = string | number | boolean | readonly string[] | undefined;
