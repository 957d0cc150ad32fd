/**
 * A shop of another origin whose page has InstantSearch.js in it, as its package brings it, and the adapter; and the items
 * that it sells, from which every count can be worked out.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi, type Json } from './api.ts';
import { launchBrowser } from './browser.ts';
import { type ServedApp, serveApp } from './served-app.ts';
import { openShop, type Shop } from './shop.ts';
import { waitFor } from './wait-for.ts';

export interface ShopItem {
	readonly id: string;
	readonly title: string;
	readonly description: string;
	readonly brand: string;
	readonly color: string;
	readonly extras: readonly string[];
	readonly categories: readonly string[];
	readonly price: number;
	readonly rating: number;
	readonly units: number;
	readonly free_shipping: boolean;
	readonly geo: { readonly lat: number; readonly lon: number };
}

const nouns = ['lamp', 'chair', 'kettle', 'jacket', 'bottle', 'camera', 'tent', 'drum'];
const colors = ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey', 'Ochre', 'Pink'];
const extras = ['wifi', 'gps', 'waterproof', 'foldable'];
const tree = ['Home > Kitchen > Knives', 'Home > Kitchen > Pots', 'Home > Bath', 'Garden > Tools', 'Garden > Plants'];

/** The same items for the same number. A description that has a tag in it, and quotes, is text. */
export function createShopItems(count: number): ShopItem[] {
	const random = createSeededRandom(count);
	return Array.from({ length: count }, (_, at) => {
		const noun = random.pick(nouns);
		return {
			id: `${at}`,
			title: `${noun} <b>&"${at}`,
			description: `${'Something for every day. '.repeat(6)}This is a ${noun} of the shop. ${'More of it. '.repeat(6)}`,
			brand: `Brand ${random.integer(1, 30)}`,
			color: random.pick(colors),
			extras: extras.filter(() => random.chance(0.4)),
			categories: tree.filter(() => random.chance(0.3)),
			price: random.integer(1, 200),
			rating: random.integer(1, 5),
			units: random.integer(0, 50),
			free_shipping: random.chance(0.3),
			geo: { lat: 40 + random.integer(0, 5), lon: 2 },
		};
	});
}

export interface InstantSearchShop {
	readonly shop: Shop;
	/** Of the server. */
	readonly serverUrl: string;
	readonly items: readonly ShopItem[];
	/** The events of the search engine, oldest first. */
	readEvents(): Promise<readonly Json[]>;
	/** Opens a page whose script gets `instantsearch` and what the adapter exports. */
	open(script: string): Promise<Page>;
	[Symbol.asyncDispose](): Promise<void>;
}

const adapterEntry = fileURLToPath(
	new URL('../../web/instantsearch-adapter/instantsearch-adapter.ts', import.meta.url),
);

/** The workspace that has the library among its packages. */
const workspace = new URL('../clients/package.json', import.meta.url);
const libraryFile = 'instantsearch.js/dist/instantsearch.production.min.js';

/** The adapter as one file, as a shop's bundler makes it. */
export async function bundleAdapter(format: 'esm' | 'iife'): Promise<Uint8Array> {
	const options = { bundle: true, minify: true, target: 'es2022', write: false, globalName: 'adapter' } as const;
	const { outputFiles } = await build({ ...options, format, entryPoints: [adapterEntry] });
	return outputFiles[0]?.contents ?? assert.fail('esbuild writes one file');
}

const batchItems = 2_000;

export async function openInstantSearchShop(itemCount: number): Promise<InstantSearchShop> {
	// What is open ends also when a later step fails: a server that stays would keep the test from ending.
	await using opening = new AsyncDisposableStack();
	const server = opening.use(await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0', VITRINE_SEARCH: 'true' }));
	const shop = await openShop(server, { isCorsEnforced: false });
	const items = createShopItems(itemCount);
	for (let from = 0; from < items.length; from += batchItems) await shop.put(...items.slice(from, from + batchItems));
	const api = createApi(server.url, shop.key);
	await waitFor(
		'all items in the index, which answers 503 until it is built',
		() => api.call(`/6/${shop.hashid}/_search?rpp=1`),
		({ status, json }) => status === 200 && json.total_found === itemCount,
	);
	const pages = await servePages(server.url, shop.hashid);
	opening.defer(pages.close);
	const browser: Browser = await launchBrowser();
	opening.defer(() => browser.close());
	const open = opening.move();
	return {
		...{ shop, items, serverUrl: server.url },
		readEvents: () => readEvents(server, shop),
		async open(script) {
			const page = await browser.newPage();
			const errors: string[] = [];
			page.on('pageerror', (error) => errors.push(String(error)));
			await page.goto(`${pages.url}/?${new URLSearchParams({ script })}`);
			assert.deepEqual(errors, []);
			return page;
		},
		[Symbol.asyncDispose]: () => open.disposeAsync(),
	};
}

async function servePages(serverUrl: string, hashid: string) {
	const library = await readFile(createRequire(workspace).resolve(libraryFile));
	const files = new Map<string, Uint8Array>([
		['/instantsearch.js', library],
		['/adapter.js', await bundleAdapter('iife')],
	]);
	const server = createServer(({ url = '' }, response) => {
		const { pathname, searchParams } = new URL(url, 'http://shop.example');
		const file = files.get(pathname);
		response.setHeader('content-type', file === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
		const options = JSON.stringify({ url: serverUrl, hashid });
		response.end(
			file ??
				`<!doctype html><title>Shop</title><div id="widgets"></div><script src="/instantsearch.js"></script><script src="/adapter.js"></script>
<script>const { searchClient, insightsClient } = adapter.createInstantSearchClients(${options});${searchParams.get('script')}</script>`,
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

async function readEvents({ url }: ServedApp, { hashid, key }: Shop): Promise<readonly Json[]> {
	const { json } = await createApi(url, key).call(`/api/admin/v1/search_engines/${hashid}/events?limit=1000`);
	return json.events;
}
