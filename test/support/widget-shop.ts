/**
 * A shop with widgets on a server whose index and models are scans, so that every write and every event takes effect at
 * once.
 */
import assert from 'node:assert/strict';
import { type ShopperAction, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { createScanRecommender } from '../contract/scan-recommender.ts';
import { type Answer, type Api, createApi, type Json } from './api.ts';
import { type ServedApp, serveApp } from './served-app.ts';
import { openScan, openShop, type Shop } from './shop.ts';

export interface WidgetShop extends Shop {
	readonly storeId: string;
	readonly admin: Api;
	/** Creates a widget. @returns its id. */
	create(kind: string, rules?: object): Promise<string>;
	/** Calls a widget as the page of an item does, or as a page without an item. */
	ask(widgetId: string, body?: WidgetCall): Promise<Json>;
	/** The same, with the complete answer. */
	post(widgetId: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
	dfidOf(id: string): string;
	record(sessionId: string, ...actions: readonly ShopperAction[]): Promise<void>;
	view(...ids: readonly string[]): ShopperAction[];
	/** Puts the items into the cart and checks out. */
	buy(...ids: readonly string[]): ShopperAction[];
}

export interface WidgetCall {
	/** The item of the page. */
	readonly page?: string;
	readonly session_id?: string | null | undefined;
	readonly user_id?: string | null | undefined;
	readonly [field: string]: unknown;
}

export const serveWidgets = (): Promise<ServedApp> =>
	serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' }, openScan, ({ events }) => createScanRecommender(events));

export function toLink(id: string): string {
	return `https://www.shop.example/p/${id}`;
}

let eventCount = 0;

export async function openWidgetShop(served: ServedApp, engineChange: object = {}): Promise<WidgetShop> {
	const shop = await openShop(served, { isCorsEnforced: false }, engineChange);
	const admin = createApi(`${served.url}/api/admin/v1`, shop.key);
	const open = createApi(served.url);
	const [store] = (await admin.call('/stores')).json;
	const post: WidgetShop['post'] = (widgetId, body, headers = {}) =>
		open.call(`/api/widget/${widgetId}`, { method: 'POST', body, headers });
	const toItem = (id: string) => ({ indexName: 'product', itemKey: toItemKey(id) });
	return {
		...shop,
		storeId: store.id,
		admin,
		post,
		async create(kind, rules = {}) {
			const body = { name: `The ${kind}`, store_id: store.id, kind, ...rules };
			const { status, json, text } = await admin.call('/widgets', { method: 'POST', body });
			assert.equal(status, 201, text);
			return json.id;
		},
		async ask(widgetId, { page, ...body } = {}) {
			const currentUrl = page === undefined ? 'https://shop.example/' : `${toLink(page)}/?utm_source=test`;
			const { status, json, text } = await post(widgetId, { current_url: currentUrl, ...body });
			assert.equal(status, 200, text);
			return json;
		},
		dfidOf: (id) => `${shop.hashid}@product@${toItemKey(id)}`,
		async record(sessionId, ...actions) {
			const events = actions.map((action) => {
				eventCount += 1;
				const id = eventCount.toString(16).padStart(32, '0');
				const who = { sessionId, userId: null, ...unknownClient };
				return { id, storeId: store.id, hashid: shop.hashid, ...who, occurredAtMs: Date.now(), action };
			});
			await served.zone.database.events.recordMany(events);
			await served.catchUp();
		},
		view: (...ids) => ids.map((id) => ({ kind: 'view', widgetId: null, ...toItem(id) })),
		buy: (...ids) => [
			...ids.map((id): ShopperAction => ({ kind: 'cart_addition', title: id, amount: 1, price: null, ...toItem(id) })),
			{ kind: 'checkout', sources: [] },
		],
	};
}
