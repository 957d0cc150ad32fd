/** The code of each page, which is loaded when the page is opened first. */
import type { FunctionComponent } from 'preact';
import { findPage, type PageName } from './pages.ts';

export const pageLoaders: Readonly<Record<PageName, () => Promise<{ readonly Page: FunctionComponent }>>> = {
	overview: () => import('../pages/overview/page.tsx'),
	preview: () => import('../pages/preview/page.tsx'),
	catalogue: () => import('../pages/catalogue/page.tsx'),
	settings: () => import('../pages/settings/page.tsx'),
	recommendations: () => import('../pages/recommendations/page.tsx'),
	statistics: () => import('../pages/statistics/page.tsx'),
	shop: () => import('../pages/shop/page.tsx'),
	health: () => import('../pages/health/page.tsx'),
	profile: () => import('../pages/profile/page.tsx'),
};

/** Loads the code of the first page while the session is asked for. @param names of its path */
export function loadEarly(names: readonly string[]): void {
	const page = findPage(names);
	// Whoever is shown the page is told what is wrong.
	if (page !== undefined) pageLoaders[page.name]().catch(() => undefined);
}
