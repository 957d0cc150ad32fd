/** The elements for shops' pages work together in a page of another origin; `npm run test:browser` has the rest. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { openShopPages } from '../support/shop-pages.ts';

it('a page of another origin searches, filters, goes back and recommends', { skip: noBrowser }, async () => {
	await using shop = await openShopPages();
	const engine = `engine="${shop.hashid}" currency="EUR"`;
	const { page, complaints } = await shop.open(
		`<vitrine-search ${engine}></vitrine-search><vitrine-results ${engine}></vitrine-results>
		<vitrine-recommendations widget="${shop.widget_id}"></vitrine-recommendations>`,
		{ lang: 'de' },
	);
	await page.getByRole('combobox', { name: 'Suchen' }).fill('shoe');
	await page.getByRole('option').first().waitFor();
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Ergebnisse für' }).waitFor();
	await page.getByRole('checkbox', { name: 'Loptera' }).check();
	await page.getByRole('button', { name: 'Alle entfernen' }).waitFor();
	assert.equal(new URL(page.url()).search, '?q=shoe&f.brand=Loptera');
	await page.goBack();
	await page.getByRole('button', { name: 'Alle entfernen' }).waitFor({ state: 'detached' });
	await page.getByRole('heading', { name: 'Similar products' }).waitFor();
	assert.deepEqual(await findBarriers(page), []);
	assert.deepEqual(complaints, []);
});
