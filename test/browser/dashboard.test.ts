/** What stands around the pages of the dashboard: signing in and out, the menu, languages, sessions that end. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';

describe('the dashboard', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	it('is opened with a link, once, whose token stays in no history', async () => {
		const { owner, user_code } = pages;
		const path = `/api/admin/v1/users/${user_code}/sign_in_links`;
		const link = (await owner.call(path, { method: 'POST', body: {} })).json.path;
		const page = await pages.open(link, { person: 'nobody' });
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
		assert.equal(new URL(page.url()).hash, '');
		const second = await pages.open(link, { person: 'nobody' });
		await second.getByRole('button', { name: 'Sign in' }).click();
		await second.getByText('was used already').waitFor();
		await second.getByRole('textbox', { name: 'Password' }).waitFor();
	});

	it('asks whoever is signed in before a link signs in somebody else', async () => {
		const body = { name: 'Gil' };
		const { code } = (await pages.owner.call('/api/admin/v1/users', { method: 'POST', body })).json;
		const path = `/api/admin/v1/users/${code}/sign_in_links`;
		const link = (await pages.owner.call(path, { method: 'POST', body: {} })).json.path;
		const kept = await pages.open(link);
		await kept
			.getByRole('dialog')
			.getByText(/You are signed in as .Owner. /)
			.waitFor();
		await kept.getByRole('button', { name: 'Close' }).click();
		assert.deepEqual([new URL(kept.url()).hash, await kept.getByRole('dialog').count()], ['', 0]);
		const page = await pages.open(link);
		await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('link', { name: 'Gil' }).waitFor();
	});

	it("is opened with the owner's key, by keyboard alone", async () => {
		const page = await pages.open('/dashboard/health', { person: 'nobody' });
		await page.getByRole('tab', { name: 'E-mail' }).focus();
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Tab');
		await page.keyboard.type('wrong');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').getByText('not a valid key').waitFor();
		await page.getByLabel('API key of the owner').fill(pages.key);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
	});

	it('goes from page to page in the menu, and back', async () => {
		const page = await pages.open('/dashboard');
		const menu = page.getByRole('navigation', { name: 'Pages' });
		await menu.getByRole('link', { name: 'Statistics' }).click();
		await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
		assert.equal(new URL(page.url()).pathname, '/dashboard/statistics');
		assert.equal(await menu.getByRole('link', { name: 'Statistics' }).getAttribute('aria-current'), 'page');
		await page.goBack();
		await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
		const missing = await pages.open('/dashboard/nothing');
		await missing.getByRole('heading', { name: 'There is no such page' }).waitFor();
	});

	it('answers a click on a link before it builds the page that was asked for, and shows that at its top', async () => {
		const page = await pages.open('/dashboard/statistics', { height: 300 });
		const link = page.getByRole('link', { name: 'Raw events' }).last();
		await link.scrollIntoViewIfNeeded();
		const seen: unknown = await page.evaluate(`(() => {
			const element = [...document.querySelectorAll('main a')].findLast((link) => link.textContent === 'Raw events');
			element.click();
			return {
				path: location.pathname,
				isGoing: 'going' in document.documentElement.dataset,
				isSameList: element.isConnected,
			};
		})()`);
		assert.deepEqual(seen, { path: '/dashboard/statistics/events', isGoing: true, isSameList: true });
		await page.getByRole('heading', { level: 1, name: 'Raw events' }).waitFor();
		assert.equal(await page.locator('html[data-going]').count(), 0);
		assert.equal(await page.evaluate('scrollY'), 0);
	});

	it('speaks the language of the browser, or the chosen one', async () => {
		const page = await pages.open('/dashboard', { locale: 'de-AT' });
		await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
		assert.equal(await page.locator('html').getAttribute('lang'), 'de');
		await page.getByLabel('Sprache').selectOption('es');
		await page.getByRole('heading', { level: 1, name: 'Resumen' }).waitFor();
		await page.reload();
		await page.getByRole('heading', { level: 1, name: 'Resumen' }).waitFor();
	});

	it('shows a member what the member may see', async () => {
		const cookie = await pages.signInMember({ statistics: 'read' });
		const page = await pages.open('/dashboard/settings', { person: { cookie } });
		await page.getByRole('heading', { name: 'You have no right to see this' }).waitFor();
		const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
		assert.deepEqual(
			links.map((text) => text.trim()),
			['Overview', 'Statistics', 'Health'],
		);
	});

	it('has no barriers, wide and narrow, signed in and not, and browsers complain about nothing', async () => {
		pages.takeComplaints();
		for (const person of ['owner', 'nobody'] as const) {
			for (const width of [1280, 360]) {
				const page = await pages.open('/dashboard/nothing', { person, width });
				await page.getByRole('heading', { name: person === 'owner' ? 'There is no such page' : 'Sign in' }).waitFor();
				assert.deepEqual(await findBarriers(page), []);
				const overflow = 'document.documentElement.scrollWidth - innerWidth';
				assert.ok((await page.evaluate<number>(overflow)) <= 0, `${person} at ${width} px`);
			}
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});
});
