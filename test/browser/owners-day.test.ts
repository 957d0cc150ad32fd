/** A day of a shop's owner: from a file of products to a click of a shopper in the statistics. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { openShopFront, type ShopFront } from '../support/shop-pages.ts';
import { waitFor } from '../support/wait-for.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>';
const goods = [
	['r-1', 'Anorak Fjell', '129.00'],
	['r-2', 'Woollen jumper', 'on request'],
	['r-3', 'Felt hat', '39.50'],
] as const;

describe("an owner's day", { skip: noBrowser }, () => {
	let pages: DashboardPages;
	let shop: ShopFront;
	/** What the owner put into the pages of the shop. */
	let lines = '';
	before(async () => {
		pages = await openDashboardPages();
		shop = await openShopFront(pages.url, (path) => (path.endsWith('.svg') ? picture : writePage(lines)));
	});
	after(async () => {
		await shop?.[Symbol.asyncDispose]();
		await pages?.[Symbol.asyncDispose]();
	});

	it('leads from a file of products to a click in the statistics', async () => {
		const owner = await pages.open('/dashboard');
		await importGoods(owner, shop.url);
		await addSynonym(owner);
		await makeWidget(owner, 'On every page');
		await admitOnlyKnownPages(owner);
		lines = await takeLines(owner, shop.url);
		await visit(owner, shop.url);
		await readStatistics(owner);
		const complaints = pages.takeComplaints().filter((text) => !text.startsWith(`asked ${shop.url}/`));
		assert.deepEqual(complaints, []);
	});
});

/** As the hint beside the lines says: the visitor has agreed. */
function writePage(lines: string): string {
	return `<!doctype html>
<html lang="en" data-consent="granted">
<head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><main><h1>Shop</h1>${lines}</main></body>
</html>`;
}

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** The price of one row is none; once it is mended, the file replaces what was there. */
async function importGoods(page: Page, shopUrl: string): Promise<void> {
	const toRow = ([id, title, price]: readonly string[]) =>
		[id, title, price, `${shopUrl}/products/${id}`, `${shopUrl}/${id}.svg`].join(',');
	const table = ['sku,name,price,link,image_link', ...goods.map(toRow)].join('\r\n');
	await go(page, 'Catalogue');
	await page.getByRole('link', { name: 'product', exact: true }).click();
	await page.getByRole('tab', { name: 'Import' }).click();
	await chooseFile(page, table);
	const row = page.getByRole('row').filter({ hasText: 'r-2' });
	await row.getByText('"on request" cannot be read as one').waitFor();
	await page.getByRole('button', { name: 'Discard the new items' }).click();
	await page.getByRole('button', { name: 'Choose another file' }).click();
	await chooseFile(page, table.replace('on request', '89.90'));
	await page.getByRole('button', { name: 'Take over' }).click();
	// Of the demo's 360 items none is left.
	await page.getByRole('dialog').getByLabel('to confirm').fill('product');
	await page.keyboard.press('Enter');
	await page.getByText('3 items are in the index').waitFor();
}

