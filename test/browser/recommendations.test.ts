/** `<vitrine-recommendations>` in a page of another origin. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { openShopPages, type ShopPages } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

describe('<vitrine-recommendations>', { skip: noBrowser }, () => {
	let shop: ShopPages;
	let element: string;
	before(async () => {
		shop = await openShopPages();
		element = `<vitrine-recommendations widget="${shop.widget_id}" cart></vitrine-recommendations>`;
	});
	after(() => shop?.[Symbol.asyncDispose]());

	it('shows what the widget recommends, with prices, under its title', async () => {
		const { page, complaints } = await shop.open(element);
		await page.getByRole('heading', { name: 'Similar products' }).waitFor();
		const cards = page.getByRole('article');
		await cards.first().waitFor();
		assert.ok((await cards.count()) >= 4);
		assert.match(await cards.first().innerText(), /€\d+/);
		assert.deepEqual(complaints, []);
	});

	it('keeps nobody from using it, in light and dark, wide and narrow', async () => {
		for (const colorScheme of ['light', 'dark'] as const) {
			for (const width of [1280, 360]) {
				const { page } = await shop.open(element, { colorScheme, width });
				await page.getByRole('article').first().waitFor();
				assert.deepEqual(await findBarriers(page), [], `${colorScheme} ${width}`);
				const scrollWidth = await page.evaluate('document.documentElement.scrollWidth');
				assert.ok(Number(scrollWidth) <= width);
			}
		}
	});

	it('speaks the language of the page', async () => {
		const { page, complaints } = await shop.open(element, { lang: 'ar', dir: 'rtl' });
		await page.getByRole('button', { name: 'أضف إلى السلة' }).first().waitFor();
		assert.deepEqual(complaints, []);
	});

	it('reports clicks with their position although the page is left, and carts', async () => {
		const { page } = await shop.open(element);
		const card = page.getByRole('article').nth(1);
		await card.getByRole('button').click();
		await card.getByRole('link').click();
		await page.waitForURL(/\/demo\/products\//);
		const ofWidget = async () => (await shop.readEvents()).filter(({ widget_id: id }) => id === shop.widget_id);
		const events = await waitFor('the events', ofWidget, (all) =>
			['widget_click', 'cart'].every((kind) => all.some((event) => event.kind === kind)),
		);
		const [click, cart] = ['widget_click', 'cart'].map((kind) => events.find((event) => event.kind === kind));
		assert.equal(click.position, 2);
		assert.equal(click.dfid, cart.dfid);
		assert.match(click.session_id, /^[0-9a-f]{32}$/);
		assert.equal(click.session_id, cart.session_id);
	});

	it('shows titles as text and opens no code, whatever the feed says', async () => {
		const payload = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
		const { page, complaints } = await shop.open(element, {
			prepare: (page) =>
				page.route('**/api/widget/*', async (route) => {
					const item = {
						title: payload,
						brand: payload,
						link: 'javascript:document.title=3',
						image_link: 'javascript:1',
					};
					const body = {
						title: payload,
						currency: null,
						results: [{ ...item, dfid: 'a@product@b', best_price: payload }],
					};
					await route.fulfill({ json: body, headers: { 'access-control-allow-origin': '*' } });
				}),
		});
		await page.getByRole('heading', { name: payload }).waitFor();
		const card = page.getByRole('article').first();
		assert.ok((await card.innerText()).includes(payload));
		assert.equal(await card.locator('a').getAttribute('href'), null);
		assert.equal(await card.locator('img').count(), 0);
		assert.equal(await page.title(), 'Shop');
		assert.deepEqual(complaints, []);
	});
});
