/**
 * A shop of another origin, whose pages have the elements in them: the demo catalogue on a server of its own, pages with a
 * strict Content-Security-Policy, and a browser that draws the pictures of the catalogue, which the shop does not have.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Api, createApi, type Json } from './api.ts';
import { launchBrowser } from './browser.ts';
import { type FirstRun, startServer } from './server.ts';
import { waitFor } from './wait-for.ts';

export interface ShopPages extends FirstRun {
	/** Of the server with the APIs. */
	readonly serverUrl: string;
	/** Of the shop's pages, without a slash. `/results` is one without elements, and so is each product's. */
	readonly url: string;
	/** Calls with the owner's key. */
	readonly owner: Api;
	/**
	 * Opens a page of the shop with this in its body.
	 * @param options of the page: `consent` is `data-consent` of the document, `lang` and `dir` its attributes
	 */
	open(body: string, options?: PageOptions): Promise<ShopPage>;
	/** Opens a page of another front of the shop. */
	visit(address: string, options?: PageOptions): Promise<ShopPage>;
	/** The events of the shop's search engine since the demo's own, oldest first. */
	readEvents(): Promise<readonly Json[]>;
	[Symbol.asyncDispose](): Promise<void>;
}

export interface PageOptions {
	readonly consent?: string;
	readonly lang?: string;
	readonly dir?: string;
	readonly colorScheme?: 'light' | 'dark';
	readonly width?: number;
	readonly height?: number;
	/** Behind the address of the page: `?q=shoe`. */
	readonly search?: string;
	/** Called before the page is opened. */
	readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface ShopPage {
	readonly page: Page;
	/** What the browser complained about: scripts, the policy, requests that failed. */
	readonly complaints: string[];
}

/** The page says its colours, because axe-core takes a page that does not for a white one. */
const style = `html { color-scheme: light dark; background: light-dark(#fff, #121614); color: light-dark(#1d2320, #eceee9); }
body { max-width: 1200px; margin: 0 auto; padding: 16px; font: 16px/1.5 system-ui, sans-serif; }`;
const picture = (color: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"><rect width="300" height="300" fill="#dfe5dc"/><circle cx="150" cy="150" r="90" fill="${color}"/></svg>`;

export async function openShopPages(): Promise<ShopPages> {
	const server = await startServer({ environment: { VITRINE_SEARCH: 'true' } });
	const firstRun = server.firstRun ?? assert.fail('this is a first run');
	const owner = createApi(server.url, firstRun.key);
	const countAll = async () => (await owner.call(`/6/${firstRun.hashid}/_search`)).json.total_found;
	await waitFor('the demo catalogue in the index', countAll, (count) => count === 360);
	const demoEnd = (await readEvents(owner, firstRun.hashid)).at(-1)?.serial;
	const bodies = new Map([
		['/shop.css', style],
		['/results', writePage(server.url, '', {})],
	]);
	const front = await openShopFront(server.url, (path) => bodies.get(isProduct(path) ? '/results' : path));
	const { url } = front;
	const browser = await launchBrowser();

	return {
		...{ ...firstRun, serverUrl: server.url, url, owner },
		async open(body, options = {}) {
			const path = `/page-${bodies.size - 1}`;
			bodies.set(path, writePage(server.url, body, options));
			return openPage(browser, `${url}${path}${options.search ?? ''}`, options);
		},
		visit: (address, options = {}) => openPage(browser, address, options),
		readEvents: () => readEvents(owner, firstRun.hashid, demoEnd),
		async [Symbol.asyncDispose]() {
			await browser.close();
			await front[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

export interface ShopFront {
	/** Without a slash. */
	readonly url: string;
	[Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves the pages of a shop.
 * @param findBody what is at a path, and at an address with its question mark; `undefined` is answered with 404
 * @param policy of its pages; a strict one by default
 */
export async function openShopFront(
	serverUrl: string,
	findBody: (path: string, url: string) => Promise<string | undefined> | string | undefined,
	policy = toPolicy(serverUrl),
): Promise<ShopFront> {
	const pages = createServer(async ({ url = '' }, response) => {
		const path = url.split('?', 1)[0] ?? '';
		const body = await findBody(path, url);
		const type =
			{ css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }[path.split('.').at(-1) ?? ''] ?? 'text/html';
		response.setHeader('content-type', `${type}; charset=utf-8`);
		response.setHeader('content-security-policy', policy);
		response.writeHead(body === undefined ? 404 : 200).end(body);
	});
	pages.listen(0, '127.0.0.1');
	await once(pages, 'listening');
	return {
		url: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			pages.close();
			pages.closeAllConnections();
		},
	};
}

/** The links of the catalogue have no host, so they lead to the shop. */
function isProduct(path: string): boolean {
	return path.startsWith('/demo/products/');
}

async function readEvents(owner: Api, hashid: string, after: unknown = 0): Promise<readonly Json[]> {
	const events: Json[] = [];
	for (let next = after; next !== null; ) {
		const { json } = await owner.call(`/api/admin/v1/search_engines/${hashid}/events?limit=1000&after=${next}`);
		events.push(...json.events);
		next = json.next_after;
	}
	return events;
}

/** As strict as a shop can be with code of another origin: nothing inline, and no addresses besides its own and the server's. */
function toPolicy(serverUrl: string): string {
	return `default-src 'none'; script-src 'self' ${serverUrl}; connect-src ${serverUrl}; img-src 'self' data:; style-src 'self'; form-action 'self'; base-uri 'none'`;
}

function writePage(serverUrl: string, body: string, { consent, lang = 'en', dir }: PageOptions): string {
	const attributes = [
		`lang="${lang}"`,
		dir === undefined ? '' : `dir="${dir}"`,
		consent === undefined ? '' : `data-consent="${consent}"`,
	];
	return `<!doctype html>
<html ${attributes.join(' ')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
<script type="module" src="${serverUrl}/storefront.js"></script>
</head>
<body><main><h1>Shop</h1>${body}</main></body>
</html>`;
}

async function openPage(browser: Browser, address: string, options: PageOptions): Promise<ShopPage> {
	const { colorScheme = 'light', width = 1280, height = 900, prepare } = options;
	const context = await browser.newContext({ colorScheme, viewport: { width, height } });
	const page = await context.newPage();
	page.setDefaultTimeout(0);
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(String(error)));
	await context.route(/\.svg$/, (route) => {
		const name = /\/([^/]+)\.svg$/.exec(route.request().url())?.[1] ?? '';
		const color = name.split('-').at(-1) ?? 'grey';
		return route.fulfill({ contentType: 'image/svg+xml', body: picture(color) });
	});
	await prepare?.(page);
	await page.goto(address);
	return { page, complaints };
}
