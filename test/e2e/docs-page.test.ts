/**
 * The reference page in a real browser: it shows every operation, has no errors, and sends requests only to this server.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createApi, type Json } from '../support/api.ts';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('the reference page', { skip: noBrowser }, () => {
	let server: TestServer;
	let browser: Browser;
	let page: Page;
	const complaints: string[] = [];
	const asked: string[] = [];

	before(async () => {
		server = await startServer({ arguments: ['--no-demo'], environment: { VITRINE_SEARCH: 'true' } });
		browser = await launchBrowser();
		page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
		page.on('console', (message) => {
			if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
		});
		page.on('pageerror', (error) => complaints.push(String(error)));
		page.on('request', (request) => asked.push(request.url()));
		page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
		page.on('response', (response) => {
			if (response.status() >= 400) complaints.push(`${response.url()} ${response.status()}`);
		});
		await page.goto(`${server.url}/docs`);
		await page.locator('.opblock').first().waitFor();
	});
	after(async () => {
		await browser?.close();
		await server?.[Symbol.asyncDispose]();
	});

	/** Scrolls from the top to the bottom until `visit` says that it is enough: only what is near is on the page. */
	async function scrollThrough(visit: () => Promise<boolean>): Promise<void> {
		await page.evaluate('window.scrollTo(0, 0)');
		for (let isAtEnd = false; ; ) {
			await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
			if ((await visit()) || isAtEnd) return;
			await page.evaluate('window.scrollBy(0, window.innerHeight / 2)');
			isAtEnd = await page.evaluate<boolean>(
				'window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1',
			);
		}
	}

	async function listSummaries(): Promise<readonly string[]> {
		const summaries = page.locator('.opblock-summary');
		return summaries.evaluateAll((all) =>
			all.map((summary) =>
				['.opblock-summary-method', '.opblock-summary-path, .opblock-summary-path__deprecated']
					.map((selector) => summary.querySelector(selector)?.textContent?.replaceAll('\u200b', '').trim())
					.join(' '),
			),
		);
	}

	it('lists every operation under its topic', async () => {
		const { json } = await createApi(server.url).call('/openapi.json');
		const operations = Object.entries<Json>(json.paths).flatMap(([path, item]) =>
			Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
		);
		const shown = new Set<string>();
		await scrollThrough(async () => {
			for (const summary of await listSummaries()) shown.add(summary);
			return shown.size === operations.length;
		});
		assert.deepEqual([...shown].sort(), operations.toSorted());
		assert.ok(shown.has('PUT /6/{hashid}/stats/cart/{session_id}'));
		assert.equal(await page.title(), 'Vitrine API reference');
	});

	it('shows what an operation takes and answers when it is opened', async () => {
		const block = page.locator('.opblock', { hasText: '/api/widget/{widget_id}/cart' });
		await scrollThrough(() => block.isVisible());
		await block.locator('.opblock-summary').click();
		await block.getByText('session_id').first().waitFor();
		assert.match(await block.innerText(), /OK: the event is on disk/);
	});

	it('fits a narrow window', async () => {
		await page.setViewportSize({ width: 375, height: 700 });
		const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
		const [scrollWidth = 0, clientWidth = 0] = await page.evaluate<number[]>(widths);
		assert.ok(scrollWidth <= clientWidth + 1, `${scrollWidth} wide in ${clientWidth}`);
	});

	it('has no errors, and asks only this server', () => {
		assert.deepEqual(complaints, []);
		const foreign = asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'));
		assert.deepEqual(foreign, []);
		assert.ok(asked.length > 3);
	});
});
