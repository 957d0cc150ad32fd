/** The demo shop at `/demo` in a browser, as its visitors use it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createApi, type Json } from '../support/api.ts';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

interface Visit {
	readonly colorScheme?: 'light' | 'dark';
	readonly width?: number;
	readonly height?: number;
}

describe('the demo shop', { skip: noBrowser }, () => {
	let server: TestServer;
	let browser: Browser;
	let product: Json;
	/** What browsers complained about, and requests to other servers. */
	const complaints: string[] = [];
	before(async () => {
		[server, browser] = await Promise.all([
			startServer({ environment: { VITRINE_SEARCH: 'true', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' } }),
			launchBrowser(),
		]);
		const path = `/6/${server.firstRun?.hashid}/_search?query=trail+running+shoes&rpp=1&stats=false`;
		const findOne = async () => (await createApi(server.url).call(path)).json.results?.[0];
		product = await waitFor('the demo catalogue in the index', findOne);
	});
	after(async () => {
		await browser?.close();
		await server?.[Symbol.asyncDispose]();
	});

	async function visit(path: string, { colorScheme = 'light', width = 1280, height = 900 }: Visit = {}): Promise<Page> {
		const context = await browser.newContext({ colorScheme, viewport: { width, height } });
		const page = await context.newPage();
		page.setDefaultTimeout(0);
		page.on('console', (message) => {
			if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
		});
		page.on('pageerror', (error) => complaints.push(String(error)));
		page.on('request', (request) => {
			if (!request.url().startsWith(server.url)) complaints.push(`asked ${request.url()}`);
		});
		await page.goto(server.url + path, { waitUntil: 'networkidle' });
		return page;
	}

	async function readEvents(sessionId: string): Promise<readonly Json[]> {
		const body = { session_id: sessionId, hashid: server.firstRun?.hashid };
		const { call } = createApi(server.url, server.firstRun?.key);
		return (await call('/api/admin/v1/events/_of_shopper', { method: 'POST', body })).json.events;
	}

	it('sells: from the first page to a department, a product, the cart and the order, which are all in the log', async () => {
		const page = await visit('/demo');
		await page.getByRole('heading', { name: 'Trending now' }).waitFor();
		await page.getByRole('heading', { name: 'New in' }).waitFor();
		await page.getByRole('navigation', { name: 'Departments' }).getByRole('link', { name: 'Audio' }).click();
		await page.getByRole('heading', { level: 2, name: /Audio/ }).waitFor();
		// The bestsellers below may be there before.
		const articles = page.locator('vitrine-category').getByRole('article');
		const card = articles.filter({ hasNotText: 'Out of stock' }).first();
		const title = await card.getByRole('link').innerText();
		await card.getByRole('link').click();
		await page.waitForURL(/\/demo\/products\//);
		const heading = await page.getByRole('heading', { level: 1 }).innerText();
		assert.ok(title.includes(heading), `${heading} was clicked as ${title}`);
		await page.getByRole('heading', { name: 'Similar products' }).waitFor();
		await page.locator('.buy').getByRole('button', { name: 'Add to cart' }).click();
		await page.getByText('In your cart.').waitFor();
		await page.getByRole('link', { name: 'Go to the cart' }).click();
		await page.getByRole('heading', { name: 'Your cart' }).waitFor();
		const session = JSON.parse(await page.evaluate<string>("localStorage.getItem('vitrine-session')")).id;
		await page.getByLabel(/^Amount of/).selectOption('3');
		await page.getByRole('button', { name: 'Order now' }).click();
		await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
		assert.match(await page.getByRole('link', { name: /^Cart/ }).innerText(), /0/);

		const events = await waitFor(
			'the order in the log',
			() => readEvents(session),
			(all) => all.some(({ kind }) => kind === 'purchase'),
		);
		const kinds = new Set(events.map(({ kind }) => kind));
		for (const kind of ['search', 'click', 'view', 'cart_addition', 'checkout', 'purchase']) {
			assert.ok(kinds.has(kind), `${kind} is missing among ${[...kinds]}`);
		}
		assert.equal(events.find(({ kind }) => kind === 'purchase').amount, 3);
	});

	it('finds what is typed, by keyboard alone, and the way back works', async () => {
		const page = await visit('/demo');
		await page.getByRole('combobox').focus();
		await page.keyboard.type('espresso');
		await page.getByRole('option').first().waitFor();
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/demo\/search\?.*espresso/);
		await page.getByRole('heading', { name: /espresso/ }).waitFor();
		await page.getByRole('article').first().waitFor();
		await page.goBack();
		await page.getByRole('heading', { name: 'Trending now' }).waitFor();
	});

	it('adds to the cart from a list, too, and keeps the cart', async () => {
		const page = await visit('/demo/categories/Outdoor');
		await page
			.getByRole('button', { name: /^Add to cart/ })
			.first()
			.click();
		const cart = page.getByRole('link', { name: /^Cart/ });
		await waitFor('the item', async () => /1/.test(await cart.innerText()));
		await page.reload();
		assert.match(await cart.innerText(), /1/);
		await cart.click();
		await page.getByRole('button', { name: /^Remove/ }).click();
		await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
	});

	it('shows what Vitrine does where that is switched on: requests, times, reasons', async () => {
		const page = await visit('/demo/search?q=black+shoes+under+120');
		await page.getByRole('button', { name: 'Show what Vitrine does' }).click();
		const panel = page.getByRole('complementary', { name: 'What Vitrine does' });
		await panel.getByText('“under 120” was read as price (best_price), a filter').waitFor();
		assert.match(await panel.innerText(), /GET \/6\/.*_search[\s\S]*200, \d+ ms/);
		await page.reload();
		await panel.waitFor();
		await panel.getByRole('button', { name: 'Close' }).click();
		await panel.waitFor({ state: 'hidden' });
	});

	it('offers a way on where there is no such page, and where a product cannot be loaded', async () => {
		const missing = await visit('/demo/products/no-such-thing-1');
		await missing.getByRole('heading', { name: 'There is nothing here' }).waitFor();
		const page = await visit('/demo');
		await page.route('**/_search*', (route) => route.abort());
		await page.goto(server.url + product.link);
		await page.getByRole('heading', { name: 'This product could not be loaded' }).waitFor();
		await page.unroute('**/_search*');
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('heading', { name: product.title }).waitFor();
		complaints.splice(
			0,
			complaints.length,
			...complaints.filter((text) => !/ERR_FAILED|no results|not reported/.test(text)),
		);
	});

	it('shows titles and descriptions as text, whatever the catalogue says', async () => {
		const page = await visit('/demo');
		const payload = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
		await page.route('**/_search*', (route) => {
			const item = {
				...product,
				title: payload,
				description: payload,
				brand: payload,
				color: payload,
				group_id: undefined,
			};
			return route.fulfill({ json: { results: [item], facets: {} } });
		});
		await page.goto(server.url + product.link);
		await page.getByRole('heading', { level: 1 }).waitFor();
		assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), payload);
		assert.doesNotMatch(await page.title(), /^[12]$/);
	});

	it('keeps nobody from using it: every page, light and dark, from 360 to 2,000 pixels', async () => {
		const category = '/demo/categories/Home%20%26%20Kitchen%20%3E%20Kitchen';
		for (const path of ['/demo', product.link, category, '/demo/search?q=jacket', '/demo/cart', '/demo/nothing']) {
			for (const colorScheme of ['light', 'dark'] as const) {
				const width = colorScheme === 'light' ? 360 : 2000;
				const page = await visit(path, { colorScheme, width });
				assert.deepEqual(await findBarriers(page), [], `${path} ${colorScheme} ${width}`);
				const scrollWidth = Number(await page.evaluate('document.documentElement.scrollWidth'));
				assert.ok(scrollWidth <= width, `${path} is ${scrollWidth} wide in ${width}`);
				await page.context().close();
			}
		}
	});

	it('has a page for those who have no such shop, which says how to get it', async () => {
		await using bare = await startServer({ arguments: ['--no-demo'] });
		const page = await browser.newPage();
		const answer = await page.goto(`${bare.url}/demo`);
		assert.equal(answer?.status(), 404);
		await page.getByRole('heading', { name: 'There is no demo shop here' }).waitFor();
		assert.match(await page.innerText('main'), /npm start -- --port 8081 --data-dir/);
		assert.deepEqual(await findBarriers(page), []);
	});

	it('had no complaint of the browser, and asked no other server', () => {
		assert.deepEqual(complaints, []);
	});
});
