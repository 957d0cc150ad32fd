/** Products of PrestaShop, as its import and the exports made for it write them. */
import type { FeedEntry, ShopExport } from '../feed-entry.ts';
import { omit, type Row, splitTrimmed, toLeftOut, toRow } from './numbered-row.ts';

const activeColumn = 'Active (0/1)';
/** Settings of the shop system, which say nothing about the product. */
const internalColumns =
	/^(?:Active |Tax rules|Meta |Delete existing|Show price|Available for order|Out of stock action|Feature ?\(|Uploadable|Text fields|Customizable|Advanced stock|Depends on stock|Warehouse|ID \/ Name of shop|Receive a low)/i;

export const prestaShopExport: ShopExport = {
	name: 'PrestaShop',
	columns: [[activeColumn, 'Name *']],
	read: readProducts,
};

async function* readProducts(rows: AsyncIterable<FeedEntry>): AsyncGenerator<FeedEntry> {
	for await (const entry of rows) {
		const numbered = toRow(entry);
		if (numbered === undefined) yield entry;
		else if (numbered.row[activeColumn] === '0') yield toLeftOut(numbered.position);
		else yield { position: numbered.position, values: toItem(numbered.row) };
	}
}

/** Features are `Color:Black:1:0,Size:M:2:0`: name, value, position, and whether the value is its own. */
function toItem(row: Row): Readonly<Record<string, unknown>> {
	const column = Object.keys(row).find((name) => /^Feature ?\(/.test(name)) ?? '';
	const features = splitTrimmed(row[column], ',').flatMap((feature) => {
		const [name = '', value = ''] = feature.split(':');
		return name === '' || value === '' ? [] : [[name, value] as const];
	});
	return { ...omit(row, (name) => internalColumns.test(name)), ...Object.fromEntries(features) };
}
