/** The pages of the dashboard, in the order of the menu. */
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
	/** Whether it is the same for every engine: choosing another one stays there, with its filters. */
	readonly isOfEngines?: true;
}

export const pages: readonly PageEntry[] = [
	{ name: 'overview', area: 'everyone' },
	{ name: 'preview', area: 'search_settings' },
	{ name: 'catalogue', area: 'catalogue' },
	{ name: 'settings', area: 'search_settings' },
	{ name: 'recommendations', area: 'recommendations' },
	{ name: 'statistics', area: 'statistics', isOfEngines: true },
	{ name: 'shop', area: 'shop' },
	{ name: 'health', area: 'everyone' },
	{ name: 'profile', area: 'everyone' },
];

/** @param names of the path */
export function findPage([name]: readonly string[]): PageEntry | undefined {
	if (name === 'overview') return undefined;
	return pages.find((page) => page.name === (name ?? 'overview'));
}

export function toPagePath(name: PageName): string {
	return name === 'overview' ? '' : name;
}
