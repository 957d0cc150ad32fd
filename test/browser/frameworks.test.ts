/** The elements in shops made with React and Vue, whose routers change the address: in the browser, and rendered by a server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type Framework, type FrameworkShop, openFrameworkShop } from '../support/framework-shop.ts';
import { openShopPages, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

const names: Readonly<Record<Framework, string>> = { react: 'React', vue: 'Vue' };

/** The searches and questions to widgets that the page sends. */
function listAsked(page: Page): string[] {
	const asked: string[] = [];
	page.on('request', (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname.endsWith('/_search')) {
			const category = searchParams.get('filter[categories][]');
			asked.push(category ?? `${searchParams.get('query')} ${searchParams.get('page')}`);
		}
		if (/^\/api\/widget\/[^/]+$/.test(pathname) && request.method() === 'POST')
			asked.push(new URL(request.postDataJSON().current_url).pathname);
	});
	return asked;
}

/** Counts the listeners of the window and of its history: `listeners()`. */
const countListeners = `(() => {
	let count = 0;
	for (const target of [window, window.navigation].filter(Boolean)) {
		const { addEventListener: add, removeEventListener: remove } = target;
		const isAddress = (name) => /popstate|currententrychange|vitrine/.test(name);
		target.addEventListener = (...all) => { if (isAddress(all[0])) count += 1; add.apply(target, all); };
		target.removeEventListener = (...all) => { if (isAddress(all[0])) count -= 1; remove.apply(target, all); };
	}
	window.listeners = () => count;
})()`;

const results = (page: Page) => page.locator('vitrine-results').getByRole('article');
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

