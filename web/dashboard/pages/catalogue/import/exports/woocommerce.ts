/**
 * Products of WooCommerce. A variable product comes before its variations, which name it by its SKU or as `id:44`, and are what
 * shoppers buy: they take from it what they do not have themselves. One without variations in the file is an item itself.
 */
import type { FeedEntry, ShopExport } from '../feed-entry.ts';
import { type NumberedRow, omit, type Row, splitTrimmed, toLeftOut, toRow } from './numbered-row.ts';

/** Of a variable product: not those of its variations. */
const ownColumns =
	/^(?:ID|SKU|GTIN.*|Name|Type|Published|Parent|Position|Regular price|Sale price|Stock|In stock\?|Attribute .*)$/;
/** Of no use to shoppers, or not for them. */
const internalColumns =
	/^(?:Attribute \d+ .*|Type|Published|Visibility in catalog|Tax .*|Download .*|Purchase note|Meta: _.*)$/;

export const wooCommerceExport: ShopExport = {
	name: 'WooCommerce',
	columns: [['Type', 'Name', 'Published', 'Visibility in catalog']],
	read: readProducts,
};

interface VariableProduct extends NumberedRow {
	hasVariations: boolean;
}

async function* readProducts(rows: AsyncIterable<FeedEntry>): AsyncGenerator<FeedEntry> {
	const variable = new Map<string, VariableProduct>();
	for await (const entry of rows) {
		const numbered = toRow(entry);
		if (numbered === undefined) {
			yield entry;
			continue;
		}
		const { position, row } = numbered;
		const types = splitTrimmed(row.Type, ',');
		if (!types.includes('variation') && !isOnSale(row)) yield toLeftOut(position);
		else if (types.includes('variable')) {
			const product = { ...numbered, hasVariations: false };
			if (row.SKU !== undefined) variable.set(row.SKU, product);
			if (row.ID !== undefined) variable.set(`id:${row.ID}`, product);
		} else yield toEntry(numbered, variable);
	}
	for (const product of new Set(variable.values())) {
		if (!product.hasVariations) yield { position: product.position, values: toItem(product.row, {}) };
	}
}

function toEntry({ position, row }: NumberedRow, variable: ReadonlyMap<string, VariableProduct>): FeedEntry {
	if (row.Parent === undefined) return { position, values: toItem(row, {}) };
	const parent = variable.get(row.Parent);
	// That of a product which was left out, and one that is switched off itself.
	if (parent === undefined || row.Published === '0' || row.Published === '-1') return toLeftOut(position);
	parent.hasVariations = true;
	const shared = omit(parent.row, (column) => ownColumns.test(column));
	// One name for the product, whichever of the two its variations have.
	return { position, values: { ...toItem(row, shared), Parent: parent.row.SKU ?? row.Parent } };
}

function toItem(row: Row, shared: Row): Readonly<Record<string, unknown>> {
	const all = { ...shared, ...row };
	const attributes = Object.keys(row).flatMap((column) => {
		const number = /^Attribute (\d+) name$/.exec(column)?.[1];
		const values = splitTrimmed(row[`Attribute ${number} value(s)`], ',');
		if (number === undefined || values.length === 0) return [];
		return [[row[column], values.length === 1 ? values[0] : values] as const];
	});
	// What may be ordered without being there.
	const isOrdered = row['In stock?'] !== '0' && Number(row.Stock ?? 1) <= 0;
	const categories = splitTrimmed(all.Categories, /(?<!\\),/);
	return {
		...omit(all, (column) => internalColumns.test(column) || (isOrdered && column === 'Stock')),
		...(categories.length === 0 ? {} : { Categories: categories.map((path) => path.replaceAll('\\,', ',')) }),
		...Object.fromEntries(attributes),
	};
}

/** Drafts are -1, private ones 0; what is hidden is found neither by searches nor in categories. */
function isOnSale(row: Row): boolean {
	return (row.Published ?? '1') === '1' && row['Visibility in catalog'] !== 'hidden';
}
