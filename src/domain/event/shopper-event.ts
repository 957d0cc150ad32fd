/**
 * What shoppers do around a search engine: they search, click, fill carts and check out. Statistics and recommendations
 * are computed from these events.
 */
import type { Filter } from '../query/filter.ts';
import type { QueryName } from '../query/index-query.ts';
import type { SearchSource } from '../query/search-source.ts';
import type { DeviceClass } from './device-class.ts';
import type { EventLocation } from './event-location.ts';

/** What is known of the client of an event: whether it counts, and for which statistics. */
export interface EventClient {
	/**
	 * Keyed hash of the client's network, which changes daily; null for calls from a shop's server. 16 lower-case hex
	 * digits.
	 */
	readonly clientKey: string | null;
	/** Whether the user agent identifies a bot. */
	readonly isBot: boolean;
	/** Null when unknown, as for calls from a shop's server. */
	readonly device: DeviceClass | null;
	/** Null when unknown: also where the server has no database of locations. */
	readonly location: EventLocation | null;
}

/** A client of whom nothing is known: a shop's server, whose address and user agent say nothing about its shoppers. */
export const unknownClient: EventClient = { clientKey: null, isBot: false, device: null, location: null };

export interface ShopperEvent extends EventClient {
	/** 32 lower-case hex digits, made by the server. Of a search, it is the query id of its answer. */
	readonly id: string;
	/** The store of the search engine; null when it had none. */
	readonly storeId: string | null;
	readonly hashid: string;
	/** 1–32 characters; null when a search gave none. */
	readonly sessionId: string | null;
	/** 1–36 characters. */
	readonly userId: string | null;
	readonly occurredAtMs: number;
	/** The query id of the search that the shopper came from, as the caller names it; there may be no such search. */
	readonly queryId?: string;
	readonly action: ShopperAction;
}

/** An event that waits to be written. */
export interface QueuedEvent extends ShopperEvent {
	/** By `Clock.steadyMs`. */
	readonly queuedAtMs: number;
}

/**
 * An event that says that those of a session or a user were erased. It has the search engine and the time, and nothing
 * else. A follower rebuilds what it made of the engine's events, unless it has read the log from the beginning since.
 */
export const erasureKind = 'erasure';

/** An item by its index and the MD5 of its id in 32 lower-case hex digits. It may have been deleted since. */
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
	| TargetAction
	| CheckoutAction
	| CartReplacement
	| VisitAction
	| CartAddition
	/** Subtracts `amount` ≥ 1 from the cart's line of the item. */
	| (EventItem & { readonly kind: 'cart_removal'; readonly amount: number })
	| { readonly kind: 'cart_clearing' };

/**
 * A redirection was followed, an image was clicked, or an image was shown; the shop assigns the `targetId`. Images are those
 * of banners.
 */
export interface TargetAction {
	readonly kind: 'redirect' | 'image' | 'image_impression';
	readonly targetId: number;
	readonly text: string | null;
}

/** Hits in the order of the list, in runs of one index; `packed-hits.ts` draws them. */
export type PackedHits = readonly (readonly [indexName: string, keys: string])[];

/** Who contributed which hit to an interleaved list, see `../query/team-draft.ts`. */
export interface TeamDraft {
	/** When interleaving was switched on, as milliseconds since 1970. */
	readonly run: number;
	/** By hit of the event: `l`, `p` or `-`. */
	readonly teams: string;
}

export interface SearchAction {
	readonly kind: 'search';
	readonly text: string;
	readonly queryName: QueryName;
	/** Empty means all. */
	readonly indexNames: readonly string[];
	readonly page: number;
	readonly hitCount: number;
	/** The rank of the first item of `hits`, counted from 1. */
	readonly firstRank: number;
	/** The first items of the answer. */
	readonly hits: PackedHits;
	/** Of a list in which two rankings were interleaved. */
	readonly draft?: TeamDraft;
	/** Absent: typed. */
	readonly source?: Exclude<SearchSource, 'text'>;
	/** The fields of the facets that the request named; absent when it named none. */
	readonly facetNames?: readonly string[];
	/** Present where words that no item has were corrected. */
	readonly isCorrected?: true;
	/** Each with at most `recordedValuesMax` values. */
	readonly filters: readonly Filter[];
}

export interface ClickAction extends EventItem {
	readonly kind: 'click';
	/** The search text, when the shopper came from a search. */
	readonly text: string | null;
	/** Counted from 1. */
	readonly position: number | null;
	readonly resourceId: string | null;
	readonly customResultsId: string | null;
}

/** The shopper opened the item's page; `widgetId` is the widget that the page requested. */
export interface ViewAction extends EventItem {
	readonly kind: 'view';
	readonly widgetId: string | null;
}

/** The shopper put a recommended item into the cart. Adds `amount` ≥ 1 to the cart's line of the item. */
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
	/** Position in the widget, counted from 1. */
	readonly position: number | null;
}

/** The widget answered with `shown`, in order; at most `shownItemsMax`. */
export interface ImpressionAction {
	readonly kind: 'impression';
	readonly widgetId: string;
	readonly shown: readonly EventItem[];
}

/** The session's cart was bought. */
export interface CheckoutAction {
	readonly kind: 'checkout';
	/** How the shopper came to the products, in the shop's own terms. */
	readonly sources: readonly string[];
	/** Whether the session had begun with an `init`, if the shop says so. */
	readonly hasInit?: boolean;
}

/** The cart has these lines now, whatever was in it before. */
export interface CartReplacement {
	readonly kind: 'cart_replacement';
	readonly lines: readonly ReplacedLine[];
	/** Of the prices, by ISO 4217; absent: that of the search engine. */
	readonly currency?: string;
}

export interface ReplacedLine extends EventItem {
	/** ≥ 1. */
	readonly amount: number;
	readonly price: string;
	/** The item was not in the cart before: the store finds out when it records the replacement of a session's cart. */
	readonly isNew?: true;
}

/** A page was opened. The view of its item is an event of its own. */
export interface VisitAction {
	readonly kind: 'visit';
	/** Without its query and fragment. */
	readonly url: string | null;
	/** What kind of page it is, in the shop's own terms. */
	readonly pageType: string | null;
}

/** The item was in the session's cart at a checkout; the store writes these when it records the checkout. */
export interface PurchaseAction extends EventItem {
	readonly kind: 'purchase';
	/** The widget from which the item was added to the cart; null when it was not a widget. */
	readonly widgetId: string | null;
	readonly amount: number;
	/** Null when none was given. */
	readonly price: UnitPrice | null;
	/** Of the price, by ISO 4217; absent: that of the search engine. */
	readonly currency?: string;
}

/** As it was written, ≥ 0: a number, or decimal text such as `19.99`. Sums are made of its digits. */
export type UnitPrice = number | string;

/** Adds `amount` ≥ 1 to the cart's line of the item. */
export interface CartAddition extends EventItem {
	readonly kind: 'cart_addition';
	readonly title: string;
	readonly amount: number;
	/** Unit price in the currency of the search engine, ≥ 0; null when the caller gave none. */
	readonly price: number | null;
}

export type ShopperActionKind = ShopperAction['kind'];

/** All kinds of events in the log. */
export type EventKind = ShopperActionKind | typeof erasureKind;

/** The most items of an impression that are kept; no page shows more. */
export const shownItemsMax = 50;

/** The most values of a filter that are kept with a search: enough to see what shoppers filter by. */
export const recordedValuesMax = 10;
