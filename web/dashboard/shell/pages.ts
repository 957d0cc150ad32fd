/** The pages of the dashboard, in the order of the menu. Each is loaded when it is opened first. */
import type { FunctionComponent } from 'preact';
import type { IconName } from '../../ui/icon.tsx';
import type { NeededArea } from './session.tsx';

export type PageName =
	| 'overview'
	| 'preview'
	| 'catalogue'
	| 'settings'
	| 'recommendations'
	| 'statistics'
	| 'shop'
	| 'health'
	| 'profile';

export interface PageEntry {
	/** The name of its icon, of its title among the texts, and but for the first page of its path. */
	readonly name: PageName & IconName;
	/** Whoever has no right to read it does not see it in the menu. */
	readonly area: NeededArea;
	readonly load: () => Promise<{ readonly Page: FunctionComponent }>;
}

export const pages: readonly PageEntry[] = [
	{ name: 'overview', area: 'everyone', load: () => import('../pages/overview/page.tsx') },
	{ name: 'preview', area: 'search_settings', load: () => import('../pages/preview/page.tsx') },
	{ name: 'catalogue', area: 'catalogue', load: () => import('../pages/catalogue/page.tsx') },
	{ name: 'settings', area: 'search_settings', load: () => import('../pages/settings/page.tsx') },
	{ name: 'recommendations', area: 'recommendations', load: () => import('../pages/recommendations/page.tsx') },
	{ name: 'statistics', area: 'statistics', load: () => import('../pages/statistics/page.tsx') },
	{ name: 'shop', area: 'shop', load: () => import('../pages/shop/page.tsx') },
	{ name: 'health', area: 'everyone', load: () => import('../pages/health/page.tsx') },
	{ name: 'profile', area: 'everyone', load: () => import('../pages/profile/page.tsx') },
];

/** @param names of the path */
export function findPage([name]: readonly string[]): PageEntry | undefined {
	if (name === 'overview') return undefined;
	return pages.find((page) => page.name === (name ?? 'overview'));
}

export function toPagePath(name: PageName): string {
	return name === 'overview' ? '' : name;
}
