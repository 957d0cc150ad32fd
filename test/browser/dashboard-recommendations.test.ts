/** The page of recommendations: widgets are made, changed with a preview, tried, put into pages, deleted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { signInWithLink } from '../support/dashboard-client.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { waitFor } from '../support/wait-for.ts';

const markup = '<img src=x onerror=alert(1)>';

describe('the page of recommendations', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	let storeId: string;
	before(async () => {
		pages = await openDashboardPages();
		storeId = (await pages.owner.call('/api/admin/v1/stores')).json[0].id;
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	async function createWidget(rules: object): Promise<Json> {
		const body = { store_id: storeId, name: 'A widget', ...rules };
		return (await pages.owner.call('/api/admin/v1/widgets', { method: 'POST', body })).json;
	}
	const readWidget = async (id: string) => (await pages.owner.call(`/api/admin/v1/widgets/${id}`)).json;
	const shown = (page: Page) => page.locator('.shown-items > li');

	it('makes a widget, previews its rules for a product before they are saved, and takes the change back', async () => {
		const page = await pages.open('/dashboard/recommendations');
		await page.getByRole('button', { name: 'New widget' }).click();
		await page.getByRole('textbox', { name: 'Name' }).fill('Under the product');
		await page.getByRole('button', { name: 'Create' }).click();
		await page.getByRole('heading', { level: 1, name: 'Under the product' }).waitFor();
		const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

		const picker = page.getByRole('combobox', { name: 'Product of the page' });
		await picker.fill('espresso');
		await page.locator('.picker [role=option]').first().waitFor();
		await picker.press('ArrowDown');
		await picker.press('Enter');
		await page.getByText('Product: ').waitFor();
		await shown(page).nth(3).waitFor();
		await shown(page)
			.getByText(/^alike \d/)
			.first()
			.waitFor();

		await page.getByRole('textbox', { name: 'Number of products' }).fill('2');
		await waitFor('the preview with two products', async () => (await shown(page).count()) === 2);
		assert.equal((await readWidget(id)).results, 10, 'the preview stores nothing');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('button', { name: 'Undo' }).waitFor();
		assert.equal((await readWidget(id)).results, 2);
		await page.getByRole('button', { name: 'Undo' }).click();
		await waitFor('the previous rules', async () => (await readWidget(id)).results === 10);
		await waitFor('them in the form', async () => (await page.getByLabel('Number of products').inputValue()) === '10');
	});

	it('edits every rule as a form, and all of them as JSON', async () => {
		const { id } = await createWidget({ filter: { geo: { distance: '1000m', position: '41.4,2.2' } } });
		const page = await pages.open(`/dashboard/recommendations/${id}`);
		await page.getByText('Set as JSON').waitFor();
		await page.getByRole('button', { name: /Remove the condition on .geo/ }).click();
		await page
			.getByRole('group', { name: 'Only products with' })
			.getByRole('button', { name: 'Add a condition' })
			.click();
		const filter = page.getByRole('group', { name: 'Only products with' });
		await filter.getByLabel('Field').fill('brand');
		await filter.getByLabel('Values: Add').fill('Loptera');
		await filter.getByLabel('Values: Add').press('Enter');
		await page.getByLabel('Only from the category of the product of the page').check();
		await page.getByLabel('Never shown: Add').fill('10001');
		await page.getByRole('button', { name: 'Add a value' }).click();
		const boosts = page.getByRole('group', { name: 'Lifted or lowered' });
		await boosts.getByLabel('Field').fill('color');
		await boosts.getByLabel('Value', { exact: true }).fill('black');
		await boosts.getByLabel('Factor').fill('1,5');
		await page.getByLabel('An order of my own').check();
		await page.getByRole('button', { name: 'Bestsellers' }).click();
		await page.getByRole('button', { name: 'Trending now' }).click();
		await page.getByRole('button', { name: /Move .Trending now. up/ }).click();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved', { exact: true }).waitFor();
		const saved = await readWidget(id);
		assert.deepEqual(
			[saved.filter, saved.same_category, saved.banned, saved.boosts, saved.fallback_chain],
			[
				{ brand: ['Loptera'] },
				true,
				['10001'],
				[{ field: 'color', value: 'black', factor: 1.5 }],
				['trending', 'bestsellers'],
			],
		);
		await page.getByRole('button', { name: 'As JSON' }).click();
		const json = page.getByRole('textbox', { name: 'Rules as JSON' });
		const rules = JSON.parse(await json.inputValue());
		await json.fill('{');
		await page.getByText('This is not valid JSON').waitFor();
		await json.fill(JSON.stringify({ ...rules, hide_bought: true, price_band: { min: 2, max: 1 } }));
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('alert').filter({ hasText: 'price_band' }).first().waitFor();
		await json.fill(JSON.stringify({ ...rules, hide_bought: true }));
		await page.getByRole('button', { name: 'Save' }).click();
		await waitFor('the rules as JSON to be saved', async () => (await readWidget(id)).hide_bought);
	});

	it('tells the second of two people who change one widget, with both versions', async () => {
		const { id } = await createWidget({});
		const page = await pages.open(`/dashboard/recommendations/${id}`);
		await page.getByLabel('Number of products').fill('4');
		await pages.owner.call(`/api/admin/v1/widgets/${id}`, { method: 'PATCH', body: { results: 9, title: 'Theirs' } });
		await page.getByRole('button', { name: 'Save' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByText('"results": 9').waitFor();
		await dialog.getByText('"results": 4').waitFor();
		await dialog.getByRole('button', { name: 'Keep mine' }).click();
		await dialog.waitFor({ state: 'hidden' });
		const readBoth = () => readWidget(id);
		const { title } = await waitFor('mine to be saved', readBoth, ({ results }) => results === 4);
		assert.equal(title, 'Theirs');
	});

	it('deletes a widget whose name is typed, and copies another', async () => {
		const name = `To\u00a0go $& ${'x'.repeat(190)}`;
		const { id } = await createWidget({ name, kind: 'trending' });
		const page = await pages.open(`/dashboard/recommendations/${id}`);
		await page.getByRole('button', { name: 'Duplicate' }).click();
		await page.getByRole('heading', { level: 1, name: /^To.go \$& x{184} \(copy\)$/ }).waitFor();
		await page.goBack();
		await page.getByRole('heading', { level: 1, name: /x{190}$/ }).waitFor();
		await page.getByRole('button', { name: 'Delete' }).click();
		const dialog = page.getByRole('dialog');
		assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled());
		await dialog.getByRole('textbox').fill(name.replace('\u00a0', ' '));
		await dialog.getByRole('button', { name: 'Delete' }).click();
		await page.getByText('The widget was deleted').waitFor();
		assert.equal((await pages.owner.call(`/api/admin/v1/widgets/${id}`)).status, 404);
		const gone = await pages.open(`/dashboard/recommendations/${id}`);
		await gone.getByRole('heading', { name: 'This widget does not exist any more' }).waitFor();
	});

	it('shows what a widget earned, and what to paste', async () => {
		const { id } = await createWidget({ kind: 'trending' });
		const body = { current_url: 'https://shop.example/', session_id: 'shopper' };
		await createShopper(pages.url, id, body);
		const page = await pages.open(`/dashboard/recommendations/${id}?part=earnings`);
		await waitFor('the display', async () => {
			await page.reload();
			await page.locator('.figure, .empty').first().waitFor();
			return (await page.locator('.figure').count()) === 6;
		});
		await page.getByRole('img', { name: 'By day' }).waitFor();
		await page.getByRole('tab', { name: 'Put it into a page' }).click();
		await page.getByText(`<vitrine-recommendations widget="${id}"`).waitFor();
	});

	it('shows markup as text, to whoever may only look, without barriers and at every width', async () => {
		pages.takeComplaints();
		const { id } = await createWidget({ name: markup, title: markup, kind: 'trending', banned: [markup] });
		const body = { name: 'Ben', rights: { recommendations: 'read' } };
		const { code } = (await pages.owner.call('/api/admin/v1/users', { method: 'POST', body })).json;
		const path = `/api/admin/v1/users/${code}/sign_in_links`;
		const link = (await pages.owner.call(path, { method: 'POST', body: {} })).json.path;
		const cookie = (await signInWithLink(pages.url, link)).cookie();
		for (const [person, width] of [
			['owner', 1280],
			['owner', 360],
			[{ cookie }, 360],
		] as const) {
			for (const [address, ready] of [
				['/dashboard/recommendations', 'table'],
				[`/dashboard/recommendations/${id}`, '.shown-items li'],
			] as const) {
				const colorScheme = person === 'owner' ? 'light' : 'dark';
				const page = await pages.open(address, { person, width, colorScheme });
				await page.locator(ready).first().waitFor();
				await page.getByText(markup).first().waitFor();
				assert.deepEqual(await findBarriers(page), []);
				await page.evaluate("document.documentElement.dir = 'rtl'");
				const overflow = 'document.documentElement.scrollWidth - innerWidth';
				assert.ok((await page.evaluate<number>(overflow)) <= 0, `${address} at ${width} px`);
				const canChange = (await page.getByRole('button', { name: /^(?:Save|New widget)$/ }).count()) > 0;
				assert.equal(canChange, person === 'owner');
			}
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('offers to try again when the widgets cannot be loaded', async () => {
		const prepare = (page: Page) =>
			page.route('**/dashboard/api/widgets', (route) => route.fulfill({ status: 503, body: '{}' }));
		const page = await pages.open('/dashboard/recommendations', { prepare });
		await page.getByRole('alert').getByText('This could not be loaded').waitFor();
		await page.unroute('**/dashboard/api/widgets');
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('table').waitFor();
	});
});

async function createShopper(url: string, widgetId: string, body: object): Promise<void> {
	const response = await fetch(`${url}/api/widget/${widgetId}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	assert.equal(response.status, 200);
}
