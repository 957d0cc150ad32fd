/**
 * What shoppers do around a search engine: they search, click, fill carts and check out. Statistics and recommendations
 * are made of these.
 */
import type { Filter } from '../query/filter.ts';
import type { QueryName } from '../query/index-query.ts';

export interface ShopperEvent {
	/** 32 lower-case hex digits, made by the server. */
	readonly id: string;
	/** The store of the search engine; null when it belonged to none. */
	readonly storeId: string | null;
	readonly hashid: string;
	/** 1–32 characters; null when a search named none. */
	readonly sessionId: string | null;
	/** 1–36 characters. */
	readonly userId: string | null;
	readonly occurredAtMs: number;
	readonly action: ShopperAction;
}

/** An item, by index and the MD5 of its id in 32 lower-case hex digits. It may be gone since. */
export interface EventItem {
	readonly indexName: string;
	readonly itemKey: string;
}

export type ShopperAction =
	/** A session began. */
	| { readonly kind: 'init' }
	| SearchAction
	| ClickAction
	/** A redirection was followed, an image was clicked: `targetId` as the shop numbers them. */
	| { readonly kind: 'redirect' | 'image'; readonly targetId: number; readonly text: string | null }
	/** `sources`: where the shopper came to the products from, as the shop names it. */
	| { readonly kind: 'checkout'; readonly sources: readonly string[] }
	| CartAddition
	/** `amount` ≥ 1 is taken off the cart's line of the item. */
	| (EventItem & { readonly kind: 'cart_removal'; readonly amount: number })
	| { readonly kind: 'cart_clearing' };

export interface SearchAction {
	readonly kind: 'search';
	readonly text: string;
	readonly queryName: QueryName;
	/** Empty: all. */
	readonly indexNames: readonly string[];
	readonly page: number;
	readonly hitCount: number;
	/** With at most `recordedValuesMax` values each. */
	readonly filters: readonly Filter[];
}

export interface ClickAction extends EventItem {
	readonly kind: 'click';
	/** What was searched for, when the shopper came from a search. */
	readonly text: string | null;
	/** From 1. */
	readonly position: number | null;
	readonly resourceId: string | null;
	readonly customResultsId: string | null;
}

/** Adds `amount` ≥ 1 to the cart's line of the item. */
export interface CartAddition extends EventItem {
	readonly kind: 'cart_addition';
	readonly title: string;
	readonly amount: number;
	/** Unit price in the currency of the search engine, ≥ 0; null when the caller did not say. */
	readonly price: number | null;
}

export type ShopperActionKind = ShopperAction['kind'];

/** Values of a filter that are kept with a search: enough to see what shoppers filter by. */
export const recordedValuesMax = 10;
