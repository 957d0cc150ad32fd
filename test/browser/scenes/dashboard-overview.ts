/** Pictures of the overview and of the page on health. */
import type { DashboardScene } from '../../support/dashboard-pages.ts';
import { nodeExamples, showNodes } from '../../support/node-examples.ts';

export const scenes: readonly DashboardScene[] = [
	{ name: 'overview', path: '/dashboard' },
	{
		...{ name: 'overview-table', path: '/dashboard?period=7_days' },
		act: (page) => page.getByRole('button', { name: 'Table: Revenue' }).click(),
	},
	{ name: 'health', path: '/dashboard/health' },
	{ name: 'health-nodes', path: '/dashboard/health', prepare: (page) => showNodes(page, nodeExamples) },
	{ name: 'overview-first-steps', path: '/dashboard?period=custom&from=2020-01-01&to=2020-01-31' },
];
