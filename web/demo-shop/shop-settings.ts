/** What the server wrote into the page: which search engine and widgets the shop has. */

export interface ShopSettings {
	/** The address of the server, which is this one. */
	readonly server: string;
	readonly hashid: string;
	/** Ids by the kind of widget: `trending`, `similar`, … */
	readonly widgets: Readonly<Record<string, string>>;
}

export function readShopSettings({ dataset }: HTMLElement): ShopSettings {
	const widgets = JSON.parse(dataset.widgets ?? '{}') as Record<string, string>;
	return { server: new URL('..', import.meta.url).href, hashid: dataset.engine ?? '', widgets };
}
