/** The pages Shop and Your account: stores, users, keys, what to paste into pages, password, signing out. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page, Route } from 'playwright-core';
import type { Json } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { signInWithLink } from '../support/dashboard-client.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';

const markup = '<img src=x onerror=alert(1)>';

describe('the page of the shop', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	const readStore = async (name: string) =>
		(await pages.owner.call('/api/admin/v1/stores')).json.find((store: Json) => store.name === name);

	async function signInAs(name: string, rights: object, email?: string): Promise<string> {
		const body = { name, rights, email };
		const { code } = (await pages.owner.call('/api/admin/v1/users', { method: 'POST', body })).json;
		const path = `/api/admin/v1/users/${code}/sign_in_links`;
		const link = (await pages.owner.call(path, { method: 'POST', body: {} })).json.path;
		return (await signInWithLink(pages.url, link)).cookie();
	}

	it('makes a store, says what is wrong beside the entry, keeps what was typed, and deletes the store', async () => {
		const page = await pages.open('/dashboard/shop');
		await page.getByRole('button', { name: 'New store' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('Name').fill('Boots');
		await dialog.getByLabel('Pages of these domains may call: Add').fill('Boots.Example');
		await dialog.getByLabel('Blocked addresses: Add').fill('198.51.100.0/99');
		await dialog.getByRole('button', { name: 'Save' }).click();
		const blocked = dialog.getByRole('group', { name: 'Blocked addresses' });
		await blocked.getByText('prefix length').waitFor();
		assert.equal(await dialog.getByLabel('Name').inputValue(), 'Boots');
		await dialog.getByLabel('Blocked addresses: Add').fill('198.51.100.0/24');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('heading', { level: 2, name: 'Boots' }).waitFor();
		const store = await readStore('Boots');
		assert.deepEqual([store.allowed_domains, store.blocked_ips], [['boots.example'], ['198.51.100.0/24']]);
		const card = page.locator('.card').filter({ hasText: 'Boots' });
		await card.getByRole('button', { name: 'Edit' }).click();
		await dialog.getByRole('button', { name: 'Delete' }).click();
		const question = page.getByRole('dialog', { name: /^Delete the store/ });
		await question.getByRole('textbox').fill('Boots');
		await question.getByRole('button', { name: 'Delete' }).click();
		await page.getByText('The store was deleted').waitFor();
		assert.equal(await readStore('Boots'), undefined);
	});

	it('gives a user rights and a link to sign in, and takes them away', async () => {
		const page = await pages.open('/dashboard/shop/users');
		await page.getByRole('button', { name: 'New user' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('Name').fill('Cleo');
		await dialog.getByLabel('Statistics: See').check();
		await dialog.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('button', { name: 'Link to sign in: Cleo' }).click();
		await dialog.getByRole('button', { name: 'Link to sign in' }).click();
		const link = await dialog.locator('pre').innerText();
		assert.ok(link.startsWith(`${pages.url}/dashboard#link=`), link);
		const cleo = await pages.open(link.slice(pages.url.length), { person: 'nobody' });
		await cleo.getByRole('button', { name: 'Sign in' }).click();
		await cleo.getByRole('link', { name: 'Statistics' }).first().waitFor();
		assert.equal(await cleo.getByRole('link', { name: 'Shop', exact: true }).count(), 0);
		await dialog.getByRole('button', { name: 'Close' }).click();
		await page.getByRole('button', { name: 'Edit: Cleo' }).click();
		await dialog.getByRole('button', { name: 'Remove' }).click();
		const question = page.getByRole('dialog', { name: /^Remove / });
		await question.getByRole('textbox').fill('Cleo');
		await question.getByRole('button', { name: 'Remove' }).click();
		await page.getByText('The user was removed').waitFor();
		await cleo.reload();
		await cleo.getByRole('heading', { name: 'Sign in' }).waitFor();
	});

	it('shows a key once, and revokes it', async () => {
		const byPassword = async (route: Route) => {
			const response = await route.fetch();
			await route.fulfill({ response, json: { ...(await response.json()), method: 'password' } });
		};
		const prepare = (opened: Page) => opened.route('**/dashboard/api/session', byPassword);
		const page = await pages.open('/dashboard/shop/keys', { prepare });
		await page.getByRole('button', { name: 'New key' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('Name').fill('import');
		await dialog.getByLabel('Current password').fill('correct horse battery');
		await dialog.getByRole('button', { name: 'New key' }).click();
		const key = await dialog.locator('pre').innerText();
		const call = () =>
			fetch(`${pages.url}/api/v2/search_engines`, { headers: { authorization: `Token ${key}` } }).then(
				({ status }) => status,
			);
		assert.equal(await call(), 200);
		await page.keyboard.press('Escape');
		await dialog.getByRole('button', { name: 'I have kept it' }).click();
		assert.ok(!(await page.content()).includes(key));
		await page.getByRole('button', { name: 'Revoke: import' }).click();
		await dialog.getByRole('textbox').fill('import');
		await dialog.getByRole('button', { name: 'Revoke' }).click();
		await page.getByText('The key was revoked').waitFor();
		assert.equal(await call(), 401);
	});

	it('writes the lines for a page, and says whether the page may call', async () => {
		const [{ id }] = (await pages.owner.call('/api/admin/v1/stores')).json;
		const change = { cors_enforced: true, allowed_domains: ['shoes.example'] };
		await pages.owner.call(`/api/admin/v1/stores/${id}`, { method: 'PATCH', body: change });
		const page = await pages.open('/dashboard/shop/snippet');
		await page.getByLabel('Recommendations', { exact: true }).check();
		await page.locator('pre').getByText(`widget="${pages.widget_id}"`).waitFor();
		const lines = await page.locator('pre').innerText();
		assert.ok(lines.includes(`engine="${pages.hashid}" currency="EUR"`), lines);
		await page.getByLabel('Domain of your shop').fill('www.shoes.example');
		await page.getByText(/Pages of .www.shoes.example. may call\./).waitFor();
		await page.getByLabel('Domain of your shop').fill('boots.example');
		await page.getByRole('button', { name: /Add .boots.example. to the store/ }).click();
		await page.getByText(/Pages of .boots.example. may call\./).waitFor();
	});

	it('says who changed what, and what was sent', async () => {
		const { id } = (await pages.owner.call('/api/admin/v1/stores')).json[0];
		await pages.owner.call(`/api/admin/v1/stores/${id}`, { method: 'PATCH', body: { name: 'Renamed' } });
		const page = await pages.open('/dashboard/shop/changes');
		const row = page.getByRole('row').filter({ hasText: 'updateStore' }).first();
		await row.getByText('Show').click();
		await row.getByText('"Renamed"').waitFor();
		assert.match(await row.innerText(), /Owner.*First key/);
		await page.getByLabel('Area', { exact: true }).selectOption('sign_in');
		await page.getByRole('cell', { name: 'Signing in' }).first().waitFor();
		assert.equal(await page.getByRole('row').filter({ hasText: 'updateStore' }).count(), 0);
		assert.equal(new URL(page.url()).searchParams.get('area'), 'sign_in');
	});

	it('sets a password, with which one signs in and out again', async () => {
		const cookie = await signInAs('Emil', {}, 'emil@shop.example');
		const page = await pages.open('/dashboard/profile', { person: { cookie } });
		const [next, again] = [page.getByLabel('New password', { exact: true }), page.getByLabel('New password once more')];
		await next.fill('short');
		await again.fill('shorter');
		await page.getByText('This is not the same as above.').waitFor();
		await again.fill('short');
		await page.getByRole('button', { name: 'Set the password' }).click();
		await page.locator('.problem').first().waitFor();
		await next.fill('correct horse battery');
		await again.fill('correct horse battery');
		await page.getByRole('button', { name: 'Set the password' }).click();
		await page.getByText('The password was set').waitFor();
		await page.getByRole('button', { name: 'Sign out', exact: true }).click();
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		await page.getByRole('textbox', { name: 'E-mail' }).fill('Emil@Shop.example');
		await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').getByText('the password or both are wrong').waitFor();
		await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
	});

	it('asks for a second factor once it is set up, and a recovery code stands for it', async () => {
		const cookie = await signInAs('Fay', {});
		const page = await pages.open('/dashboard/profile', { person: { cookie } });
		await page.getByRole('button', { name: 'Set it up' }).click();
		await page.getByRole('img', { name: 'QR code with the secret' }).waitFor();
		const secret = await page.locator('pre').innerText();
		await page.getByRole('textbox', { name: 'Code' }).fill('000000');
		await page.getByRole('button', { name: 'Activate' }).click();
		await page.locator('.problem').waitFor();
		await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate());
		await page.getByRole('button', { name: 'Activate' }).click();
		await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
		const [first, second] = (await page.locator('pre').innerText()).split('\n');
		await page.getByRole('button', { name: 'I have kept them' }).click();
		await page.getByRole('button', { name: 'Remove the second factor' }).waitFor();

		const list = await pages.open('/dashboard/shop/users');
		await list.getByRole('row', { name: /Fay/ }).getByRole('cell', { name: 'set up', exact: true }).waitFor();

		const users: readonly Json[] = (await pages.owner.call('/api/admin/v1/users')).json;
		const code = users.find(({ name }) => name === 'Fay')?.code;
		const path = `/api/admin/v1/users/${code}/sign_in_links`;
		const link = (await pages.owner.call(path, { method: 'POST', body: {} })).json.path;
		const again = await pages.open(link, { person: 'nobody' });
		await again.getByRole('button', { name: 'Sign in' }).click();
		await again.getByRole('textbox', { name: 'Code' }).fill('not a code');
		await again.keyboard.press('Enter');
		await again.getByRole('alert').getByText('not valid, or was used').waitFor();
		await again.getByRole('textbox', { name: 'Code' }).fill(first ?? '');
		await again.keyboard.press('Enter');
		await again.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
		await page.getByRole('textbox', { name: 'Code' }).fill(second ?? '');
		await page.getByRole('button', { name: 'Remove the second factor' }).click();
		await page.getByRole('button', { name: 'Set it up' }).waitFor();
	});

	it('keeps an edit when the session ends meanwhile, or the server is not reached, and saves it then', async () => {
		const page = await pages.open('/dashboard/shop');
		const context = page.context();
		await page.getByRole('button', { name: 'New store' }).click();
		await page.getByRole('dialog').getByLabel('Name').fill('After all');
		const cookies = await context.cookies();
		await context.clearCookies();
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
		const again = page.getByRole('dialog', { name: 'Your session has ended' });
		await again.getByRole('tab', { name: 'API key' }).click();
		await again.getByLabel('API key of the owner').fill(pages.key);
		await again.getByLabel('API key of the owner').press('Enter');
		await page.getByRole('heading', { level: 2, name: 'After all' }).waitFor();

		await page.getByRole('button', { name: 'New store' }).click();
		await page.getByRole('dialog').getByLabel('Name').fill('In another tab');
		await context.clearCookies();
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
		await again.waitFor();
		await context.addCookies(cookies);
		await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
		await page.getByRole('heading', { level: 2, name: 'In another tab' }).waitFor();

		await page.getByRole('button', { name: 'New store' }).click();
		await page.getByRole('dialog').getByLabel('Name').fill('Offline');
		await page.context().setOffline(true);
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
		await page.getByText('The server was not reached').waitFor();
		await page.context().setOffline(false);
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
		await page.getByRole('heading', { level: 2, name: 'Offline' }).waitFor();
		pages.takeComplaints();
	});

	it('does not do for somebody else what was asked before the session ended', async () => {
		const page = await pages.open('/dashboard/shop', { person: { cookie: await signInAs('Dora', { shop: 'write' }) } });
		await page.getByRole('button', { name: 'New store' }).click();
		await page.getByRole('dialog').getByLabel('Name').fill('Of Dora');
		await page.context().clearCookies();
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
		const again = page.getByRole('dialog', { name: 'Your session has ended' });
		await again.getByRole('tab', { name: 'API key' }).click();
		await again.getByLabel('API key of the owner').fill(pages.key);
		await again.getByLabel('API key of the owner').press('Enter');
		await page.getByRole('tab', { name: 'Users' }).waitFor();
		assert.equal(await readStore('Of Dora'), undefined);
		pages.takeComplaints();
	});

	it('shows markup as text, to whoever may only look, without barriers and at every width', async () => {
		for (const name of [markup, 'Donaudampfschifffahrt'.repeat(9)]) {
			await pages.owner.call('/api/admin/v1/stores', { method: 'POST', body: { name } });
		}
		const cookie = await signInAs(markup, { shop: 'read' });
		pages.takeComplaints();
		const check = async (page: Page) => {
			assert.deepEqual(await findBarriers(page), []);
			await page.evaluate("document.documentElement.dir = 'rtl'");
			const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
			assert.ok(overflow <= 0, `${page.url()} overflows by ${overflow} px`);
		};
		for (const [path, ready] of [
			['/dashboard/shop', markup],
			['/dashboard/shop/users', markup],
			['/dashboard/shop/keys', 'First key'],
			['/dashboard/shop/snippet', '<vitrine-search'],
			['/dashboard/shop/changes', 'createUser'],
			['/dashboard/profile', 'Sign out everywhere'],
		] as const) {
			const page = await pages.open(path, { width: 360, colorScheme: 'dark' });
			await page.getByText(ready).first().waitFor();
			await check(page);
		}
		const page = await pages.open('/dashboard/shop', { person: { cookie } });
		await page.getByText('You can see this, and not change it.').waitFor();
		assert.equal(await page.getByRole('button', { name: 'New store' }).count(), 0);
		assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Stores', 'Put it into pages']);
		await check(page);
		assert.deepEqual(pages.takeComplaints(), []);
	});
});
