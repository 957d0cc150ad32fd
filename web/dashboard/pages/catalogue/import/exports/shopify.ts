/**
 * Products of Shopify, with the names of columns of today and of before 2025. The rows of a product follow each other and have
 * its handle; the first has what is true of the product, and each may have a variant, a picture, or both:
 *
 *     Handle  Title  Option1 Name  Option1 Value  Variant Price  Image Src
 *     shirt   Shirt  Size          S              20             1.jpg
 *     shirt                        M              20             2.jpg
 *     shirt                                                      3.jpg
 */
import type { FeedEntry, ShopExport } from '../feed-entry.ts';
import { type NumberedRow, omit, type Row, toLeftOut, toRow } from './numbered-row.ts';

const handleColumns = ['Handle', 'URL handle'] as const;
const priceColumns = ['Variant Price', 'Price'] as const;
const comparedColumns = ['Variant Compare At Price', 'Compare-at price'] as const;
const imageColumns = ['Image Src', 'Product image URL'] as const;
const variantImageColumns = ['Variant Image', 'Variant image URL'] as const;
const optionNumbers = [1, 2, 3] as const;

/** Of a variant or a picture: what a further row does not take from the first. */
const ownColumns =
	/^(?:variant |option\d |image |product image|sku$|barcode$|price|compare-at|cost per item|inventory|weight|unit price|continue selling|fulfillment|requires shipping|charge tax|tax code)/i;
const optionColumns = /^option\d /i;
/** Settings of the shop system, and prices of other countries. */
const internalColumns =
	/^(?:published|status$|gift card|image position|image alt|product image alt|seo |included \/|price \/|compare[ -]at price \/|weight (?:value|unit)|unit price |requires shipping|fulfillment|charge tax|tax code|inventory tracker|continue selling|variant (?:grams|inventory (?:tracker|policy)|fulfillment|requires|taxable|weight|tax))/i;
const stockColumns = ['Variant Inventory Qty', 'Inventory quantity'] as const;

export const shopifyExport: ShopExport = {
	name: 'Shopify',
	columns: [
		['Handle', 'Variant Price'],
		['URL handle', 'Price'],
	],
	read: readProducts,
};

async function* readProducts(rows: AsyncIterable<FeedEntry>): AsyncGenerator<FeedEntry> {
	let product: NumberedRow[] = [];
	for await (const entry of rows) {
		const row = toRow(entry);
		if (row === undefined) {
			yield entry;
			continue;
		}
		const isNext = product.length > 0 && find(product[0]?.row, handleColumns) === find(row.row, handleColumns);
		if (!isNext) {
			yield* toVariants(product);
			product = [];
		}
		product.push(row);
	}
	yield* toVariants(product);
}

function* toVariants(rows: readonly NumberedRow[]): Generator<FeedEntry> {
	const [first] = rows;
	if (first === undefined) return;
	// A note below the products has no title.
	if (findAny(first.row, 'title') === undefined || !isOnSale(first.row)) {
		yield* rows.map(({ position }) => toLeftOut(position));
		return;
	}
	const images = [...new Set(rows.flatMap(({ row }) => find(row, imageColumns) ?? []))];
	const shared = omit(first.row, (column) => ownColumns.test(column) || internalColumns.test(column));
	const variants = rows.filter(
		({ row }) => findOption(row, 1, 'value') !== undefined || find(row, priceColumns) !== undefined,
	);
	// A product without a price and options is one, too.
	for (const { position, row } of variants.length === 0 ? [first] : variants) {
		yield { position, values: toVariant({ row, shared, images, first: first.row }) };
	}
}

interface VariantRow {
	readonly row: Row;
	readonly shared: Row;
	readonly images: readonly string[];
	/** Has the names of the options. */
	readonly first: Row;
}

function toVariant({ row, shared, images, first }: VariantRow): Readonly<Record<string, unknown>> {
	const handle = find(first, handleColumns) ?? '';
	const options = optionNumbers.flatMap((number) => {
		const name = findOption(first, number, 'name');
		const value = findOption(row, number, 'value');
		// What products without options have.
		if (value === undefined || value === 'Default Title') return [];
		const isTaken = name === undefined || findAny(shared, name.toLowerCase()) !== undefined;
		return [[isTaken ? `Option${number}` : name, value] as const];
	});
	const hidden: readonly string[] = [...imageColumns, ...variantImageColumns, ...(isLimited(row) ? [] : stockColumns)];
	const own = omit(
		row,
		(column) => optionColumns.test(column) || internalColumns.test(column) || hidden.includes(column),
	);
	const image = find(row, variantImageColumns) ?? images[0];
	return {
		// SKUs may be missing, and nothing keeps two products from having one.
		id: [handle, ...options.map(([, value]) => value)].join(':'),
		group_id: handle,
		...shared,
		...toPrices(own),
		...Object.fromEntries(options),
		...(image === undefined ? {} : { 'Image Src': image }),
		...(images.length < 2 ? {} : { images }),
	};
}

/** What is to be paid is the price, and a higher one to compare it with is what it was before. */
function toPrices(row: Row): Readonly<Record<string, string>> {
	const price = find(row, priceColumns);
	const compared = find(row, comparedColumns);
	const rest = omit(row, (column) => [...priceColumns, ...comparedColumns].some((name) => name === column));
	if (price === undefined) return rest;
	return compared !== undefined && Number(compared) > Number(price)
		? { ...rest, price: compared, sale_price: price }
		: { ...rest, price };
}

/** Whether it is sold no further when its stock is at 0, and its stock is counted at all. */
function isLimited(row: Row): boolean {
	const tracker = findAny(row, 'variant inventory tracker') ?? findAny(row, 'inventory tracker');
	const policy = findAny(row, 'variant inventory policy') ?? findAny(row, 'continue selling when out of stock');
	return tracker !== undefined && !/^(?:continue|true)$/i.test(policy ?? '');
}

function isOnSale(row: Row): boolean {
	const status = findAny(row, 'status')?.toLowerCase() ?? 'active';
	const published = (findAny(row, 'published') ?? findAny(row, 'published on online store'))?.toLowerCase() ?? 'true';
	return status === 'active' && published === 'true';
}

function findOption(row: Row, number: number, part: 'name' | 'value'): string | undefined {
	return findAny(row, `option${number} ${part}`);
}

/** By the name of its column, however that is written. */
function findAny(row: Row, name: string): string | undefined {
	return Object.entries(row).find(([column]) => column.toLowerCase() === name)?.[1];
}

function find(row: Row | undefined, columns: readonly string[]): string | undefined {
	return columns.map((column) => row?.[column]).find((value) => value !== undefined);
}
