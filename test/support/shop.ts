/** A shop of its own on a server: account, key, store, search engine and an index `product` with some items. */
import assert from 'node:assert/strict';
import { parseItem } from '../../src/domain/item/parse-items.ts';
import type { SearchEngineSettings } from '../../src/domain/search-engine/search-engine.ts';
import type { Store } from '../../src/domain/store/store.ts';
import { unwrap } from '../../src/lib/failure.ts';
import type { Database } from '../../src/ports/database.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { createScanSearchIndex } from '../contract/scan-search-index.ts';
import { type Api, createApi, type Json } from './api.ts';
import type { ServedApp } from './served-app.ts';

/** The search index of servers in tests. */
export function openScan({ items }: Database): SearchIndex {
	return createScanSearchIndex(items);
}

export interface Shop {
	readonly hashid: string;
	readonly key: string;
	/** Calls below `/6/{hashid}` with the key. */
	readonly api: Api;
	/** The same without credentials. */
	readonly publicApi: Api;
	/** Writes items; a JSON text is stored unchanged. */
	put(...items: readonly (string | object)[]): Promise<void>;
	/** The answer to a search with these parameters, which are written into the address unchanged. */
	search(parameters: string): Promise<Json>;
}

export async function openShop(
	{ url, zone: { services } }: ServedApp,
	storeChange: Partial<Store> = {},
	engineChange: Partial<SearchEngineSettings> = {},
): Promise<Shop> {
	const { account, issued } = unwrap(
		await services.accounts.create({ name: 'Shop', owner: { name: 'Ana', email: null } }),
	);
	const owner = { accountId: account.id, userCode: issued.key.userCode, keyId: issued.key.id };
	const storeSettings = { name: 'Shop', allowedDomains: ['shop.example'], isCorsEnforced: true, blockedIps: [] };
	const store = unwrap(await services.stores.create(owner, { ...storeSettings, ...storeChange }));
	const engine = unwrap(
		await services.searchEngines.create(owner, { ...engineSettings, storeId: store.id, ...engineChange }),
	);
	unwrap(await services.indices.create(engine, { name: 'product', preset: 'product', options: {}, datasources: [] }));
	const { hashid } = engine;
	const api = createApi(`${url}/6/${hashid}`, issued.secret);
	return {
		hashid,
		key: issued.secret,
		api,
		publicApi: createApi(`${url}/6/${hashid}`),
		async put(...items) {
			const texts = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
			const writes = texts.map((text) =>
				unwrap(parseItem(text, { preset: 'product', priceFormat: engine, kind: 'put', makeId: () => 'none' })),
			);
			unwrap(await services.items.write({ hashid, indexName: 'product', generation: 'live' }, writes));
		},
		async search(parameters) {
			const { status, json, text } = await api.call(`/_search?${parameters}`);
			assert.equal(status, 200, text);
			return json;
		},
	};
}

/** Of the results of a search or a widget. */
export function idsOf({ results }: Json): string[] {
	return results.map(({ id }: Json) => id);
}

const engineSettings: SearchEngineSettings = {
	name: 'Shop',
	currency: 'EUR',
	locale: 'en',
	storeId: null,
	siteUrl: null,
	hasStopwords: false,
	isDefault: false,
	hasGrouping: false,
	platform: 'api',
	sector: null,
};
