import type { Page } from 'playwright-core';
import type { DashboardScene } from '../../support/dashboard-pages.ts';

async function openWidget(page: Page): Promise<void> {
	await page.getByRole('table').getByRole('link', { name: 'Similar products' }).click();
	await page.getByRole('combobox', { name: 'Product of the page' }).fill('trail shoes');
	await page.locator('.picker [role=option]').nth(2).click();
	await page.locator('.shown-items li').nth(3).waitFor();
}

export const scenes: readonly DashboardScene[] = [
	{ name: 'widgets', path: '/dashboard/recommendations', act: (page) => page.getByRole('table').waitFor() },
	{ name: 'widget', path: '/dashboard/recommendations', act: openWidget },
];
