/** The search preview: results with their reasons, and two settings side by side. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { createDashboardClient } from '../support/dashboard-client.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { waitFor } from '../support/wait-for.ts';

const path = '/dashboard/preview';
const payload = '<img src=x onerror=alert(1)>';

describe('the search preview', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	const settingsPath = () => `/api/admin/v1/search_engines/${pages.hashid}/search_settings`;
	before(async () => {
		pages = await openDashboardPages();
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	it('shows results while a query is typed, with what was understood, and keeps all of it in the address', async () => {
		const page = await pages.open(path);
		await page.getByRole('searchbox', { name: 'Search for' }).pressSequentially('wool rug under 150');
		await page.getByText('10 results').waitFor();
		assert.equal(await page.getByRole('article').count(), 10);
		assert.equal(new URL(page.url()).searchParams.get('query'), 'wool rug under 150');
		await page.getByRole('button', { name: 'Search without ⁨under 150⁩' }).click();
		await page.getByText('11 results').waitFor();
		assert.equal(await page.getByRole('searchbox').inputValue(), 'wool rug');
		await page.getByRole('group', { name: 'Price', exact: true }).waitFor();
		await page.getByRole('group', { name: 'Brand', exact: true }).getByRole('checkbox', { name: 'Hearthlyn' }).check();
		await page.getByText('3 results').waitFor();
		await page.getByLabel('Sorted by').selectOption({ label: 'Price, highest first' });
		const address = new URL(page.url()).searchParams;
		assert.deepEqual([address.get('filter'), address.get('sort')], ['{"brand":["Hearthlyn"]}', 'best_price:desc']);
	});

	it('keeps what is typed while a slow page is still busy with what was typed before', async () => {
		const page = await pages.open(path);
		const box = page.getByRole('searchbox', { name: 'Search for' });
		await box.waitFor();
		const shown = await page.evaluate(`(async () => {
			const input = document.querySelector('input[type=search]');
			const shown = [];
			const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
			Object.defineProperty(input, 'value', { get, set(text) { shown.push(text); set.call(this, text); } });
			const type = (text) => { set.call(input, text); input.dispatchEvent(new Event('input', { bubbles: true })); };
			const read = () => new Event('now').timeStamp;
			const replace = history.replaceState;
			history.replaceState = function (...words) {
				history.replaceState = replace;
				replace.apply(this, words);
				// Typed, and the pause after it over, before the page has shown what it wrote.
				type('wool rug');
				for (const end = read() + 300; read() < end; );
			};
			type('wool');
			await new Promise((done) => setTimeout(done, 1500));
			return shown;
		})()`);
		assert.deepEqual([shown, await box.inputValue()], [[], 'wool rug']);
		assert.equal(new URL(page.url()).searchParams.get('query'), 'wool rug');
	});

	it('never shows an older answer over a newer one', async () => {
		const page = await pages.open(path);
		await page.getByText('360 results').waitFor();
		let isFirst = true;
		await page.route('**/_search', async (route) => {
			const isSlow = isFirst;
			isFirst = false;
			if (isSlow)
				await waitFor(
					'the second answer',
					() => page.getByText('11 results').count(),
					(count) => count > 0,
				);
			await route.continue().catch(() => undefined);
		});
		await page.getByRole('searchbox').fill('kettle');
		await page.waitForURL('**query=kettle');
		await page.getByRole('searchbox').fill('wool rug');
		await page.getByText('11 results').waitFor();
		await page.waitForLoadState('networkidle');
		assert.equal(await page.getByText('11 results').count(), 1);
	});

	it('explains a result by keyboard alone: parts of the score that add up, words, and what is ahead', async () => {
		const page = await pages.open(`${path}?query=wool+rug+under+150`);
		const why = page.getByRole('button', { name: /^Why is ⁨Hearthlyn Ylva Cotton Rug 80 × 150 cm, pale grey/ });
		await why.focus();
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('dialog', { name: 'Why here?' });
		await dialog.getByText('Rank ⁨4⁩ of ⁨10⁩').waitFor();
		const rows = dialog.getByRole('region', { name: 'Parts of the score' }).getByRole('row');
		const cells = (await rows.allInnerTexts()).map((text) => text.split('\t')).filter(({ length }) => length > 1);
		const amounts = cells.slice(1, -1).map((row) => toNumber(row[2] ?? ''));
		const total = toNumber(cells.at(-1)?.[1] ?? '');
		assert.ok(Math.abs(amounts.reduce((sum, amount) => sum + amount, 0) - total) < 0.02, JSON.stringify(cells));
		await dialog.getByText('It lacks: ⁨wool⁩').waitFor();
		await dialog.getByRole('heading', { name: 'What is ahead of it' }).waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		assert.match(await page.evaluate<string>('document.activeElement.textContent'), /pale grey/);
	});

	it('says why a product is no result, also of one that does not exist', async () => {
		const page = await pages.open(`${path}?query=wool+rug+under+150`);
		const dialog = page.getByRole('dialog');
		for (const [id, reason] of [
			['10001', 'best_price⁩ must be ⁨< 150⁩. It has ⁨259⁩'],
			['nothing', 'There is no product with this id.'],
		] as const) {
			await page.getByLabel('Id of the product').fill(id);
			await page.keyboard.press('Enter');
			await dialog.getByText('Not among the results').waitFor();
			await dialog.getByText(reason).waitFor();
			await page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
		}
	});

	it('leads from a search without results to other settings', async () => {
		const page = await pages.open(`${path}?query=xyzzyplugh`);
		await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
		await page.getByRole('link', { name: 'Try other settings side by side' }).click();
		await page.getByRole('region', { name: 'With the draft' }).waitFor();
		assert.equal(await page.getByLabel('Queries').inputValue(), 'xyzzyplugh');
	});

	it('says how a search was read', async () => {
		const page = await pages.open(`${path}?query=wool+rugs`);
		await page.getByText('How this search was read').click();
		const words = page.getByRole('region', { name: 'Words that were searched' });
		await words.getByText('inflected').first().waitFor();
		await page.getByText('⁨All words⁩: 2 products').waitFor();
	});

	it('shows what a draft would move, saves it, and takes it back', async () => {
		const page = await pages.open(`${path}/compare?query=rug`);
		const draft = page.getByRole('region', { name: 'With the draft' });
		await draft.getByText('5 results').waitFor();
		await page.getByLabel('Synonyms').fill('rug, kettle');
		await draft.getByText('new', { exact: true }).first().waitFor();
		await page.getByText('50%').first().waitFor();
		assert.deepEqual((await pages.owner.call(settingsPath())).json.synonyms, []);
		await page.getByRole('button', { name: 'Save the draft as settings' }).click();
		await page.getByText('The draft is now how this engine searches').waitFor();
		assert.deepEqual((await pages.owner.call(settingsPath())).json.synonyms, [{ words: ['rug', 'kettle'] }]);
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('Saved', { exact: true }).waitFor();
		assert.deepEqual((await pages.owner.call(settingsPath())).json.synonyms, []);
		assert.equal(await page.getByLabel('Synonyms').inputValue(), 'rug, kettle');
	});

	it('compares many queries, and names the line that is no rule', async () => {
		const page = await pages.open(`${path}/compare?query=rug%0Akettle`);
		await page.getByText('over 2 queries').waitFor();
		await page.getByRole('button', { name: 'Show ⁨kettle⁩' }).click();
		await page.getByRole('heading', { name: 'kettle' }).waitFor();
		for (const [text, problem] of [
			['rug, kettle\ntent', 'Line 2: ⁨a rule needs two words or phrases.⁩'],
			['rug, kettle\n\ntent => !', 'Line 3: ⁨must have a letter or a digit⁩'],
		] as const) {
			await page.getByLabel('Synonyms').fill(text);
			await page.getByText(problem).waitFor();
			assert.equal(await page.getByLabel('Synonyms').getAttribute('aria-invalid'), 'true');
		}
	});

	it('tries stop words and typing errors, and says what is wrong beside the field', async () => {
		const page = await pages.open(`${path}/compare?query=cheep+kettle`);
		const draft = page.getByRole('region', { name: 'With the draft' });
		const saved = page.getByRole('region', { name: 'Saved settings' });
		await saved.getByText(/^\d+ results$/).waitFor();
		await page.getByLabel('Stop words').fill('cheep');
		await draft.getByText('Answered by: ⁨All words⁩').waitFor();
		await page.getByLabel('Stop words').fill('');
		await page.getByRole('checkbox', { name: 'Correct typing errors' }).uncheck();
		await draft.getByText('Answered by: ⁨Any of the words⁩').waitFor();
		await page.getByLabel('Exact words').fill('!');
		await page.getByText('must have a letter or a digit').waitFor();
		assert.equal(await page.getByLabel('Exact words').getAttribute('aria-invalid'), 'true');
		assert.equal(await saved.count(), 1);
	});

	it('tells the second of two people, with both versions', async () => {
		const page = await pages.open(`${path}/compare?query=rug`);
		await page.getByLabel('Synonyms').fill('rug, carpet');
		await pages.owner.call(settingsPath(), { method: 'PATCH', body: { synonyms: [{ words: ['rug', 'mat'] }] } });
		await page.getByRole('button', { name: 'Save the draft as settings' }).click();
		const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
		await dialog.getByText('"carpet"').waitFor();
		await dialog.getByText('"mat"').waitFor();
		await dialog.getByRole('button', { name: 'Keep mine' }).click();
		await page.getByText('The draft is now how this engine searches').waitFor();
		assert.deepEqual((await pages.owner.call(settingsPath())).json.synonyms, [{ words: ['rug', 'carpet'] }]);
		await pages.owner.call(settingsPath(), { method: 'PATCH', body: { synonyms: [] } });
	});

	it('shows texts of products and queries as text', async () => {
		pages.takeComplaints();
		const item = { id: payload, title: `Zyx ${payload}`, brand: payload, color: payload, link: 'javascript:alert(1)' };
		const items = `/api/v2/search_engines/${pages.hashid}/indices/product/items`;
		await pages.owner.call(items, { method: 'POST', body: { ...item, image_link: `"${payload}` } });
		const countAll = async () =>
			(await pages.owner.call(`/6/${pages.hashid}/_search?query=zyx&stats=false`)).json.count;
		await waitFor('the item in the index', countAll, (count) => count === 1);
		const query = encodeURIComponent(`zyx ${payload}`);
		const page = await pages.open(`${path}?query=${query}&session=${query}&sort=${query}%3Aasc`);
		await page.getByText('this could not be loaded').or(page.getByRole('alert')).first().waitFor();
		await page.goto(`${pages.url}${path}?query=zyx&item=${encodeURIComponent(payload)}`);
		await page.getByRole('dialog').getByText(`Zyx ${payload}`).waitFor();
		await page.goto(`${pages.url}${path}/compare?query=zyx%0A${query}`);
		await page.getByText(`Zyx ${payload}`).first().waitFor();
		await page.getByLabel('Synonyms').fill(`${payload}, x`);
		await page.getByRole('button', { name: 'Save the draft as settings' }).click();
		await page.getByText('The draft is now how this engine searches').waitFor();
		assert.equal(await page.locator('img[src="x"], [onerror]').count(), 0);
		await pages.owner.call(settingsPath(), { method: 'PATCH', body: { synonyms: [] } });
		await pages.owner.call(`${items}/${encodeURIComponent(payload)}`, { method: 'DELETE' });
		assert.deepEqual(
			pages.takeComplaints().filter((text) => !text.includes('404')),
			[],
		);
	});

	it('lets members who may only read try a draft, and not save it', async () => {
		const reader = await openMember({ search_settings: 'read' });
		await reader.goto(`${pages.url}${path}/compare?query=rug`);
		await reader.getByText('You can see this, and not change it.').waitFor();
		await reader.getByLabel('Synonyms').fill('rug, kettle');
		await reader.getByText('new', { exact: true }).first().waitFor();
		assert.ok(await reader.getByRole('button', { name: 'Save the draft as settings' }).isDisabled());
		assert.equal(await reader.getByRole('button', { name: 'Add the top searches' }).count(), 0);
		const stranger = await openMember({ statistics: 'read' });
		await stranger.getByRole('heading', { name: 'You have no right to see this' }).waitFor();
	});

	it('says that a search failed, and tries again', async () => {
		let isBroken = true;
		const page = await pages.open(`${path}?query=rug`, {
			prepare: (one) =>
				one.route('**/_search', (route) =>
					isBroken ? route.fulfill({ status: 503, body: '{"error":"busy"}' }) : route.continue(),
				),
		});
		const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
		await alert.waitFor();
		isBroken = false;
		await alert.getByRole('button', { name: 'Try again' }).click();
		await page.getByText('5 results').waitFor();
		pages.takeComplaints();
	});

	it('has no barriers, fits on every screen, and browsers complain about nothing', async () => {
		pages.takeComplaints();
		for (const { view, width, colorScheme } of variations) {
			const page = await pages.open(path + view, { width, colorScheme });
			const settled = view.includes('item') ? page.getByText('What is ahead of it') : page.getByText(/^\d+ results$/);
			await settled.first().waitFor();
			await page.waitForLoadState('networkidle');
			assert.deepEqual(await findBarriers(page), [], `${view} ${width} ${colorScheme}`);
			for (const direction of ['ltr', 'rtl']) {
				await page.evaluate(`document.documentElement.dir = '${direction}'`);
				const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
				assert.ok(overflow <= 0, `${view} ${width} ${direction}: ${overflow}`);
			}
			await page.context().close();
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});

	async function openMember(rights: object): Promise<Page> {
		const { owner, url } = pages;
		const user = (await owner.call('/api/admin/v1/users', { method: 'POST', body: { name: 'Ben', rights } })).json;
		const links = `/api/admin/v1/users/${user.code}/sign_in_links`;
		const link = (await owner.call(links, { method: 'POST', body: {} })).json.path;
		const client = createDashboardClient(url);
		await client.call('/sign_in/link', { method: 'POST', body: { token: link.replace('/dashboard#link=', '') } });
		return pages.open(path, { person: { cookie: client.cookie() } });
	}
});

const search = '?query=wool+rug+under+150';
const why = '?query=wool+rug&item=10162';
const compare = '/compare?query=rug%0Akettle';
const variations = [
	{ view: search, width: 1280, colorScheme: 'light' },
	{ view: search, width: 360, colorScheme: 'dark' },
	{ view: why, width: 360, colorScheme: 'light' },
	{ view: why, width: 1280, colorScheme: 'dark' },
	{ view: compare, width: 360, colorScheme: 'light' },
	{ view: compare, width: 1280, colorScheme: 'dark' },
] as const;

/** `+ 3.5`, `− 1.57`, `1.04`. */
function toNumber(text: string): number {
	return Number(text.replace('−', '-').replaceAll(/[+\s]/g, ''));
}
