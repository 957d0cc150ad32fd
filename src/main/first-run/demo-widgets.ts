import type { Principal } from '../../domain/account/account.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type { WidgetSettings } from '../../domain/widget/widget-settings.ts';
import type { ZoneServices } from '../../http/server/zone-services.ts';
import { unwrap } from '../../lib/failure.ts';

/** One widget of each kind, configured as a shop would for a page. */
const demoWidgets: readonly (readonly [kind: WidgetKind, name: string])[] = [
	['similar', 'Similar products'],
	['browsing_history', 'Inspired by what you looked at'],
	['bought_together', 'Frequently bought together'],
	['personalized', 'Recommended for you'],
	['trending', 'Trending now'],
	['bestsellers', 'Bestsellers'],
	['new_arrivals', 'New in'],
	['recently_viewed', 'Recently viewed'],
];

const demoSettings: Readonly<Partial<Record<WidgetKind, Partial<WidgetSettings>>>> = {
	// All items of the demo catalogue were created at once, so the release date decides what is new.
	new_arrivals: { newestBy: 'release_date' },
	// On a product's page, similar products stand below: the same list twice would help nobody.
	bought_together: { isFallbackEnabled: false },
};

/** Creates the widgets of the demo shop. @returns the id of the first, for the examples. */
export async function createDemoWidgets(
	{ widgets }: Pick<ZoneServices, 'widgets'>,
	principal: Principal,
	storeId: string,
): Promise<string> {
	const ids: string[] = [];
	for (const [kind, name] of demoWidgets) {
		ids.push(unwrap(await widgets.create(principal, { name, storeId, kind, settings: demoSettings[kind] ?? {} })).id);
	}
	return ids[0] as string;
}
