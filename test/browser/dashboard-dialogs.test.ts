/** Dialogs with forms, on all pages of the dashboard: what was typed is not dropped without a question. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';

/** A way to each dialog with a form, and the field that is typed into. */
const dialogs = [
	{ path: 'catalogue/engines', button: 'New search engine', field: 'Name' },
	{ path: 'catalogue/engines', button: /^Edit /, field: 'Name' },
	{ path: 'catalogue', button: 'New index', field: 'Name' },
	{ path: 'catalogue/index/product/fields', button: 'Edit ⁨brand⁩', field: 'Weight' },
	{ path: 'settings/synonyms', button: 'Add a rule', field: 'Words that mean the same' },
	{ path: 'settings/synonyms', button: 'Import', field: 'Or type or paste rules' },
	{ path: 'recommendations', button: 'New widget', field: 'Name' },
	{ path: 'shop', button: 'New store', field: 'Name' },
	{ path: 'shop/users', button: 'New user', field: 'Name' },
	{ path: 'shop/keys', button: 'New key', field: 'Name' },
] as const;

describe('dialogs with forms', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	for (const { path, button, field } of dialogs) {
		it(`asks before it drops what was typed: ${path}, ${button}`, async () => {
			const page = await pages.open(`/dashboard/${path}`);
			const asked = answerQuestions(page);
			await page.getByRole('button', { name: button, exact: true }).first().click();
			const dialog = page.getByRole('dialog');
			await dialog.getByLabel(field).first().fill('7');
			await page.keyboard.press('Escape');
			await page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
			assert.deepEqual(asked, [
				'What you typed here is not saved yet. Close without saving?',
				'What you typed here is not saved yet. Close without saving?',
			]);
			await page.getByRole('button', { name: button, exact: true }).first().click();
			await dialog.getByLabel(field).first().waitFor();
			await page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
			assert.equal(asked.length, 2, 'nothing was typed');
			await page.context().close();
		});
	}
});

/** Stays at the first question, and leaves at all others. @returns the questions */
function answerQuestions(page: Page): readonly string[] {
	const asked: string[] = [];
	page.on('dialog', async (question) => {
		asked.push(question.message());
		await (asked.length === 1 ? question.dismiss() : question.accept());
	});
	return asked;
}