async function chooseFile(page: Page, table: string): Promise<void> {
	await page.getByRole('button', { name: 'Choose a file' }).waitFor();
	const file = { name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
	await page.getByLabel('File with items').setInputFiles(file);
	await page.getByRole('button', { name: 'Start the import' }).click();
}

/** The preview finds what it did not find before. */
async function addSynonym(page: Page): Promise<void> {
	await go(page, 'Search preview');
	await page.getByRole('searchbox', { name: 'Search for' }).fill('cagoule');
	await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
	await go(page, 'Search settings');
	await page.getByRole('button', { name: 'Add a rule' }).first().click();
	await page.getByRole('textbox', { name: 'Words that mean the same' }).fill('cagoule, anorak');
	await page.getByRole('button', { name: 'Add', exact: true }).click();
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.getByRole('status').getByText('Saved').waitFor();
	await go(page, 'Search preview');
	await page.getByRole('searchbox', { name: 'Search for' }).fill('cagoule');
	await page.getByRole('article').filter({ hasText: 'Anorak Fjell' }).waitFor();
}

async function makeWidget(page: Page, name: string): Promise<void> {
	await go(page, 'Recommendations');
	await page.getByRole('button', { name: 'New widget' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Name').fill(name);
	await dialog.getByLabel('What it recommends').selectOption('New arrivals');
	await dialog.getByRole('button', { name: 'Create' }).click();
	await page.getByRole('heading', { level: 1, name }).waitFor();
	await page.locator('.shown-items > li').filter({ hasText: 'Felt hat' }).waitFor();
}

async function admitOnlyKnownPages(page: Page): Promise<void> {
	await go(page, 'Shop');
	await page.getByRole('button', { name: 'Edit' }).first().click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Only these pages may call').check();
	await dialog.getByRole('button', { name: 'Save' }).click();
	await dialog.waitFor({ state: 'detached' });
}

/** With the address of the shop as a browser has it. */
async function takeLines(page: Page, shopUrl: string): Promise<string> {
	await page.getByRole('tab', { name: 'Put it into pages' }).click();
	await page.getByLabel('Recommendations', { exact: true }).check();
	await page.getByLabel('Widget', { exact: true }).selectOption('On every page');
	await page.getByLabel('With consent to be recognised').check();
	await page.getByLabel('Domain of your shop').fill(`${shopUrl}/`);
	await page.getByText(/may not call yet/).waitFor();
	await page.getByRole('button', { name: /^Add .* to the store$/ }).click();
	await page.getByText(/^Pages of .* may call\./).waitFor();
	return page.locator('pre').innerText();
}

/** A shopper who never saw the dashboard searches, clicks a product, and one that is recommended. */
async function visit(owner: Page, shopUrl: string): Promise<void> {
	const browser = owner.context().browser() ?? assert.fail('this browser was launched');
	const context = await browser.newContext({ locale: 'en', userAgent: await readShopperAgent(owner) });
	const page = await context.newPage();
	page.setDefaultTimeout(0);
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(String(error)));
	await page.goto(shopUrl);
	await page.getByRole('combobox', { name: 'Search' }).fill('cagoule');
	await page.keyboard.press('Enter');
	await page.locator('vitrine-results').getByRole('heading', { name: 'cagoule' }).waitFor();
	await page.locator('vitrine-results').getByRole('link', { name: 'Anorak Fjell' }).click();
	await page.waitForURL(`${shopUrl}/products/r-1`);
	await page.locator('vitrine-recommendations').getByRole('link', { name: 'Felt hat' }).click();
	await page.waitForURL(`${shopUrl}/products/r-3`);
	assert.deepEqual(complaints, []);
	await context.close();
}

/** The name of this browser without "Headless": what bots do is not counted. */
async function readShopperAgent(page: Page): Promise<string> {
	return (await page.evaluate<string>('navigator.userAgent')).replace('Headless', '');
}

async function readStatistics(page: Page): Promise<void> {
	await go(page, 'Statistics');
	await page.getByRole('link', { name: 'Clicked items' }).click();
	const clicked = page.getByRole('row').filter({ hasText: 'Anorak Fjell' });
	await reloadUntil(page, 'the click on a result', async () => (await clicked.count()) === 1);
	await go(page, 'Recommendations');
	const row = page.getByRole('row').filter({ hasText: 'On every page' });
	await reloadUntil(page, 'the click on a recommendation', async () => {
		const [, , , clicks] = (await row.innerText()).split('\t');
		return clicks === '1';
	});
}

async function reloadUntil(page: Page, what: string, isShown: () => Promise<boolean>): Promise<void> {
	await waitFor(what, async () => {
		await page.reload();
		await page.locator('.table-frame, .empty').first().waitFor();
		return isShown();
	});
}
