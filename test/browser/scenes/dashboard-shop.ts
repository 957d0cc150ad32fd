import type { DashboardScene } from '../../support/dashboard-pages.ts';

export const scenes: readonly DashboardScene[] = [
	{ name: 'stores', path: '/dashboard/shop', act: (page) => page.locator('.card').first().waitFor() },
	{ name: 'users', path: '/dashboard/shop/users', act: (page) => page.getByRole('table').waitFor() },
	{
		name: 'new-user',
		path: '/dashboard/shop/users',
		act: async (page) => {
			await page.getByRole('button', { name: 'New user' }).click();
			await page.getByRole('dialog').waitFor();
		},
	},
	{ name: 'snippet', path: '/dashboard/shop/snippet', act: (page) => page.locator('pre').waitFor() },
	{ name: 'profile', path: '/dashboard/profile', act: (page) => page.locator('.card').first().waitFor() },
];
