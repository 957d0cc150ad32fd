/** `<vitrine-search>` in a page of another origin: by keyboard alone, with answers out of order, with and without consent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { openShopPages, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

const readStorage = (page: Page) =>
	page.evaluate<readonly string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie]');
const nothingStored = [''];

/** The question of a search that the page sent. */
const toQuery = (route: Route) => new URL(route.request().url()).searchParams.get('query') ?? '';

const noResults = { query_id: '0'.repeat(32), page: 1, results_per_page: 6, total: 0, total_found: 0, facets: {} };
const readable = { 'access-control-allow-origin': '*' };

describe('<vitrine-search>', { skip: noBrowser }, () => {
	let shop: ShopPages;
	let element: string;
	before(async () => {
		shop = await openShopPages();
		element = `<vitrine-search engine="${shop.hashid}" currency="EUR" results-url="/results"></vitrine-search>`;
	});
	after(() => shop?.[Symbol.asyncDispose]());

	it('is a combobox that needs no mouse', async () => {
		const { page, complaints } = await shop.open(element);
		const box = page.getByRole('combobox', { name: 'Search' });
		await box.waitFor();
		await page.keyboard.press('Tab');
		assert.equal(await box.getAttribute('aria-expanded'), 'false');
		await page.keyboard.type('shoe');
		await page.getByRole('option').first().waitFor();
		assert.equal(await box.getAttribute('aria-expanded'), 'true');
		const readActive = async () => {
			const id = await box.getAttribute('aria-activedescendant');
			return id === null ? undefined : page.locator(`#${id}`).innerText();
		};
		assert.equal(await readActive(), undefined);
		const first = await page.getByRole('option').first().innerText();
		await page.keyboard.press('ArrowDown');
		assert.equal(await readActive(), first);
		await page.keyboard.press('ArrowUp');
		assert.equal(await readActive(), undefined);
		await page.keyboard.press('ArrowUp');
		assert.equal(await readActive(), await page.getByRole('option').last().innerText());
		await page.keyboard.press('Escape');
		assert.equal(await box.getAttribute('aria-expanded'), 'false');
		assert.equal(await box.inputValue(), 'shoe');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.waitForURL(`${shop.url}/results?q=*`);
		assert.equal(new URL(page.url()).searchParams.get('q'), first);
		assert.deepEqual(complaints, []);
	});

	it('shows the option that the keys have reached where the list is longer than its room', async () => {
		const { page } = await shop.open(element, { height: 400 });
		await page.getByRole('combobox').fill('shoe');
		const options = page.getByRole('option');
		await options.nth(8).waitFor();
		await page.keyboard.press('ArrowUp');
		const last = options.last();
		await waitFor('the last option', async () => (await last.getAttribute('aria-selected')) === 'true');
		const option = (await last.boundingBox()) ?? assert.fail('it is there');
		const list = (await page.locator('vitrine-search .popup').boundingBox()) ?? assert.fail('it is there');
		// Places are rounded.
		assert.ok(option.y >= list.y - 1, `${option.y} ${list.y}`);
		assert.ok(option.y + option.height <= Math.min(list.y + list.height, 400) + 1, `${option.y} ${list.y}`);
	});

	it('keeps its list while the mouse is in it, and closes it when a product was chosen, though the page stays', async () => {
		const { page } = await shop.open(element, { consent: 'denied' });
		await page.evaluate(`document.addEventListener('vitrine-navigate', (event) => event.preventDefault())`);
		const box = page.getByRole('combobox');
		await box.fill('shoe');
		const product = page.getByRole('group', { name: 'Products' }).getByRole('option').first();
		await product.waitFor();
		await page.getByText('Suggestions').click();
		assert.equal(await box.getAttribute('aria-expanded'), 'true');
		await product.click();
		await waitFor('a closed list', async () => (await box.getAttribute('aria-expanded')) === 'false');
	});

	it('keeps nobody from using it, closed and open', async () => {
		for (const colorScheme of ['light', 'dark'] as const) {
			for (const width of [1280, 360]) {
				const { page } = await shop.open(element, { colorScheme, width });
				await page.getByRole('combobox').waitFor();
				assert.deepEqual(await findBarriers(page), []);
				await page.getByRole('combobox').fill('shoe');
				await page.getByRole('option').first().waitFor();
				await page.keyboard.press('ArrowDown');
				assert.deepEqual(await findBarriers(page), [], `${colorScheme} ${width}`);
			}
		}
	});

	it('asks for the first keystroke at once, then for one text at a time and the latest', async () => {
		const asked: string[] = [];
		const held: (() => Promise<void>)[] = [];
		const { page } = await shop.open(element, {
			prepare: async (page) => {
				await page.route('**/_suggest?*', (route) => route.fulfill({ json: [toQuery(route)], headers: readable }));
				await page.route('**/_search?*', (route) => {
					asked.push(toQuery(route));
					held.push(() =>
						route.fulfill({ json: { ...noResults, query: toQuery(route), results: [] }, headers: readable }),
					);
				});
			},
		});
		const box = page.getByRole('combobox');
		await box.pressSequentially('s');
		await waitFor('the first question', () => asked.length === 1);
		await box.pressSequentially('hoe');
		await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
		assert.deepEqual(asked, ['s']);
		await held[0]?.();
		await waitFor('the second question', () => asked.length === 2);
		assert.deepEqual(asked, ['s', 'shoe']);
		await held[1]?.();
		await page.getByRole('option', { name: 'shoe' }).waitFor();
		// Emptied while an answer is on its way: the answer is dropped.
		await box.pressSequentially('x');
		await waitFor('the third question', () => asked.length === 3);
		await box.fill('');
		await held[2]?.();
		await page.evaluate('new Promise((done) => setTimeout(done, 50))');
		assert.equal(await page.getByRole('option').count(), 0);
	});

	it('asks once more for what a busy server or a lost line kept from it, and not for what is refused', async () => {
		const asked: string[] = [];
		const busy = { ...readable, 'access-control-expose-headers': 'Retry-After', 'retry-after': '0' };
		const isFirst = (name: string) => asked.filter((one) => one === name).length === 1;
		const { page } = await shop.open(element, {
			prepare: async (page) => {
				await page.route('**/_suggest?*', (route) => {
					const text = toQuery(route);
					asked.push(`suggest ${text}`);
					if (text === 'boots' && isFirst(`suggest ${text}`)) return route.abort();
					return route.fulfill({ json: [`${text} found`], headers: readable });
				});
				await page.route('**/_search?*', (route) => {
					const text = toQuery(route);
					asked.push(`search ${text}`);
					if (text === 'shoe' && isFirst(`search ${text}`)) return route.fulfill({ status: 503, headers: busy });
					if (text === 'broken') return route.fulfill({ status: 503, headers: busy });
					if (text === 'refused') return route.fulfill({ status: 403, headers: readable });
					return route.fulfill({ json: { ...noResults, query: text, results: [] }, headers: readable });
				});
			},
		});
		const box = page.getByRole('combobox');
		await box.fill('shoe');
		await page.getByRole('option', { name: 'shoe found' }).waitFor();
		await box.fill('boots');
		await page.getByRole('option', { name: 'boots found' }).waitFor();
		await box.fill('broken');
		await waitFor('the second try', () => asked.filter((one) => one === 'search broken').length === 2);
		await box.fill('refused');
		await waitFor('the refusal', () => asked.includes('search refused'));
		await box.fill('hat');
		await page.getByRole('option', { name: 'hat found' }).waitFor();
		const counts = ['shoe', 'broken', 'refused', 'hat'].map((text) => asked.filter((one) => one === `search ${text}`));
		assert.deepEqual(
			counts.map(({ length }) => length),
			[2, 2, 1, 1],
		);
	});

	it('writes traditional characters where the page has them', async () => {
		const names = { 'zh-TW': '搜尋', 'zh-HK': '搜尋', 'zh-Hant': '搜尋', 'zh-CN': '搜索', zh: '搜索' };
		for (const [lang, name] of Object.entries(names)) {
			const { page } = await shop.open(element, { lang });
			await page.getByRole('combobox', { name, exact: true }).waitFor();
			await page.context().close();
		}
	});

	it('keeps nothing in the browser without consent, and with it the last searches', async () => {
		for (const consent of [undefined, 'denied']) {
			const { page } = await shop.open(element, consent === undefined ? {} : { consent });
			await page.getByRole('combobox').fill('boots');
			await page.getByRole('option').first().waitFor();
			await page.keyboard.press('Enter');
			await page.waitForURL(/results/);
			assert.deepEqual(await readStorage(page), nothingStored, consent);
		}
		const { page } = await shop.open(element, { consent: 'granted' });
		const address = page.url();
		await page.getByRole('combobox').fill('boots');
		await page.keyboard.press('Enter');
		await page.waitForURL(/results/);
		await page.goto(address);
		await page.getByRole('combobox').click();
		await page.getByRole('option', { name: 'boots' }).waitFor();
		await page.getByRole('button', { name: 'Clear recent searches' }).click();
		assert.equal(await page.getByRole('option').count(), 0);
		assert.deepEqual(await readStorage(page), ['vitrine-session', '']);
		// Consent is withdrawn: what was kept goes with the next use.
		await page.evaluate('document.documentElement.dataset.consent = "denied"');
		await page.getByRole('combobox').fill('tent');
		await page.getByRole('option').first().waitFor();
		assert.deepEqual(await readStorage(page), nothingStored);
	});

	it('reports a click on a product with the search and the position, and nothing where it is denied', async () => {
		for (const consent of ['denied', 'granted']) {
			const { page } = await shop.open(element, { consent });
			await page.getByRole('combobox').fill(`headphones`);
			const product = page.getByRole('group', { name: 'Products' }).getByRole('option').nth(2);
			await product.waitFor();
			await product.click();
			await page.waitForURL(/\/products\//);
		}
		const readClicks = async () => (await shop.readEvents()).filter(({ kind }) => kind === 'click');
		const [click, ...others] = await waitFor('the click', readClicks, (clicks) => clicks.length > 0);
		assert.deepEqual(others, []);
		assert.equal(click.position, 3);
		const readSearch = async () =>
			(await shop.readEvents()).find(({ kind, query_id: id }) => kind === 'search' && id === click.query_id);
		const search = await waitFor('the search', readSearch, (found) => found !== undefined);
		assert.equal(search.session_id, click.session_id);
		assert.ok(search.shown.includes(click.dfid), JSON.stringify(search.shown));
	});

	it('shows markup in titles, suggestions and texts as what it is: text', async () => {
		const payload = `"><img src=x onerror="document.title='taken'">`;
		const { page, complaints } = await shop.open(element, {
			search: `?q=${encodeURIComponent(payload)}`,
			prepare: async (page) => {
				await page.route('**/_suggest?*', (route) => route.fulfill({ json: [payload], headers: readable }));
				await page.route('**/_search?*', (route) => {
					const item = { id: '1', dfid: 'a@b@c', type: 'b', title: payload, link: 'javascript:document.title=1' };
					const facets = {
						categories: { _type: 'terms', label: '', terms: { buckets: [{ key: payload, doc_count: 1 }] } },
					};
					return route.fulfill({ json: { ...noResults, query: payload, facets, results: [item] }, headers: readable });
				});
			},
		});
		await page.getByRole('combobox').click();
		await page.getByRole('option').nth(2).waitFor();
		for (const option of await page.getByRole('option').all())
			assert.ok((await option.innerText()).includes('onerror='));
		assert.equal(await page.getByRole('option').last().getAttribute('href'), null);
		assert.equal(await page.title(), 'Shop');
		assert.deepEqual(complaints, []);
	});
});
