/** `<vitrine-results>` while an answer is awaited. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { openShopPages, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

describe('<vitrine-results> that awaits an answer', { skip: noBrowser }, () => {
	let shop: ShopPages;
	let element: string;
	before(async () => {
		shop = await openShopPages();
		const engine = `engine="${shop.hashid}" currency="EUR"`;
		element = `<vitrine-search ${engine}></vitrine-search><vitrine-results ${engine} per-page="12" cart facets="categories:hierarchy,brand,best_price,color"></vitrine-results>`;
	});
	after(() => shop?.[Symbol.asyncDispose]());

	const readCount = async (page: Page) =>
		Number.parseInt(await page.locator('vitrine-results .bar .count').innerText(), 10);

	/** Opens a page whose answers about a brand are given once `release` is called. */
	async function openHeld(brand: string) {
		const held = Promise.withResolvers<void>();
		const { page } = await shop.open(element, {
			search: '?q=shoe',
			prepare: (page) =>
				page.route(`**/_search?*brand*${brand}*`, async (route) => {
					await held.promise;
					await route.fallback();
				}),
		});
		return { page, release: held.resolve };
	}

	it('drops an answer to what is no longer asked', async () => {
		const { page, release } = await openHeld('Loptera');
		await page.getByRole('article').first().waitFor();
		const all = await readCount(page);
		await page.getByRole('checkbox', { name: 'Loptera' }).check();
		await page.getByRole('checkbox', { name: 'Loptera' }).uncheck();
		await waitFor(
			'the answer to the last question',
			async () => (await page.locator('section[aria-busy=false]').count()) === 1,
		);
		release();
		await page.evaluate('new Promise((done) => setTimeout(done, 100))');
		assert.equal(await readCount(page), all);
	});

	it('can be read while an answer is awaited', async () => {
		for (const colorScheme of ['light', 'dark'] as const) {
			const prepare = (page: Page) =>
				page.route('**/_search?*brand*Loptera*', () => pause(60_000, undefined, { ref: false }));
			const { page } = await shop.open(element, { colorScheme, search: '?q=shoe', prepare });
			await page.getByRole('article').first().waitFor();
			await page.getByRole('checkbox', { name: 'Loptera' }).check();
			await page.locator('.stale img').first().waitFor();
			await page.evaluate(
				'globalThis.pale = document.querySelector("vitrine-results").shadowRoot.querySelector(".stale img")',
			);
			await waitFor('pictures that are paler', () => page.evaluate('getComputedStyle(pale).opacity === "0.55"'));
			assert.deepEqual(await findBarriers(page), [], colorScheme);
		}
	});

	it('leaves a range where it is being moved to when an answer comes', async () => {
		const { page, release } = await openHeld('Marathea');
		const most = page.getByRole('slider', { name: 'Price: To' });
		const limit = await most.getAttribute('max');
		await page.getByRole('checkbox', { name: 'Marathea' }).check();
		// As a drag that has not ended.
		await most.evaluate((slider: unknown) => {
			const input = slider as { value: string; dispatchEvent(event: Event): void };
			input.value = '100';
			input.dispatchEvent(new Event('input', { bubbles: true }));
		});
		const moved = await most.inputValue();
		release();
		await waitFor('another limit', async () => (await most.getAttribute('max')) !== limit);
		await page.evaluate('new Promise((done) => setTimeout(done, 100))');
		assert.equal(await most.inputValue(), moved);
		await most.dispatchEvent('change');
		const readTo = () => new URL(page.url()).searchParams.get('r.best_price')?.split('..')[1];
		await waitFor('the range in the address', () => readTo() === moved);
	});
});
