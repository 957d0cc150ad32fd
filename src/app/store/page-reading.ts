/**
 * May a page read an answer? A browser asks the server before it shows an answer to a page of another origin. If a store
 * enforces its allowed domains, only their pages may read answers, including refusals. With any other store every page
 * may, because what can be called from everywhere has nothing to hide. The same holds for whatever belongs to no store.
 */
import { isOriginAllowed } from '../../domain/store/origin-rule.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

/** What a page's call is about: a search engine or a widget, by the id in its address, which may not exist. */
export type PageTarget =
	| { readonly kind: 'search engine'; readonly hashid: string }
	| { readonly kind: 'widget'; readonly widgetId: string };

/** @param origin the value of the header `Origin` */
export type MayPageRead = (target: PageTarget, origin: string) => Promise<boolean>;

interface Dependencies {
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
	readonly stores: Pick<StoreRepository, 'findStore' | 'findWidget'>;
}

export function createPageReading({ searchEngines, stores }: Dependencies): MayPageRead {
	async function findStore(target: PageTarget) {
		if (target.kind === 'widget') return (await stores.findWidget(target.widgetId))?.store;
		const engine = await searchEngines.find(target.hashid);
		return engine?.storeId ? stores.findStore(engine.storeId) : undefined;
	}

	return async (target, origin) => {
		const store = await findStore(target);
		return store === undefined || isOriginAllowed(store, { origin, referer: undefined });
	};
}
