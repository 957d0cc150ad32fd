/** How soon does the list under `<vitrine-search>` show what fits the text after a keystroke? */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createApi } from '../test/support/api.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { openDashboardPages } from '../test/support/dashboard-pages.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { slowDown } from './page-vitals.ts';
import { waitForRest } from './server-process.ts';
import { createSyntheticCatalogue } from './synthetic-catalogue.ts';
import { createSyntheticShop, type SyntheticShop, serveSyntheticShop } from './synthetic-shop.ts';
import { waitForIndex } from './wait-for-index.ts';

/** For most keystrokes, with the server on the same machine. */
const keystrokeMsMax = 50;
const seed = 2_026;
const restMs = 5_000;
/** After this time the list is taken for the same as before. */
const unchangedMs = 500;
/** Typed before anything is measured: in a shop that is open, others have begun with each letter. */
const warmUpTexts = [...'abcdefghijklmnopqrstuvwxyz', 'in'];
const demoTexts = ['trail running', 'headphones', 'turntable', 'hiking socks', 'coffee grinder', 'waterproof'];

/** @param productCount of a synthetic catalogue; undefined: the demo catalogue */
export function benchSuggestions(productCount: number | undefined, slowdown: number): Promise<readonly Measurement[]> {
	return productCount === undefined ? benchDemo(slowdown) : benchSynthetic(productCount, slowdown);
}

async function benchDemo(slowdown: number): Promise<readonly Measurement[]> {
	await using pages = await openDashboardPages({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' });
	const page = await pages.open('/demo', { person: 'nobody' });
	return await typeTexts(page, { texts: demoTexts, what: 'demo catalogue', slowdown });
}

async function benchSynthetic(productCount: number, slowdown: number): Promise<readonly Measurement[]> {
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
	try {
		const shop = await createSyntheticShop(dataDir, { productCount, seed });
		const environment = { VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0', VITRINE_ANSWER_CACHE_MB: '16' };
		const server = await serveSyntheticShop(shop, environment);
		await waitForIndex(server, { ...shop, itemCount: productCount });
		await waitForRest(server, restMs);
		await allowPages(server.url, shop);
		const browser = await launchBrowser();
		const page = await browser.newPage();
		const address = `${server.url}/page-of-a-shop`;
		await page.route(address, (route) =>
			route.fulfill({ contentType: 'text/html', body: writePage(server.url, shop.hashid) }),
		);
		await page.goto(address);
		const { words } = createSyntheticCatalogue(seed);
		// Some frequent words, some rare ones, and some pairs of them.
		const texts = [10, 50, 250, 1_000, 5_000, 20_000].map((rank) => `${words[rank]} ${words[rank + 1]}`);
		const measurements = await typeTexts(page, { texts, what: `${productCount} products`, slowdown });
		await browser.close();
		await server.stop();
		return measurements;
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

/** Puts the engine into a store whose pages are those of the server itself. */
async function allowPages(serverUrl: string, { hashid, key }: SyntheticShop): Promise<void> {
	const api = createApi(serverUrl, key);
	const settings = { name: 'Bench', allowed_domains: [new URL(serverUrl).origin] };
	const store = await api.call('/api/admin/v1/stores', { method: 'POST', body: settings });
	const body = { store_id: store.json.id };
	const { status } = await api.call(`/api/v2/search_engines/${hashid}`, { method: 'PATCH', body });
	assert.equal(status, 200);
}

function writePage(serverUrl: string, hashid: string): string {
	return `<!doctype html><html lang="en"><title>Shop</title>
<script type="module" src="${serverUrl}/storefront.js"></script>
<vitrine-search engine="${hashid}" currency="EUR" results-url="/results"></vitrine-search>`;
}

/**
 * `benchShownMs` is the time from the last keystroke until a frame had been drawn with another list; undefined until then.
 * A list for the new text that has the same lines is not told from the old one.
 */
const watchScript = `
const root = document.querySelector('vitrine-search').shadowRoot;
const readList = () => root.querySelector('[role=listbox]')?.innerText ?? '';
let startMs = 0, before = '', isWaiting = false;
globalThis.benchShownMs = undefined;
addEventListener('keydown', ({ timeStamp }) => {
	[startMs, before, isWaiting, benchShownMs] = [timeStamp, readList(), true, undefined];
}, true);
new MutationObserver(() => {
	if (!isWaiting || readList() === before || readList() === '') return;
	isWaiting = false;
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => { benchShownMs = performance.now() - startMs; };
	requestAnimationFrame(() => port2.postMessage(''));
}).observe(root, { subtree: true, childList: true, characterData: true });
`;

interface Typing {
	readonly texts: readonly string[];
	/** Of the catalogue, in words. */
	readonly what: string;
	readonly slowdown: number;
}

async function typeTexts(page: Page, { texts, what, slowdown }: Typing): Promise<readonly Measurement[]> {
	const box = page.getByRole('combobox', { name: 'Search' }).first();
	await box.waitFor();
	await page.evaluate(watchScript);
	for (const text of warmUpTexts) await typeText(page, text);
	const usual = await typeAll(page, texts);
	const again = await typeAll(page, texts);
	await slowDown(page, slowdown);
	const slowed = await typeAll(page, texts);
	const count = texts.join('').length;
	assert.ok(usual.length > 0, 'no keystroke changed the list: the page does not reach the server');
	const name = `keystroke to suggestions, ${what}`;
	return [
		measure(`${name}, median`, 'ms', { ours: percentile(usual, 0.5), atMost: keystrokeMsMax }),
		measure(`${name}, p95`, 'ms', { ours: percentile(usual, 0.95), atMost: keystrokeMsMax }),
		measure(`${name}, typed again, p95`, 'ms', { ours: percentile(again, 0.95), atMost: keystrokeMsMax }),
		report(`${name}, share that changed the list`, '', usual.length / count),
		report(`${name}, processor ${slowdown} × slower, median`, 'ms', percentile(slowed, 0.5)),
		report(`${name}, processor ${slowdown} × slower, p95`, 'ms', percentile(slowed, 0.95)),
	];
}

async function typeAll(page: Page, texts: readonly string[]): Promise<readonly number[]> {
	const durationsMs: number[] = [];
	for (const text of texts) durationsMs.push(...(await typeText(page, text)));
	return durationsMs;
}

/** Empties the box and types into it. @returns the ms of each keystroke that changed the list */
async function typeText(page: Page, text: string): Promise<readonly number[]> {
	const box = page.getByRole('combobox', { name: 'Search' }).first();
	await box.fill('');
	await box.focus();
	const durationsMs: number[] = [];
	for (const letter of text) {
		await page.keyboard.press(letter === ' ' ? 'Space' : letter);
		const shownMs = await page.evaluate<number | null>(`new Promise((resolve) => {
			const endMs = performance.now() + ${unchangedMs};
			const look = () => {
				if (benchShownMs !== undefined || performance.now() > endMs) resolve(benchShownMs ?? null);
				else setTimeout(look, 5);
			};
			look();
		})`);
		if (shownMs !== null) durationsMs.push(shownMs);
	}
	return durationsMs;
}
