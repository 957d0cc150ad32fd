/** Where the demo shop of a first start is, for the page that shows it: found by its names, as the owner may rename it. */
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

export const demoNames = { account: 'Demo shop', engine: 'Demo catalogue' } as const;

export interface DemoShop {
	/** Of its search engine. */
	readonly hashid: string;
	/** Ids of its widgets, the first one of each kind. */
	readonly widgets: Readonly<Partial<Record<WidgetKind, string>>>;
}

/** Undefined where no shop has these names: the server was started without a demo, or it was renamed or deleted. */
export type FindDemoShop = () => Promise<DemoShop | undefined>;

interface DemoShopSources {
	readonly accounts: Pick<AccountRepository, 'listAccounts'>;
	readonly searchEngines: Pick<SearchEngineRepository, 'list'>;
	readonly stores: Pick<StoreRepository, 'listWidgets'>;
	readonly monotonicMs: () => number;
}

/** Anyone may open the page, so what it needs is read once in this time. */
const keptMs = 10_000;

export function createDemoShopFinder({ monotonicMs, ...sources }: DemoShopSources): FindDemoShop {
	let kept: Promise<DemoShop | undefined> | undefined;
	let keptUntilMs = 0;
	return () => {
		if (kept === undefined || monotonicMs() >= keptUntilMs) {
			keptUntilMs = monotonicMs() + keptMs;
			kept = find(sources);
			kept.catch(() => {
				kept = undefined;
			});
		}
		return kept;
	};
}

async function find({ accounts, searchEngines, stores }: Omit<DemoShopSources, 'monotonicMs'>) {
	const named = (await accounts.listAccounts()).filter(({ name }) => name === demoNames.account);
	for (const { id } of named) {
		const engine = (await searchEngines.list(id)).find(({ name }) => name === demoNames.engine);
		if (engine === undefined) continue;
		const widgets = (await stores.listWidgets(id)).filter(({ storeId }) => storeId === engine.storeId);
		const pairs = widgets.toReversed().map(({ kind, id: widgetId }) => [kind, widgetId]);
		return { hashid: engine.hashid, widgets: Object.fromEntries(pairs) as DemoShop['widgets'] };
	}
	return undefined;
}
