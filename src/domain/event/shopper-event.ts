/**
 * What shoppers do around a search engine: they search, click, fill carts and check out. Statistics and recommendations
 * are made of these.
 */
import type { Filter } from '../query/filter.ts';
import type { QueryName } from '../query/index-query.ts';

/** Who sent an event, as far as it matters for whether it counts. */
export interface EventClient {
	/** Keyed hash of the caller's network, changes daily; null where a shop's server calls. 16 lower-case hex digits. */
	readonly clientKey: string | null;
	/** The user agent said that it is a program. */
	readonly isBot: boolean;
}

export interface ShopperEvent extends EventClient {
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

/** One that waits to be written. */
export interface QueuedEvent extends ShopperEvent {
	/** By `Clock.steadyMs`. */
	readonly queuedAtMs: number;
}

/**
 * A session's or a user's events were erased: it has the search engine and the time, and nothing else. A follower builds
 * again what it made of the engine's events, unless it has read the log from its beginning since.
 */
export const erasureKind = 'erasure';

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
	| ViewAction
	| WidgetCartAction
	| WidgetClickAction
	| ImpressionAction
	| PurchaseAction
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

/** The shopper looked at the item's page; `widgetId` is the widget that the page asked. */
export interface ViewAction extends EventItem {
	readonly kind: 'view';
	readonly widgetId: string | null;
}

/** The shopper put a recommended item into the cart: adds `amount` ≥ 1 to the cart's line of the item. */
export interface WidgetCartAction extends EventItem {
	readonly kind: 'cart';
	readonly widgetId: string;
	readonly title: string;
	readonly amount: number;
	/** Unit price in the currency of the search engine, ≥ 0. */
	readonly price: number;
}

/** The shopper clicked an item that the widget showed. */
export interface WidgetClickAction extends EventItem {
	readonly kind: 'widget_click';
	readonly widgetId: string;
	/** Place in the widget, from 1. */
	readonly position: number | null;
}

/** The widget answered with `shown`, first place first; at most `shownItemsMax`. */
export interface ImpressionAction {
	readonly kind: 'impression';
	readonly widgetId: string;
	readonly shown: readonly EventItem[];
}

/** The item was in the session's cart when it checked out: the store makes these of a checkout. */
export interface PurchaseAction extends EventItem {
	readonly kind: 'purchase';
	/** The widget that the item was put into the cart from; null when it was none. */
	readonly widgetId: string | null;
	readonly amount: number;
	/** Unit price in the currency of the search engine; null when nobody said. */
	readonly price: number | null;
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

/** Everything that is in the log. */
export type EventKind = ShopperActionKind | typeof erasureKind;

/** Items of an impression that are kept: no page shows more. */
export const shownItemsMax = 50;

/** Values of a filter that are kept with a search: enough to see what shoppers filter by. */
export const recordedValuesMax = 10;
