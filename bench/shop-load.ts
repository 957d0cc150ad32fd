/** A shop with a widget, and requests of its shoppers, prepared in advance. */
import { formatDfid, toItemKey } from '../src/domain/item/dfid.ts';
import { type Api, createApi } from '../test/support/api.ts';
import type { TestServer } from '../test/support/server.ts';
import { toRequest, toShopperHeaders } from './load.ts';
import { toItemsPath } from './synthetic-item.ts';

interface Product {
	readonly dfid: string;
	readonly title: string;
	readonly link: string;
}

export interface Shop {
	readonly server: TestServer;
	readonly api: Api;
	readonly products: readonly Product[];
	/** The widget for what comes next in a session, and the one for what the session viewed. */
	readonly widgetId: string;
	readonly recentWidgetId: string;
}

const sessionCount = 20_000;

export async function openShop(server: TestServer): Promise<Shop> {
	const { firstRun } = server;
	if (firstRun === undefined) throw new Error('the server did not print its first run');
	const { hashid, key, widget_id: widgetId } = firstRun;
	const api = createApi(server.url, key);
	const page = await api.call(`${toItemsPath(hashid)}?rpp=100`);
	const products = page.json.items.map(({ id, title, link }: { id: string; title: string; link: string }) => ({
		dfid: formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(id) }),
		title,
		link,
	}));
	const widgets = await api.call('/api/admin/v1/widgets');
	const { store_id: storeId } = widgets.json[0];
	const change = { kind: 'browsing_history' };
	await api.call(`/api/admin/v1/widgets/${widgetId}`, { method: 'PATCH', body: change });
	const body = { name: 'Recent', store_id: storeId, kind: 'recently_viewed' };
	const recent = await api.call('/api/admin/v1/widgets', { method: 'POST', body });
	if (recent.status !== 201) throw new Error(`no widget: ${JSON.stringify(recent.json)}`);
	return { server, api, products, widgetId, recentWidgetId: recent.json.id };
}

export function toShopperRequest(path: string, session: number, body: object): Uint8Array {
	return toRequest('POST', path, { body: JSON.stringify(body), headers: toShopperHeaders(session) });
}

/** Prepared in advance, so that the load generator only sends: sessions walk through products with nearby numbers. */
export function prepare(shop: Shop, makeRequest: (session: number, product: Product) => Uint8Array): () => Uint8Array {
	const { products } = shop;
	const requests = Array.from({ length: sessionCount }, (_, n) => {
		const product = products[(n * 7 + Math.floor(n / 3)) % products.length];
		if (product === undefined) throw new Error('the shop has no products');
		return makeRequest(n % (sessionCount / 4), product);
	});
	let at = 0;
	return () => requests[at++ % sessionCount] as Uint8Array;
}

export function prepareCarts(shop: Shop): () => Uint8Array {
	return prepare(shop, (session, { dfid, title }) => {
		const body = { session_id: `bench-${session}`, dfid, title, amount: 1, price: 12.5 };
		return toShopperRequest(`/api/widget/${shop.widgetId}/cart`, session, body);
	});
}
