/** What `<vitrine-results>` does with the mouse and the focus. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { openShopPages, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

describe('<vitrine-results>', { skip: noBrowser }, () => {
	let shop: ShopPages;
	let engine: string;
	let element: string;
	before(async () => {
		shop = await openShopPages();
		engine = `engine="${shop.hashid}" currency="EUR"`;
		element = `<vitrine-results ${engine} facets="brand,best_price,color"></vitrine-results>`;
	});
	after(() => shop?.[Symbol.asyncDispose]());

	const waitForCount = (page: Page, what: string, isReached: (count: number) => boolean) =>
		waitFor(what, async () => Number.parseInt(await page.locator('.bar .count').innerText(), 10), isReached);

	it('takes both handles from end to end with the mouse, and never away what they were used on', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe' });
		const handles = ['From', 'To'].map((name) => page.getByRole('slider', { name: `Price: ${name}` }));
		const [low, high] = handles as [Locator, Locator];
		await low.waitFor();
		const move = async (from: number, to: number) => {
			const { x, y, width, height } = (await low.boundingBox()) ?? assert.fail('it is shown');
			const toPoint = (share: number) => [x + 10 + share * (width - 20), y + height / 2] as const;
			await page.mouse.move(...toPoint(from));
			await page.mouse.down();
			await page.mouse.move(...toPoint(to), { steps: 3 });
			await page.mouse.up();
		};
		await move(0, 1);
		const dearest = await waitForCount(page, 'the dearest alone', (count) => count < 10);
		assert.ok(dearest > 0);
		assert.equal(await low.inputValue(), await high.inputValue());
		await move(1, 0.5);
		await waitForCount(page, 'more', (count) => count > dearest);
		assert.ok(Number(await low.inputValue()) < Number(await high.inputValue()));
		await page.goto(page.url().replace(/r\.best_price=[^&]*/, 'r.best_price=100000..'));
		await page.getByText('Nothing found for').waitFor();
		assert.equal(await low.isVisible(), true);
	});

	it('has the focus somewhere when what had it is gone', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe&f.brand=Loptera&f.color=Black' });
		await page.getByRole('article').first().waitFor();
		const readFocus = () =>
			page.evaluate(`document.activeElement.shadowRoot?.activeElement?.closest('article, h2')?.localName`);
		await page.getByRole('button', { name: 'Remove' }).first().press('Enter');
		await waitFor('the heading', async () => (await readFocus()) === 'h2');
		const growing = `<vitrine-results ${engine} per-page="50" paging="more"></vitrine-results>`;
		const { page: more } = await shop.open(growing, { search: '?q=shoe' });
		await more.getByRole('button', { name: 'Show more results' }).press('Enter');
		const added = more.getByRole('article').nth(50).locator('a:focus');
		await waitFor('the first one of those that came', async () => (await added.count()) === 1);
		assert.equal(await more.getByRole('button', { name: 'Show more results' }).count(), 0);
	});
});
