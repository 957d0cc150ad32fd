/** Markup in the place of every text that people, feeds and shoppers write is text, on every page of the dashboard. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { waitFor } from '../support/wait-for.ts';

/** It would end an attribute or a text, then run. */
const payload = `"'></title><img src=x onerror="document.title='taken'">`;
const q = encodeURIComponent(payload);

describe('markup', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	let paths: readonly string[];
	before(async () => {
		pages = await openDashboardPages();
		paths = await writeEverywhere(pages);
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	async function assertText(page: Page, where: string): Promise<void> {
		assert.equal(await page.locator('img[src="x"], [onerror]').count(), 0, where);
		assert.notEqual(await page.title(), 'taken', where);
	}

	it('is text on every page, as the name of an engine, a store, a widget, a user and a key, in items, queries and settings', async () => {
		pages.takeComplaints();
		const page = await pages.open('/dashboard');
		for (const path of paths) {
			await page.goto(pages.url + path);
			await page.getByRole('heading', { level: 1 }).waitFor();
			await page.waitForLoadState('networkidle');
			const seen = page.getByText('onerror=').or(page.locator(`[value*="onerror="]`));
			await seen.first().waitFor({ state: 'attached' });
			await assertText(page, path);
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('is text in a file, its name, its columns and what is refused of it', async () => {
		const page = await pages.open(paths[0] ?? assert.fail());
		await page.getByText('onerror=').first().waitFor({ state: 'attached' });
		const address = new URL(page.url());
		await page.goto(`${pages.url}/dashboard/catalogue/index/product/import${address.search}`);
		const head = payload.replaceAll('"', '""');
		const table = `id;price;"${head}"\n1;"${head}";"${head}"\n`;
		const file = { name: `${payload.replaceAll('/', '')}.csv`, mimeType: 'text/csv', buffer: Buffer.from(table) };
		await page.getByLabel('File with items').setInputFiles(file);
		await page.getByText('The first item as it will be written').click();
		await assertText(page, 'the mapping');
		await page.getByRole('button', { name: 'Start the import' }).click();
		await page.getByText('All entries were refused').waitFor();
		await page.getByRole('cell', { name: /cannot be read as one/ }).waitFor();
		await assertText(page, 'what is refused');
		assert.deepEqual(pages.takeComplaints(), []);
	});
});

/** @returns the addresses of pages that show it, the catalogue of the search engine first */
async function writeEverywhere({ owner }: DashboardPages): Promise<readonly string[]> {
	const post = async (path: string, body: object) => {
		const { status, json, text } = await owner.call(path, { method: 'POST', body });
		assert.ok(status < 300, `${path}: ${text}`);
		return json;
	};
	const { id: storeId } = await post('/api/admin/v1/stores', { name: payload });
	const { hashid } = await post('/api/v2/search_engines', { name: payload, store_id: storeId, sector: payload });
	const indices = `/api/v2/search_engines/${hashid}/indices`;
	await post(indices, { name: 'product', preset: 'product' });
	const item = {
		id: payload,
		title: payload,
		brand: payload,
		categories: [payload],
		color: payload,
		[payload]: payload,
	};
	await post(`${indices}/product/items`, { ...item, image_link: payload, link: payload, price: 9 });
	const widget = await post('/api/admin/v1/widgets', { name: payload, store_id: storeId, kind: 'new_arrivals' });
	await post('/api/admin/v1/users', { name: payload, rights: {} });
	const settings = `/api/admin/v1/search_engines/${hashid}/search_settings`;
	const body = { synonyms: [{ words: [payload, 'b'] }], stop_words: ['onerror='], exact_words: ['onerror='] };
	const changed = await owner.call(settings, { method: 'PATCH', body: { ...body, facets: [{ field: payload }] } });
	assert.equal(changed.status, 200, changed.text);
	const query = `query=${q}&session_id=s`;
	const search = () => owner.call(`/6/${hashid}/_search?${query}`);
	await waitFor(
		'the item in the index',
		async () => (await search()).json.total_found,
		(count) => count === 1,
	);
	const engine = `engine=${hashid}`;
	return [
		`/dashboard/catalogue?${engine}`,
		`/dashboard?${engine}`,
		`/dashboard/catalogue/engines?${engine}`,
		`/dashboard/catalogue/index/product?${engine}`,
		`/dashboard/catalogue/index/product?${engine}&find=${q}`,
		`/dashboard/catalogue/index/product?${engine}&item=${q}`,
		`/dashboard/catalogue/index/product/fields?${engine}`,
		`/dashboard/preview?${engine}&${query}`,
		`/dashboard/preview?${engine}&${query}&item=${q}`,
		`/dashboard/preview/compare?${engine}&${query}`,
		...['synonyms', 'words', 'typing', 'facets', 'ranking', 'stock'].map(
			(name) => `/dashboard/settings/${name}?${engine}&try=${q}`,
		),
		`/dashboard/recommendations?${engine}`,
		`/dashboard/recommendations/${widget.id}?${engine}`,
		`/dashboard/statistics?${engine}`,
		`/dashboard/statistics/searches/top?${engine}`,
		`/dashboard/shop?${engine}`,
		`/dashboard/shop/users?${engine}`,
		`/dashboard/shop/snippet?${engine}`,
		`/dashboard/shop/changes?${engine}`,
		`/dashboard/health?${engine}`,
	];
}
