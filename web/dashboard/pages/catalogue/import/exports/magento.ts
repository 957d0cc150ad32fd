/**
 * Products of Magento and Adobe Commerce. Simple products that make up a configurable one come before it, and are not visible
 * themselves: it is the item, with their lowest price and all their values. A row for a store view has only what differs there.
 */
import type { FeedEntry, ShopExport } from '../feed-entry.ts';
import { omit, type Row, splitTrimmed, toLeftOut, toRow } from './numbered-row.ts';

/** Settings of the shop system, which say nothing about the product. */
const internalColumns =
	/^(?:store_view_code|attribute_set_code|product_type|product_websites|product_online|tax_class_name|visibility|meta_.*|use_config_.*|custom_(?:design|layout).*|page_layout|product_options_container|msrp_display.*|map_.*|gift_.*|.*_image_label|display_product_options_in|additional_attributes|configurable_variation.*|related_.*|crosssell_.*|upsell_.*|.*_qty|qty_increments|is_qty_decimal|is_decimal_divided|allow_backorders|notify_on_stock_below|manage_stock|enable_qty_.*|website_id|deferred_stock_update|hide_from_product_page|custom_options|bundle_.*|associated_skus|categories)$/;

export const magentoExport: ShopExport = {
	name: 'Magento',
	columns: [['sku', 'attribute_set_code', 'product_type']],
	read: readProducts,
};

/** What a configurable product needs of those that it is made of. */
interface HiddenProduct {
	readonly price: string | undefined;
	readonly salePrice: string | undefined;
	readonly image: string | undefined;
	readonly isInStock: boolean;
}

async function* readProducts(rows: AsyncIterable<FeedEntry>): AsyncGenerator<FeedEntry> {
	const hidden = new Map<string, HiddenProduct>();
	for await (const entry of rows) {
		const numbered = toRow(entry);
		if (numbered === undefined) {
			yield entry;
			continue;
		}
		const { position, row } = numbered;
		const isOn = row.product_online !== '2' && row.product_online !== '0';
		if (row.store_view_code !== undefined || !isOn) yield toLeftOut(position);
		else if (row.visibility === 'Not Visible Individually') {
			if (row.sku !== undefined) hidden.set(row.sku, toHidden(row));
			yield toLeftOut(position);
		} else yield { position, values: toItem(row, hidden) };
	}
}

function toHidden(row: Row): HiddenProduct {
	const { price, special_price: salePrice, base_image: image, is_in_stock: isInStock, qty } = row;
	return { price, salePrice, image, isInStock: isInStock !== '0' && (isInStock !== undefined || Number(qty ?? 1) > 0) };
}

function toItem(row: Row, hidden: ReadonlyMap<string, HiddenProduct>): Readonly<Record<string, unknown>> {
	const categories = splitTrimmed(row.categories, ',').map(toCategory);
	return {
		...omit(row, (column) => internalColumns.test(column)),
		...(categories.length === 0 ? {} : { categories: categories.filter((path) => path !== '') }),
		...toAttributes(row.additional_attributes),
		...toConfigured(row, hidden),
	};
}

/** `Default Category/Gear/Bags`: the first is the root of the shop, which nobody sees. */
function toCategory(path: string): string {
	return splitTrimmed(path, '/').slice(1).join(' > ');
}

/** `color=Red,size=M|L`. */
function toAttributes(text: string | undefined): Readonly<Record<string, unknown>> {
	const pairs = splitTrimmed(text, /,(?=\w+=)/).flatMap((pair) => {
		const [, name, value] = /^(\w+)=([\s\S]+)$/.exec(pair) ?? [];
		if (name === undefined || value === undefined) return [];
		const values = splitTrimmed(value, '|');
		return [[name, values.length === 1 ? values[0] : values] as const];
	});
	return Object.fromEntries(pairs);
}

/** `sku=A-S,size=S,color=Red|sku=A-M,size=M,color=Red`. */
function toConfigured(row: Row, hidden: ReadonlyMap<string, HiddenProduct>): Readonly<Record<string, unknown>> {
	const variations = splitTrimmed(row.configurable_variations, '|').map(toAttributes);
	const parts = variations.flatMap(({ sku }) => hidden.get(String(sku)) ?? []);
	const names = new Set(variations.flatMap((variation) => Object.keys(variation)).filter((name) => name !== 'sku'));
	const attributes = [...names].map((name) => [name, [...new Set(variations.flatMap((part) => part[name] ?? []))]]);
	const [cheapest] = parts
		.filter(({ price }) => price !== undefined)
		.toSorted((a, b) => Number(a.salePrice ?? a.price) - Number(b.salePrice ?? b.price));
	const { price = row.price ?? cheapest?.price, special_price: salePrice = cheapest?.salePrice } = row;
	const image = row.base_image ?? parts.find((part) => part.image !== undefined)?.image;
	return {
		...Object.fromEntries(attributes),
		...(price === undefined ? {} : { price }),
		...(salePrice === undefined ? {} : { special_price: salePrice }),
		...(image === undefined ? {} : { base_image: image }),
		...(parts.length === 0 || parts.some(({ isInStock }) => isInStock) ? {} : { is_in_stock: '0' }),
	};
}
