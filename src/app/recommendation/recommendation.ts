/** What a widget is asked and what it answers, independently of the wire. */
import type { EventClient, EventItem } from '../../domain/event/shopper-event.ts';
import type { Dfid } from '../../domain/item/dfid.ts';
import type { ItemFacts } from '../../domain/query/item-selection.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type { Candidate as ModelCandidate } from '../../ports/recommender.ts';

export interface WidgetRequest {
	/** The page that shows the widget. */
	readonly currentUrl: string;
	readonly sessionId: string | null;
	readonly userId: string | null;
	/** The search engine to recommend from; null: the widget's or the store's. */
	readonly hashid: string | null;
	/** `es`, `es-ES`: picks one of the store's search engines when no `hashid` is given. */
	readonly language: string | null;
	/** The items in the cart, as the page knows them. */
	readonly cart: readonly Dfid[];
}

export type WidgetCall = WidgetRequest & EventClient;

export interface Recommendations {
	readonly title: string;
	/** Undefined when the store has no search engine. */
	readonly engine: SearchEngineWithIndices | undefined;
	/** The kind that was used instead of the widget's own; `none` when it was not needed or found nothing either. */
	readonly fallback: WidgetKind | 'none' | 'disabled';
	readonly results: readonly RecommendedItem[];
}

export interface RecommendedItem {
	readonly indexName: string;
	readonly id: string;
	/** Only identifies the item. */
	readonly item: EventItem;
	/** The stored JSON. */
	readonly text: string;
	readonly reason: Reason;
}

/** Why an item is at its position. */
export interface Reason {
	/** ≥ 0, comparable within one answer only; 0 for a pinned item. */
	readonly score: number;
	/** The factors of all boosts that apply, multiplied. */
	readonly boost: number;
	readonly isPinned: boolean;
	/** Shares of the score by signal, largest first; empty for a pinned item and when no explanation was requested. */
	readonly signals: ModelCandidate['signals'];
}

/** The recommendations, and how each kind that was tried contributed. */
export interface Explanation extends Recommendations {
	/** The item of the page. */
	readonly product: EventItem | undefined;
	readonly attempts: readonly Attempt[];
	/** False on a server without search, where nothing can be recommended. */
	readonly isSearched: boolean;
}

export interface Attempt {
	readonly kind: WidgetKind;
	/** Candidates from all sources of the kind. */
	readonly candidateCount: number;
	/** Candidates that the rules allow. */
	readonly allowedCount: number;
	readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

export type DropReason =
	/** Deleted, or in an index that the widget does not show. */
	| 'missing'
	| 'out_of_stock'
	| 'excluded'
	/** By the filters, the category or the price. */
	| 'filtered'
	| 'current_product'
	| 'in_cart'
	| 'bought'
	| 'banned'
	/** Another variant of it is in front of it. */
	| 'variant'
	/** Another signal of the kind also proposes it or a variant of it; it counts for both. */
	| 'merged'
	| 'diversity';

/** An item that the rules allow, from one source. */
export interface AllowedCandidate {
	readonly facts: ItemFacts;
	/** > 0, comparable within one source. */
	readonly score: number;
	/** Undefined where the source itself is the only signal. */
	readonly signals?: ModelCandidate['signals'];
}

export interface CandidateList {
	readonly name: string;
	/** The weight of its best candidate relative to those of other lists. */
	readonly weight: number;
	readonly candidates: readonly AllowedCandidate[];
}

export function toItemName({ indexName, itemKey }: EventItem): string {
	return `${indexName} ${itemKey}`;
}
