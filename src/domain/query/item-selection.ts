/**
 * What recommendations ask the search index for: items by key, items similar to another one, or the newest ones, within
 * rules.
 */
import type { EventItem } from '../event/shopper-event.ts';
import type { Filter } from './filter.ts';

/** Which items are allowed, and what to return about them. */
export interface ItemCriteria {
	/** An allowed item passes all of these; several may be about one field. */
	readonly filters: readonly Filter[];
	/** An allowed item passes none of these. */
	readonly excludes: readonly Filter[];
	/** Whether items that are out of stock are refused. */
	readonly isInStockOnly: boolean;
	/** Fields whose values are returned. */
	readonly fieldNames: readonly string[];
	/** Filters that do not restrict the items: the answer says which of them an item passes. */
	readonly conditions: readonly Filter[];
}

export interface ItemSelection extends ItemCriteria {
	/** A few hundred at most: they are tested one by one, without yielding. */
	readonly items: readonly EventItem[];
}

export interface SimilarityQuery extends ItemCriteria {
	/**
	 * The item that others should be similar to, of any index. It and the members of its group are not part of the
	 * answer.
	 */
	readonly item: EventItem;
	/** 1 to `listedItemsMax`. */
	readonly countMax: number;
}

export interface NewestQuery extends ItemCriteria {
	/**
	 * A field of dates or numbers, whose largest values are the newest; null for the order in which items were created.
	 */
	readonly fieldName: string | null;
	/** 1 to `listedItemsMax`. */
	readonly countMax: number;
}

/** An allowed item as the index knows it. */
export interface ItemFacts extends EventItem {
	readonly id: string;
	/** Undefined when it has none. */
	readonly groupId: string | undefined;
	/** One for each of `fieldNames`. */
	readonly fields: readonly FieldValues[];
	/** One for each of `conditions` of the criteria. */
	readonly conditions: readonly boolean[];
}

export interface FieldValues {
	/** Texts and booleans as text; empty for a field of numbers only. */
	readonly texts: readonly string[];
	/** Numbers, dates in milliseconds, and numbers parsed from texts. */
	readonly numbers: readonly number[];
}

/** Why an item is not allowed: the first reason that applies. `missing`: the item does not exist, or no longer. */
export type RefusalReason = 'missing' | 'out_of_stock' | 'excluded' | 'filtered';

export interface SimilarItem {
	readonly facts: ItemFacts;
	/** > 0, comparable within one answer only. */
	readonly score: number;
}

export const listedItemsMax = 500;
