/**
 * Products of BigCommerce, in the format of today and in that of before. Below the row of a product are those of its variants,
 * pictures and rules. The product is the item, and has their pictures and the values of its options.
 */
import type { FeedEntry, ShopExport } from '../feed-entry.ts';
import { type NumberedRow, omit, type Row, splitTrimmed, toLeftOut, toRow } from './numbered-row.ts';

const kindColumns = ['Item', 'Item Type'] as const;
const imageColumns = ['Internal Image URL (Export)', 'Image URL (Import)'] as const;
const visibleColumns = ['Visible', 'Is Visible', 'Product Visible?'] as const;
/** Settings of the shop system; the type is physical or digital. */
const internalColumns =
	/^(?:Item|Item Type|Type|Product Type|Visible|Is Visible|Product Visible\?|Options?|Option Set.*|Tax .*|Product Tax .*|.*Image.*|Stop Processing Rules|Meta .*|MYOB .*|Page Title|Sort Order|Bin Picking Number|Event Date.*)$/;

export const bigCommerceExport: ShopExport = {
	name: 'BigCommerce',
	columns: [
		['Item Type', 'Product Name'],
		['Item', 'Name', 'Inventory Tracking'],
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
		if (find(row.row, kindColumns)?.toLowerCase() === 'product') {
			yield* toProduct(product);
			product = [];
		}
		product.push(row);
	}
	yield* toProduct(product);
}

function* toProduct(rows: readonly NumberedRow[]): Generator<FeedEntry> {
	const [first] = rows;
	if (first === undefined) return;
	const { position, row } = first;
	if (/^(?:false|n|no|0)$/i.test(find(row, visibleColumns) ?? '')) {
		yield toLeftOut(position);
		return;
	}
	const images = rows.flatMap(({ row: part }) => find(part, imageColumns) ?? part['Product Image File - 1'] ?? []);
	yield {
		position,
		values: {
			...omit(row, (column) => internalColumns.test(column)),
			...toOptions(rows.slice(1)),
			...(images.length === 0 ? {} : { image_link: images[0] }),
			...(images.length < 2 ? {} : { images }),
		},
	};
}

/** Of variants: `Type=Dropdown|Name=Size|Value=M` for each option, or `[S]Size=M,[RB]Colour=Red` in the name. */
function toOptions(variants: readonly NumberedRow[]): Readonly<Record<string, unknown>> {
	const options = new Map<string, Set<string>>();
	const add = (name: string | undefined, value: string | undefined) => {
		if (name === undefined || value === undefined) return;
		options.set(name, (options.get(name) ?? new Set()).add(value));
	};
	for (const { row } of variants) {
		for (const [, name, value] of (row.Options ?? '').matchAll(/Name=([^|]+)\|Value=([^|;\n]+)/g)) add(name, value);
		for (const part of splitTrimmed(row['Product Name'], /,(?=\[)/)) {
			const [, name, value] = /^\[\w+\]([^=]+)=(?:\d+:)?([^:]+)/.exec(part) ?? [];
			add(name, value);
		}
	}
	return Object.fromEntries([...options].map(([name, values]) => [name, [...values]]));
}

function find(row: Row, columns: readonly string[]): string | undefined {
	return columns.map((column) => row[column]).find((value) => value !== undefined);
}
