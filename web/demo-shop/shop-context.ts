import type { CartLine } from './cart-store.ts';
import type { RequestLog } from './request-log.ts';
import type { ShopSettings } from './shop-settings.ts';

/** What every page of the shop gets. */
export interface Shop {
	readonly settings: ShopSettings;
	readonly log: RequestLog;
	readonly cart: readonly CartLine[];
	readonly changeCart: (change: (lines: readonly CartLine[]) => readonly CartLine[]) => void;
}

/** The catalogue has its prices in euros. */
export const currency = 'EUR';
const format = new Intl.NumberFormat('en', { style: 'currency', currency });

export function formatPrice(price: number): string {
	return format.format(price);
}

/** An address of the shop or of a picture, as the page can use it: a proxy may serve the server below a path. */
export function toAddress({ server }: ShopSettings, path: string): string {
	return new URL(path.replace(/^\//, ''), server).href;
}
