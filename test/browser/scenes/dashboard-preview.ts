/** What the search preview looks like, for pictures. */
import type { DashboardScene } from '../../support/dashboard-pages.ts';

export const scenes: readonly DashboardScene[] = [
	{ name: 'preview', path: '/dashboard/preview?query=wool+rug+under+150' },
	{
		name: 'preview-why',
		path: '/dashboard/preview?query=wool+rug+under+150&item=10162',
		act: (page) => page.getByRole('heading', { name: 'What is ahead of it' }).waitFor(),
	},
	{
		name: 'preview-compare',
		path: '/dashboard/preview/compare?query=wool+rug%0Abackpack%0Akettle',
		async act(page) {
			await page.getByLabel('Synonyms').fill('rug, kettle\nbackpack => tent');
			await page.getByText('new', { exact: true }).first().waitFor();
		},
	},
];
