/** Which shop system has written a table, by its columns. */

import type { ShopExport } from '../feed-entry.ts';
import { bigCommerceExport } from './bigcommerce.ts';
import { magentoExport } from './magento.ts';
import { prestaShopExport } from './prestashop.ts';
import { shopifyExport } from './shopify.ts';
import { wooCommerceExport } from './woocommerce.ts';

const shopExports: readonly ShopExport[] = [
	shopifyExport,
	wooCommerceExport,
	magentoExport,
	prestaShopExport,
	bigCommerceExport,
];

/** @returns undefined for a table that is none of theirs */
export function findExport(columns: ReadonlySet<string>): ShopExport | undefined {
	return shopExports.find((shop) => shop.columns.some((names) => names.every((name) => columns.has(name))));
}
