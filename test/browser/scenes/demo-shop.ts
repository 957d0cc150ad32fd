import type { DashboardScene } from '../../support/dashboard-pages.ts';

export const scenes: readonly DashboardScene[] = [
	{
		name: 'demo-home',
		path: '/demo',
		act: (page) => page.getByRole('heading', { name: 'Trending now' }).waitFor(),
	},
	{
		name: 'demo-search',
		path: '/demo/search?q=black+shoes+under+120',
		act: (page) => page.getByRole('article').first().waitFor(),
	},
];
