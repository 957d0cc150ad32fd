/** `<vitrine-results>` and `<vitrine-category>` in a page of another origin. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { openShopPages, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

const readable = { 'access-control-allow-origin': '*' };

describe('<vitrine-results>', { skip: noBrowser }, () => {
	let shop: ShopPages;
	let engine: string;
	let element: string;
	before(async () => {
		shop = await openShopPages();
		engine = `engine="${shop.hashid}" currency="EUR"`;
		element = `<vitrine-search ${engine}></vitrine-search><vitrine-results ${engine} per-page="12" cart facets="categories:hierarchy,brand,best_price,color"></vitrine-results>`;
	});
	after(() => shop?.[Symbol.asyncDispose]());

	const readCount = async (page: Page) =>
		Number.parseInt(await page.locator('vitrine-results .bar .count').innerText(), 10);
	const waitForCount = (page: Page, what: string, isReached: (count: number) => boolean) =>
		waitFor(what, () => readCount(page), isReached);
	const countOf = async (parameters: string) =>
		(await shop.owner.call(`/6/${shop.hashid}/_search?stats=false&${parameters}`)).json.total_found as number;

	it('shows what the server finds, and its counts are those of the server', async () => {
		const { page, complaints } = await shop.open(element, { search: '?q=shoe' });
		await page.getByRole('article').first().waitFor();
		assert.equal(await readCount(page), await countOf('query=shoe'));
		assert.equal(await page.getByRole('article').count(), 12);
		const tempolark = page.getByRole('checkbox', { name: 'Tempolark' });
		await tempolark.check();
		await waitForCount(page, 'those of one brand', (count) => count < 60);
		assert.equal(await readCount(page), await countOf('query=shoe&filter[brand]=Tempolark'));
		// Its own filter does not narrow down a field: another value adds to the list.
		await page.getByRole('checkbox', { name: 'Loptera' }).check();
		const both = await countOf('query=shoe&filter[brand][]=Tempolark&filter[brand][]=Loptera');
		await waitForCount(page, 'those of two brands', (count) => count === both);
		assert.deepEqual(complaints, []);
	});

	it('has its state in the address, and goes back through it', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe&utm_source=mail' });
		await page.getByRole('article').first().waitFor();
		const all = await readCount(page);
		await page.getByRole('checkbox', { name: 'Loptera' }).check();
		const some = await waitForCount(page, 'fewer results', (count) => count < all);
		await page.getByLabel('Sort by').selectOption('best_price:asc');
		await page.getByRole('link', { name: 'Page 2' }).click();
		await waitFor('the second page', async () =>
			page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current'),
		);
		const { searchParams } = new URL(page.url());
		assert.deepEqual(Object.fromEntries(searchParams), {
			...{ q: 'shoe', utm_source: 'mail', 'f.brand': 'Loptera', sort: 'best_price:asc', page: '2' },
		});
		for (let step = 0; step < 2; step += 1) await page.goBack();
		assert.equal(await page.getByLabel('Sort by').inputValue(), '');
		await page.goBack();
		await waitForCount(page, 'all results', (count) => count === all);
		assert.equal(await page.getByRole('checkbox', { name: 'Loptera' }).isChecked(), false);
		await page.goForward();
		await waitForCount(page, 'fewer results', (count) => count === some);
		await page.reload();
		await page.getByRole('article').first().waitFor();
		assert.equal(await page.getByRole('checkbox', { name: 'Loptera' }).isChecked(), true);
	});

	it('follows the search box of the same page without loading it again', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe' });
		await page.getByRole('article').first().waitFor();
		await page.evaluate('window.isSame = true');
		await page.getByRole('combobox', { name: 'Search' }).fill('headphones');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'headphones' }).waitFor();
		const expected = await countOf('query=headphones');
		await waitForCount(page, 'the headphones', (count) => count === expected);
		assert.equal(await page.evaluate('window.isSame'), true);
		await page.goBack();
		await page.getByRole('heading', { name: 'shoe' }).waitFor();
		assert.equal(await page.getByRole('combobox', { name: 'Search' }).inputValue(), 'shoe');
	});

	it('narrows down by a range with the keys, and by levels of categories', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe' });
		const least = page.getByRole('slider', { name: 'Price: From' });
		await least.waitFor();
		await least.focus();
		for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight');
		const readFrom = () => new URL(page.url()).searchParams.get('r.best_price')?.split('..')[0];
		const from = await least.inputValue();
		// A row of presses is one step back.
		await waitFor('the range in the address', () => readFrom() === from);
		const expected = await countOf(`query=shoe&filter[best_price][gte]=${from}`);
		await waitForCount(page, 'those of that price', (count) => count === expected);
		await page.getByRole('button', { name: 'Clear all' }).click();
		await page.getByRole('button', { name: /^Running/ }).click();
		const running = await countOf('query=shoe&filter[categories]=Running');
		await waitForCount(page, 'those of the category', (count) => count === running);
		await page.getByRole('button', { name: /^Women's Running Shoes/ }).waitFor();
	});

	it('says when nothing is found, and offers what others search for', async () => {
		const { page } = await shop.open(element, { search: '?q=runxyzzy' });
		await page.getByText('Nothing found for').waitFor();
		await page.locator('vitrine-results .none a').first().click();
		await page.getByRole('article').first().waitFor();
		assert.ok((await readCount(page)) > 0);
	});

	it('asks once more where the server was busy, before it shows a failure', async () => {
		let askedCount = 0;
		const { page } = await shop.open(element, {
			search: '?q=shoe',
			prepare: (page) =>
				page.route('**/_search?*', (route) => {
					askedCount += 1;
					const headers = { ...readable, 'access-control-expose-headers': 'Retry-After', 'retry-after': '0' };
					return askedCount === 1 ? route.fulfill({ status: 503, json: { error: 'busy' }, headers }) : route.fallback();
				}),
		});
		await page.getByRole('article').first().waitFor();
		assert.equal(askedCount, 2);
	});

	it('shows a failure, and asks again when it is told to', async () => {
		let isBroken = true;
		const { page } = await shop.open(element, {
			search: '?q=shoe',
			prepare: (page) =>
				page.route('**/_search?*', (route) =>
					isBroken ? route.fulfill({ status: 503, json: { error: 'busy' }, headers: readable }) : route.fallback(),
				),
		});
		await page.getByRole('alert').waitFor();
		isBroken = false;
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('article').first().waitFor();
		assert.equal(await page.getByRole('alert').count(), 0);
	});

	it('adds pages to the list where it grows, and shows them again when the shopper comes back', async () => {
		const growing = `<vitrine-results ${engine} per-page="12" paging="more"></vitrine-results>`;
		const { page } = await shop.open(growing, { search: '?q=shoe' });
		await page.getByRole('button', { name: 'Show more results' }).click();
		await waitFor('two pages', async () => (await page.getByRole('article').count()) === 24);
		const address = page.url();
		await page.goto(`${shop.url}/results`);
		await page.goBack();
		assert.equal(page.url(), address);
		await waitFor('two pages again', async () => (await page.getByRole('article').count()) === 24);
	});

	it('reports clicks with their position through all pages, and carts', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe&page=2' });
		const read = async (kind: string) => (await shop.readEvents()).filter((event) => event.kind === kind);
		const card = page.getByRole('article').nth(2);
		await card.getByRole('button').click();
		const [cart] = await waitFor(
			'the cart',
			() => read('cart_addition'),
			(events) => events.length > 0,
		);
		await card.getByRole('link').click();
		await page.waitForURL(/\/products\//);
		const [click] = await waitFor(
			'the click',
			() => read('click'),
			(events) => events.length > 0,
		);
		assert.deepEqual([click.position, click.dfid, click.query_id], [15, cart.dfid, cart.query_id]);
	});

	it('keeps nobody from using it, and moves nothing when the results arrive', async () => {
		for (const colorScheme of ['light', 'dark'] as const) {
			for (const width of [1280, 360]) {
				const { page } = await shop.open(element, { colorScheme, width, search: '?q=shoe&f.brand=Loptera' });
				await page.getByRole('article').first().waitFor();
				const shift = await page.evaluate(`new Promise((done) => {
					new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true });
					setTimeout(() => done(0), 300);
				})`);
				assert.ok(Number(shift) <= 0.02, `${shift} of layout shift at ${width}`);
				if (width === 360) await page.getByRole('button', { name: /^Filters/ }).click();
				assert.deepEqual(await findBarriers(page), [], `${colorScheme} ${width}`);
				assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
			}
		}
	});

	it('is a category by itself, whose filter cannot be removed', async () => {
		const { page } = await shop.open(
			`<vitrine-category ${engine} category="Running > Women's Running Shoes"></vitrine-category>`,
		);
		await page.getByRole('heading', { name: "Women's Running Shoes" }).waitFor();
		const expected = await countOf("filter[categories]=Running > Women's Running Shoes");
		await waitFor('its items', async () => (await page.locator('.bar .count').innerText()) === `${expected} results`);
		assert.equal(await page.getByText('Categories').count(), 0);
		assert.equal(await page.getByRole('button', { name: 'Clear all' }).count(), 0);
	});

	it('shows results for an address with a sort that is not offered, and on a page whose language tag is none', async () => {
		const { page, complaints } = await shop.open(element, {
			lang: 'es_ES',
			search: '?q=shoe&sort=nonsense:asc',
		});
		await page.getByRole('heading', { name: 'Resultados de' }).waitFor();
		await page.getByRole('article').first().waitFor();
		const without = await shop.open(element, { lang: '???', search: '?q=shoe&sort=nonsense:asc&page=-1' });
		await without.page.getByRole('article').first().waitFor();
		assert.deepEqual([...complaints, ...without.complaints], []);
	});

	it('offers no page that the server does not page to, and asks for none', async () => {
		const asked: (string | null)[] = [];
		const { page } = await shop.open(`<vitrine-results ${engine} per-page="24"></vitrine-results>`, {
			search: '?page=99',
			prepare: (page) =>
				page.route('**/_search?*', (route) => {
					asked.push(new URL(route.request().url()).searchParams.get('page'));
					const totals = { query: '', query_id: '0', page: 41, results_per_page: 24, total: 1000, total_found: 5000 };
					const item = { id: '1', dfid: 'a@b@c', type: 'b', title: 'One' };
					return route.fulfill({ json: { ...totals, facets: {}, results: [item] }, headers: readable });
				}),
		});
		await page.getByRole('link', { name: 'Page 41' }).waitFor();
		assert.equal(await page.getByRole('link', { name: 'Page 42' }).count(), 0);
		assert.equal(await page.getByRole('link', { name: 'Next' }).count(), 0);
		// Paging ends where `rpp * page` reaches 1000.
		assert.deepEqual(asked, ['41']);
	});

	it('asks for the fields that it shows, and for all where a template may show any', async () => {
		const asked: (string | null)[] = [];
		const prepare = (page: Page) =>
			page.route('**/_search?*', (route) => {
				asked.push(new URL(route.request().url()).searchParams.get('fields'));
				return route.fallback();
			});
		for (const inner of ['', '<template slot="product"><b data-text="description"></b></template>']) {
			const { page } = await shop.open(`<vitrine-results ${engine}>${inner}</vitrine-results>`, { prepare });
			await page.getByRole('article').first().waitFor();
		}
		assert.deepEqual(
			asked.map((fields) => fields?.includes('title')),
			[true, undefined],
		);
	});

	it('takes a template that comes later, in any element with its slot', async () => {
		const { page } = await shop.open(`<vitrine-results ${engine}></vitrine-results>`);
		await page.getByRole('article').first().waitFor();
		const own = page.getByRole('article').locator('.own');
		for (const name of ['div', 'template']) {
			await page.evaluate(`(() => {
				const template = document.createElement('${name}');
				template.slot = 'product';
				template.innerHTML = '<b class="own ${name}" data-text="title"></b>';
				document.querySelector('vitrine-results').replaceChildren(template);
			})()`);
			await waitFor('the template', async () => (await own.first().getAttribute('class')) === `own ${name}`);
			assert.notEqual(await own.first().innerText(), '');
		}
		await page.evaluate('document.querySelector("vitrine-results").replaceChildren()');
		await waitFor('no template', async () => (await own.count()) === 0);
		assert.ok((await page.getByRole('article').count()) > 0);
	});

	it('speaks the last of the languages that it is given', async () => {
		const release = Promise.withResolvers<void>();
		const { page } = await shop.open(element, {
			search: '?q=shoe',
			prepare: (page) =>
				page.route(/\/de-[^/]*\.js/, async (route) => {
					await release.promise;
					await route.fallback();
				}),
		});
		await page.getByRole('heading', { name: 'Results for' }).waitFor();
		const asked = page.waitForRequest(/\/de-[^/]*\.js/);
		await page.evaluate('document.querySelector("vitrine-results").lang = "de"');
		await asked;
		await page.evaluate('document.querySelector("vitrine-results").lang = "es"');
		await page.getByRole('heading', { name: 'Resultados de' }).waitFor();
		const answered = page.waitForResponse(/\/de-[^/]*\.js/);
		release.resolve();
		await (await answered).finished();
		await page.evaluate('new Promise((done) => setTimeout(done, 50))');
		assert.equal(await page.getByRole('heading', { name: 'Resultados de' }).count(), 1);
	});

	it('asks the page before it goes anywhere, but not for what the browser opens in another tab', async () => {
		const { page } = await shop.open(element, { search: '?q=shoe' });
		await page.getByRole('article').first().waitFor();
		await page.evaluate(`window.asked = []; document.addEventListener('vitrine-navigate', (event) => {
			event.preventDefault();
			asked.push(event.detail.url);
		})`);
		const address = page.url();
		const product = page.getByRole('article').first().getByRole('link');
		for (const link of [product, page.getByRole('link', { name: 'Page 2' })]) {
			const opened = page.context().waitForEvent('page');
			await link.click({ modifiers: ['ControlOrMeta'] });
			await (await opened).close();
		}
		assert.deepEqual(await page.evaluate('asked'), []);
		await product.click();
		await page.getByRole('link', { name: 'Page 2' }).click();
		await page.getByRole('checkbox', { name: 'Loptera' }).click();
		await page.getByRole('combobox', { name: 'Search' }).fill('boots');
		await page.keyboard.press('Enter');
		const expected = [await product.getAttribute('href'), `${address}&page=2`];
		expected.push(`${address}&f.brand=Loptera`, address.replace('shoe', 'boots'));
		assert.deepEqual(await page.evaluate('asked'), expected);
		assert.equal(page.url(), address);
	});

	it('fills a template of the shop with text and safe addresses', async () => {
		const template = `<template slot="product"><b class="own" data-text="title"></b><i data-if="nothing">gone</i><img data-src="link" alt=""><em data-price="best_price"></em></template>`;
		const payload = '<img src=x onerror=alert(1)>';
		const { page, complaints } = await shop.open(`<vitrine-results ${engine}>${template}</vitrine-results>`, {
			prepare: (page) =>
				page.route('**/_search?*', (route) => {
					const item = {
						id: '1',
						dfid: 'a@b@c',
						type: 'b',
						title: payload,
						link: 'javascript:alert(1)',
						best_price: 5,
					};
					const facets = {
						brand: { _type: 'terms', label: payload, terms: { buckets: [{ key: payload, doc_count: 1 }] } },
					};
					const totals = { query: '', query_id: '0', page: 1, results_per_page: 24, total: 1, total_found: 1 };
					return route.fulfill({
						json: { ...totals, corrected_query: payload, facets, results: [item] },
						headers: readable,
					});
				}),
		});
		await page.locator('.own').waitFor();
		assert.equal(await page.locator('.own').innerText(), payload);
		assert.equal(await page.getByRole('article').locator('img').getAttribute('src'), null);
		assert.equal(await page.getByRole('article').locator('i').count(), 0);
		assert.equal(await page.getByRole('article').locator('em').innerText(), '€5.00');
		assert.ok((await page.locator('fieldset').first().innerText()).includes(payload));
		assert.deepEqual(complaints, []);
	});
});
