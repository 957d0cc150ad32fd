/** The rules of a widget on one page: its own, and those that depend on the product of the page. */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type { Filter, RangeFilter } from '../../domain/query/filter.ts';
import type { FieldValues, ItemCriteria, ItemFacts } from '../../domain/query/item-selection.ts';
import { listNamedFields } from '../../domain/schema/engine-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { WidgetSettings } from '../../domain/widget/widget-settings.ts';
import type { ShopperState } from '../../ports/recommender.ts';
import { type DropReason, toItemName } from './recommendation.ts';

/** The fields that hold the categories and the prices of items; the first that an item has is used. */
export interface PageFields {
	readonly categories: readonly string[];
	readonly prices: readonly string[];
}

export function toPageFields({ indices }: Pick<SearchEngineWithIndices, 'indices'>): PageFields {
	return { categories: listNamedFields(indices, 'category'), prices: listNamedFields(indices, 'price') };
}

/** The facts that the rules need about the product of the page. */
export function toProductCriteria({ categories, prices }: PageFields): ItemCriteria {
	return { filters: [], excludes: [], isInStockOnly: false, fieldNames: [...categories, ...prices], conditions: [] };
}

/** The product of the page, with the facts that `toProductCriteria` asks for. */
export interface PageProduct {
	readonly product: ItemFacts | undefined;
	readonly fields: PageFields;
}

/** What every candidate must pass. The index applies it. */
export function toCriteria(settings: WidgetSettings, page: PageProduct): ItemCriteria {
	return {
		filters: [...settings.filters, ...toCategoryFilters(settings, page), ...toPriceFilters(settings, page)],
		excludes: settings.excludes,
		isInStockOnly: settings.hidesOutOfStock,
		fieldNames: settings.diversity.map(({ fieldName }) => fieldName),
		conditions: settings.boosts.map(({ fieldName, value }) => ({ kind: 'terms', fieldName, values: [value] })),
	};
}

function toCategoryFilters({ isSameCategory }: WidgetSettings, { product, fields }: PageProduct): Filter[] {
	if (!isSameCategory || product === undefined) return [];
	const at = fields.categories.findIndex((_, index) => readField(product, index).texts.length > 0);
	if (at < 0) return [];
	const values = toMostSpecific(readField(product, at).texts);
	return [{ kind: 'terms', fieldName: fields.categories[at] as string, values, isExact: true }];
}

/** Drops categories that are ancestors of another one: of `Shoes` and `Shoes > Trail` the second stays. */
function toMostSpecific(categories: readonly string[]): readonly string[] {
	const isBelow = (other: string, category: string) =>
		other.startsWith(category) && /^\s*(?:>|\/|\||›|»|::)/.test(other.slice(category.length));
	return categories.filter((category) => !categories.some((other) => isBelow(other, category)));
}

function toPriceFilters({ priceBand }: WidgetSettings, { product, fields }: PageProduct): Filter[] {
	if (priceBand === null || product === undefined) return [];
	const { categories, prices } = fields;
	const at = prices.findIndex((_, index) => readField(product, categories.length + index).numbers.length > 0);
	if (at < 0) return [];
	const price = Math.min(...readField(product, categories.length + at).numbers);
	const range: RangeFilter = {
		kind: 'range',
		fieldName: prices[at] as string,
		...(priceBand.ratioMin !== null && { gte: roundPrice(price * priceBand.ratioMin) }),
		...(priceBand.ratioMax !== null && { lte: roundPrice(price * priceBand.ratioMax) }),
	};
	return [range];
}

/** 0.1 · 3 must include 0.3. */
function roundPrice(price: number): number {
	return Number(price.toPrecision(12));
}

function readField({ fields }: ItemFacts, at: number): FieldValues {
	return fields[at] ?? { texts: [], numbers: [] };
}

export interface HiddenItems {
	/** Why a candidate must not be shown on this page, even if the index allows it. */
	findReason(facts: ItemFacts): DropReason | undefined;
	/** How many items this may drop. */
	readonly count: number;
}

export interface ShopperContext {
	readonly product: ItemFacts | undefined;
	/** The items in the cart, as the page knows them. */
	readonly cart: readonly (EventItem & Partial<Pick<ItemFacts, 'groupId'>>)[];
	/** As the models know them. */
	readonly shopper: Pick<ShopperState, 'cart' | 'bought'>;
}

/** Variants of the product and of items in the page's cart are hidden as well. */
export function toHiddenItems(settings: WidgetSettings, { product, cart, shopper }: ShopperContext): HiddenItems {
	const banned = new Set(settings.bannedIds);
	const inCart = new Set(settings.hidesCart ? [...cart, ...shopper.cart].map(toItemName) : []);
	const bought = new Set(settings.hidesBought ? shopper.bought.map(toItemName) : []);
	const groups = new Set(settings.hidesCart ? cart.map(({ groupId }) => groupId) : []);
	groups.delete(undefined);
	return {
		count: 1 + banned.size + inCart.size + bought.size,
		findReason(facts) {
			const { groupId, id } = facts;
			if (product !== undefined) {
				const isVariant = groupId !== undefined && groupId === product.groupId;
				if (isVariant || isSameItem(facts, product)) return 'current_product';
			}
			if (banned.has(id)) return 'banned';
			if (groupId !== undefined && groups.has(groupId)) return 'in_cart';
			// Most shoppers have neither; then no key has to be made for every candidate.
			if (inCart.size + bought.size === 0) return undefined;
			const name = toItemName(facts);
			if (inCart.has(name)) return 'in_cart';
			return bought.has(name) ? 'bought' : undefined;
		},
	};
}

function isSameItem(a: EventItem, b: EventItem): boolean {
	return a.itemKey === b.itemKey && a.indexName === b.indexName;
}
