import type { Page } from 'playwright-core';
import type { DashboardScene } from '../../support/dashboard-pages.ts';

async function addRule(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Add a rule' }).first().click();
	await page.getByRole('textbox', { name: 'Words that mean the same' }).fill('boot, trainers');
	await page.getByRole('button', { name: 'Add', exact: true }).click();
	await page.getByRole('region', { name: 'Try it' }).getByText('before:').waitFor();
}

async function orderFacets(page: Page): Promise<void> {
	await page.getByText(/From .* to/).waitFor();
	await page.getByRole('radio', { name: 'These, in this order' }).check();
	await page.getByRole('button', { name: /^Move .color. up/ }).click();
}

export const scenes: readonly DashboardScene[] = [
	{ name: 'synonyms', path: '/dashboard/settings/synonyms?try=trainers', act: addRule },
	{ name: 'facets', path: '/dashboard/settings/facets', act: orderFacets },
];
