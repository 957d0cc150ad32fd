/**
 * May a page read what it is answered? A browser asks the server before it shows an answer to a page of another origin.
 * Of a store that enforces its allowed domains only their pages may, refusals included; of any other every page, as what
 * can be called from everywhere has nothing to hide. What belongs to no store has no pages that would be strangers.
 */
import { isOriginAllowed } from '../../domain/store/origin-rule.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

/** What a call from a page is about: a search engine or a widget, by the id in its address, which may be none. */
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
