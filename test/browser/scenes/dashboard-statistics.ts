/** Pictures of the page Statistics. */
import type { DashboardScene } from '../../support/dashboard-pages.ts';

export const scenes: readonly DashboardScene[] = [
	{ name: 'statistics', path: '/dashboard/statistics' },
	{ name: 'statistics-days', path: '/dashboard/statistics/figures_by_day?period=7_days' },
	{ name: 'statistics-items', path: '/dashboard/statistics/conversions/items?limit=25' },
];