describe('the elements', { skip: noBrowser }, () => {
	let pages: ShopPages;
	before(async () => {
		pages = await openShopPages();
	});
	after(() => pages?.[Symbol.asyncDispose]());

	for (const framework of ['react', 'vue'] as const) {
		describe(`in ${names[framework]}`, () => {
			const categories = ["Running > Women's Running Shoes", 'Running'];
			let shop: FrameworkShop;
			let asked: string[];
			before(async () => {
				const settings = { engine: pages.hashid, widget: pages.widget_id, categories };
				shop = await openFrameworkShop(pages, framework, settings);
			});
			after(() => shop?.[Symbol.asyncDispose]());

			const open = (path: string, form?: Parameters<FrameworkShop['open']>[1], script = '') =>
				shop.open(path, form, {
					prepare: async (page) => {
						asked = listAsked(page);
						await page.addInitScript(countListeners + script);
					},
				});

			it('ask once, whatever is rendered around them, and follow their attributes', async () => {
				const { page, complaints } = await open('/search?q=shoe');
				await results(page).first().waitFor();
				assert.deepEqual(asked, ['shoe 1']);
				assert.equal(await results(page).count(), 4);
				assert.equal(await results(page).getByRole('button').count(), 0);
				await page.getByRole('button', { name: 'Cart', exact: true }).click();
				await waitFor('the buttons', async () => (await results(page).getByRole('button').count()) === 4);
				await page.getByRole('button', { name: 'Cart', exact: true }).click();
				await waitFor('no buttons', async () => (await results(page).getByRole('button').count()) === 0);
				assert.deepEqual(asked, ['shoe 1']);
				assert.notEqual(await results(page).locator('.own').first().innerText(), '');
				assert.deepEqual(complaints, []);
			});

			it('stay what they are where a list is sorted, and are gone where it is hidden', async () => {
				const { page, complaints } = await open('/');
				await waitFor('both', async () => (await page.getByRole('article').count()) === 4);
				await page.getByRole('button', { name: 'Sort' }).click();
				await page.getByRole('button', { name: 'Sort' }).click();
				await page.getByRole('button', { name: 'Sort' }).click();
				assert.deepEqual(asked.toSorted(), categories.toSorted());
				assert.equal(await page.getByRole('article').count(), 4);
				const before = Number(await page.evaluate('listeners()'));
				await page.getByRole('button', { name: 'Hide' }).click();
				await waitFor('no listeners of theirs', async () => (await page.evaluate('listeners()')) === before - 2);
				await page.getByRole('button', { name: 'Hide' }).click();
				await waitFor('both again', async () => (await page.getByRole('article').count()) === 4);
				assert.equal(await page.evaluate('listeners()'), before);
				await page.evaluate('leave()');
				await waitFor('no elements', async () => (await page.locator('vitrine-search').count()) === 0);
				assert.deepEqual(complaints, []);
			});

			for (const browser of ['that tells of its addresses', 'that does not'])
				it(`follow the router, and it follows them, in a browser ${browser}`, async () => {
					const isOld = browser === 'that does not';
					const { page, complaints } = await open('/', undefined, isOld ? '; delete window.navigation' : '');
					await page.getByRole('article').first().waitFor();
					await page.getByRole('link', { name: 'Boots', exact: true }).click();
					await waitForHeading(page, 'boots');
					assert.equal(await page.getByRole('combobox', { name: 'Search' }).inputValue(), 'boots');
					await page.getByRole('combobox', { name: 'Search' }).fill('shoe');
					await page.keyboard.press('Enter');
					await waitForHeading(page, 'shoe');
					await page.getByRole('link', { name: 'Page 2' }).click();
					await waitFor('the second page', () => asked.includes('shoe 2'));
					await page.getByRole('link', { name: 'Boots', exact: true }).click();
					await waitForHeading(page, 'boots');
					// Before that, the way back is the state that they still show.
					await waitFor('boots again', () => asked.filter((question) => question === 'boots 1').length === 2);
					await page.goBack();
					await waitForHeading(page, 'shoe');
					assert.match(page.url(), /q=shoe&page=2$/);
					await waitFor('the second page', () =>
						page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current'),
					);
					// The page's number is there before it is asked for.
					const countAsked = () => asked.filter((question) => /^shoe.* 2$/.test(question)).length;
					await waitFor('the second page, asked for again', () => countAsked() === 2);
					assert.deepEqual(complaints, []);
				});

			it('lead to products within the page, and recommend for the one that is shown', async () => {
				const { page, complaints } = await open('/search?q=shoe');
				const title = await results(page).locator('.own').first().innerText();
				await page.evaluate('window.isSame = true');
				await results(page).getByRole('link').first().click();
				await page.waitForURL(/\/demo\/products\//);
				const recommended = page.locator('vitrine-recommendations').getByRole('article');
				await recommended.first().waitFor();
				const first = new URL(page.url()).pathname;
				assert.notEqual(await recommended.locator('.own').first().innerText(), '');
				await recommended.getByRole('link').first().click();
				await waitFor('another product', () => new URL(page.url()).pathname !== first);
				const second = new URL(page.url()).pathname;
				await waitFor('what is recommended for it', () => asked.at(-1) === second);
				assert.deepEqual(asked, ['shoe 1', first, second]);
				for (let step = 0; step < 2; step += 1) await page.goBack();
				await results(page).first().waitFor();
				assert.equal(await results(page).locator('.own').first().innerText(), title);
				assert.equal(await page.evaluate('window.isSame'), true);
				assert.deepEqual(complaints, []);
			});

			it('ask for nothing where the next page takes a moment to come', async () => {
				// Their patience has no end here, so that a slow machine changes nothing.
				const patient =
					'; { const start = setTimeout; window.setTimeout = (run, ms, ...more) => start(run, ms === 500 ? 1e8 : ms, ...more); }';
				const { page } = await open('/search?q=shoe', undefined, patient);
				await results(page).first().waitFor();
				await page.getByRole('link', { name: 'About' }).click();
				if (framework === 'react') await page.waitForURL(/about/);
				await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
				await waitForHeading(page, 'shoe');
				await waitFor('the code of the page', () => page.evaluate('typeof arrive === "function"'));
				await page.evaluate('arrive()');
				await page.getByText('About us').waitFor();
				assert.deepEqual(asked, ['shoe 1']);
			});

			for (const hasElements of [true, false])
				it(`take over what a server rendered, defined ${hasElements ? 'before' : 'after'} the framework`, async () => {
					const { page, complaints } = await open('/search?q=shoe', { isRendered: true, hasElements });
					if (!hasElements) {
						await waitFor('the framework', () => page.evaluate('typeof leave === "function"'));
						await page.addScriptTag({ url: `${pages.serverUrl}/storefront.js`, type: 'module' });
					}
					await results(page).first().waitFor();
					await page.getByRole('button', { name: 'Heading' }).click();
					assert.notEqual(await results(page).locator('.own').first().innerText(), '');
					assert.equal(await page.locator('vitrine-results').count(), 1);
					assert.equal(await page.evaluate('document.querySelector("vitrine-results").childElementCount'), 2);
					await page.getByRole('button', { name: 'Cart', exact: true }).click();
					await results(page).getByRole('button').first().waitFor();
					assert.deepEqual(asked, ['shoe 1']);
					await page.getByRole('combobox', { name: 'Search' }).fill('zzqqxxyy');
					await page.keyboard.press('Enter');
					await page.getByText('Ask us').waitFor();
					assert.equal(await page.getByText('Ask us').isVisible(), true);
					assert.deepEqual(complaints, []);
				});
		});
	}
});
