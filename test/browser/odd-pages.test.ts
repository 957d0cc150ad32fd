/** The elements in pages that give them less than usual, or in which others were before them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { openShopFront, openShopPages, type PageOptions, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

interface OddPage {
	readonly body: string;
	readonly head?: string;
	readonly attributes?: string;
	readonly doctype?: string;
	readonly policy?: string;
}

/** What a shop's theme does to everything, to see what of it reaches into the elements. */
const hostileStyle = `<style>
* { letter-spacing: 0.2em; margin: 9px !important; border: 3px solid red !important; }
body { text-align: center; white-space: nowrap; text-indent: 40px; text-transform: uppercase; }
vitrine-search, vitrine-results { margin: 0 !important; border: 0 !important; }
a, button, input { display: block !important; background: yellow !important; }
</style>`;

describe('the elements', { skip: noBrowser }, () => {
	let shop: ShopPages;
	let search: string;
	let results: string;
	const fronts = new AsyncDisposableStack();
	before(async () => {
		shop = await openShopPages();
		search = `<vitrine-search engine="${shop.hashid}"></vitrine-search>`;
		results = `<vitrine-results engine="${shop.hashid}" currency="EUR" facets="brand,best_price" per-page="8"></vitrine-results>`;
	});
	after(async () => {
		await fronts.disposeAsync();
		await shop?.[Symbol.asyncDispose]();
	});

	const toScript = (file: string) => `<script type="module" src="${shop.serverUrl}/${file}"></script>`;
	const write = ({
		body,
		head = toScript('storefront.js'),
		attributes = 'lang="en"',
		doctype = '<!doctype html>',
	}: OddPage) =>
		`${doctype}<html ${attributes}><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

	/** `/inner` is a page with both elements, for frames. */
	async function open(odd: OddPage, options: PageOptions = {}) {
		const inner = write({ body: search + results });
		const find = (path: string) => (path === '/inner' ? inner : path === '/' ? write(odd) : undefined);
		const front = fronts.use(await openShopFront(shop.serverUrl, find, odd.policy ?? ''));
		return shop.visit(`${front.url}/${options.search ?? ''}`, options);
	}

	const toCards = (page: Page | Frame) => page.getByRole('article');
	const toBox = (page: Page | Frame) => page.getByRole('combobox', { name: /Search|Suchen/ });

	async function openFrame(body: string) {
		const { page, complaints } = await open({ body, head: '' });
		await waitFor('the frame', () => page.frames().length === 2);
		const frame = page.frames()[1] ?? assert.fail('it is there');
		await toCards(frame).first().waitFor();
		return { page, frame, complaints };
	}

	it('in shadow roots know the language and the consent of the page, and each other', async () => {
		const asked: URL[] = [];
		const { page } = await open(
			{
				attributes: 'lang="de" data-consent="denied"',
				body: `<div></div><script>document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '${search}${results}'</script>`,
			},
			{
				search: '?q=shoe',
				prepare: async (page) => page.on('request', (request) => asked.push(new URL(request.url()))),
			},
		);
		await page.getByRole('heading', { name: 'Ergebnisse für' }).waitFor();
		await toBox(page).fill('boots');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'boots' }).waitFor();
		const searches = asked.filter(({ pathname }) => pathname.endsWith('/_search'));
		assert.ok(searches.length >= 2);
		for (const { searchParams } of searches)
			assert.deepEqual([searchParams.get('session_id'), searchParams.get('stats')], [null, 'false']);
	});

	it('keep nothing where the consent is a word that they do not know', async () => {
		const { page } = await open({ attributes: 'lang="en" data-consent="no"', body: search });
		const asked = page.waitForRequest(/_search/);
		await toBox(page).fill('boots');
		assert.equal(new URL((await asked).url()).searchParams.get('stats'), 'false');
		assert.equal(await page.evaluate('localStorage.length'), 0);
	});

	it('search in a frame that has no origin, no storage and no forms', async () => {
		const { page, frame, complaints } = await openFrame(
			'<iframe sandbox="allow-scripts" src="/inner?q=shoe" width="900" height="700"></iframe>',
		);
		await toBox(frame).fill('boots');
		await page.keyboard.press('Enter');
		await frame.getByRole('heading', { name: 'boots' }).waitFor();
		await toBox(frame).fill('shoe');
		await frame.getByRole('button', { name: 'Search' }).click();
		await frame.getByRole('heading', { name: 'shoe' }).waitFor();
		assert.deepEqual(complaints, []);
	});

	it('search in a frame that has no address', async () => {
		const inner = write({ body: search + results })
			.replaceAll('&', '&amp;')
			.replaceAll('"', '&quot;');
		const { page, frame, complaints } = await openFrame(`<iframe srcdoc="${inner}" width="900" height="700"></iframe>`);
		await frame.getByRole('link', { name: 'Page 2' }).click();
		await waitFor('the second page', () => frame.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current'));
		await toBox(frame).fill('boots');
		await page.keyboard.press('Enter');
		await frame.getByRole('heading', { name: 'boots' }).waitFor();
		assert.deepEqual(complaints, []);
	});

	it('keep their form in a page of old HTML, whose styles want to change everything', async () => {
		const { page } = await open(
			{ doctype: '', head: hostileStyle + toScript('storefront.js'), body: search + results },
			{ search: '?q=shoe' },
		);
		await toCards(page).first().waitFor();
		const title = `document.querySelector('vitrine-results').shadowRoot.querySelector('[part=product-title]')`;
		const read = (name: string) => page.evaluate(`getComputedStyle(${title}).getPropertyValue('${name}')`);
		assert.equal(await read('white-space-collapse'), 'collapse');
		assert.equal(await read('text-wrap-mode'), 'wrap');
		assert.equal(await read('text-transform'), 'none');
		assert.equal(await read('text-indent'), '0px');
		assert.notEqual(await read('text-align'), 'center');
		assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 1280);
	});

	it('have a width in a row of other things, too', async () => {
		const { page } = await open({ body: `<div style="display: flex"><b>Logo</b>${search}${results}</div>` });
		await toCards(page).first().waitFor();
		for (const name of ['search', 'results']) {
			const { width = 0 } = (await page.locator(`vitrine-${name}`).boundingBox()) ?? {};
			assert.ok(width > 200, `${name} ${width}`);
		}
		assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 1280);
	});

	it('need nothing that Trusted Types and a policy without styles forbid', async () => {
		const { serverUrl, widget_id: widget } = shop;
		const policy = `default-src 'none'; script-src ${serverUrl}; connect-src ${serverUrl}; img-src 'self' data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
		const body = `${search}${results}<vitrine-recommendations widget="${widget}"></vitrine-recommendations>`;
		const { page, complaints } = await open({ attributes: 'lang="fr"', policy, body }, { search: '?q=shoe' });
		await toCards(page).nth(9).waitFor();
		await page.getByRole('checkbox', { name: 'Loptera' }).check();
		await page.getByRole('button', { name: 'Tout effacer' }).click();
		assert.deepEqual(complaints, []);
	});

	it('are there once where the page has their script several times, and leave alone an element that has their name', async () => {
		const own = `<script>customElements.define('vitrine-search', class extends HTMLElement { connectedCallback() { this.textContent = 'Ours' } })</script>`;
		const scripts = ['storefront.js', 'storefront-search.js', 'storefront.js?again'].map(toScript).join('');
		const { page, complaints } = await open({ head: own + scripts, body: search + results });
		await toCards(page).first().waitFor();
		assert.equal(await page.locator('vitrine-search').innerText(), 'Ours');
		assert.equal(await toCards(page).count(), 8);
		assert.deepEqual(complaints, []);
	});

	it('are written from right to left in Arabic, unless the page has another direction', async () => {
		for (const [attributes, direction] of [
			['lang="ar"', 'rtl'],
			['lang="ar" dir="ltr"', 'ltr'],
			['lang="he"', 'ltr'],
		] as const) {
			const { page } = await open({ attributes, body: results });
			await toCards(page).first().waitFor();
			const list = `document.querySelector('vitrine-results').shadowRoot.querySelector('[part=list]')`;
			assert.equal(await page.evaluate(`getComputedStyle(${list}).direction`), direction, attributes);
		}
	});
});
