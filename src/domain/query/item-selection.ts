/** What recommendations ask the search index: items by key, like another one, or the newest, as far as rules allow them. */
import type { EventItem } from '../event/shopper-event.ts';
import type { Filter } from './filter.ts';

/** Which items are allowed, and what is wanted to know of those that are. */
export interface ItemCriteria {
	/** An allowed item passes all of them; several may be about one field. */
	readonly filters: readonly Filter[];
	/** It passes none of these. */
	readonly excludes: readonly Filter[];
	/** Whether items that say they are out of stock are not allowed. */
	readonly isInStockOnly: boolean;
	/** Fields whose values are wanted. */
	readonly fieldNames: readonly string[];
	/** Filters that decide nothing: which of them an item passes is told. */
	readonly conditions: readonly Filter[];
}

export interface ItemSelection extends ItemCriteria {
	/** Some hundreds at most: they are looked at one by one, in one go. */
	readonly items: readonly EventItem[];
}

export interface SimilarityQuery extends ItemCriteria {
	/** What the others are to be like, of whatever index; it is not among them, nor is any item of its group. */
	readonly item: EventItem;
	/** 1 to `listedItemsMax`. */
	readonly countMax: number;
}

export interface NewestQuery extends ItemCriteria {
	/** A field with dates or numbers, whose largest values are the newest; null: in the order the items were created. */
	readonly fieldName: string | null;
	/** 1 to `listedItemsMax`. */
	readonly countMax: number;
}

/** An allowed item as the index knows it. */
export interface ItemFacts extends EventItem {
	readonly id: string;
	/** Undefined when it is in none. */
	readonly groupId: string | undefined;
	/** One for each of `fieldNames`. */
	readonly fields: readonly FieldValues[];
	/** One for each of `marks`. */
	readonly conditions: readonly boolean[];
}

export interface FieldValues {
	/** Texts and booleans, as text; empty for a field of nothing but numbers. */
	readonly texts: readonly string[];
	/** Numbers, dates in milliseconds, and what texts stand for a number. */
	readonly numbers: readonly number[];
}

/** Why an item is not allowed; the first of these that holds. `missing`: there is no such item, or no longer. */
export type RefusalReason = 'missing' | 'out_of_stock' | 'excluded' | 'filtered';

export interface SimilarItem {
	readonly facts: ItemFacts;
	/** > 0, comparable within one answer only. */
	readonly score: number;
}

export const listedItemsMax = 500;
