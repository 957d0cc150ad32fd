/** A shop's rules for what one of its widgets may show. */
import type { Filter } from '../query/filter.ts';
import { defaultFallbacks, type WidgetKind } from './widget-kind.ts';

export interface WidgetSettings {
	/** Null means the widget's name. */
	readonly title: string | null;
	/** 1 to `resultsMax`. */
	readonly resultCountMax: number;
	/** The search engine to recommend from; null means the one in the request, or else the store's default. */
	readonly hashid: string | null;
	/** No duplicates; empty means all indices of the search engine. */
	readonly indexNames: readonly string[];
	readonly filters: readonly Filter[];
	readonly excludes: readonly Filter[];
	/** Whether items must share a category with the product of the page, if there is one. */
	readonly isSameCategory: boolean;
	/** Allowed prices relative to that of the product of the page, if it has one. */
	readonly priceBand: PriceBand | null;
	readonly hidesOutOfStock: boolean;
	readonly hidesCart: boolean;
	readonly hidesBought: boolean;
	readonly diversity: readonly DiversityRule[];
	/** Ids of items that come first, in this order, where the other rules for single items allow them. */
	readonly pinnedIds: readonly string[];
	/** Ids of items that are never shown. */
	readonly bannedIds: readonly string[];
	readonly boosts: readonly BoostRule[];
	/** For new arrivals: a field of dates or numbers that says how new an item is; null means the order of creation. */
	readonly newestBy: string | null;
	readonly isFallbackEnabled: boolean;
	/** Null means the chain of the kind. No duplicates. */
	readonly fallbackChain: readonly WidgetKind[] | null;
}

/** At least one is set; both are > 0, and min is not above max. */
export interface PriceBand {
	readonly ratioMin: number | null;
	readonly ratioMax: number | null;
}

/** At most `countMax` of the items that share a value of the field; an item with several values counts for each. */
export interface DiversityRule {
	readonly fieldName: string;
	readonly countMax: number;
}

/** Multiplies the score of items that have the value. */
export interface BoostRule {
	readonly fieldName: string;
	readonly value: string;
	readonly factor: number;
}

export const resultsMax = 50;
export const listedIdsMax = 100;
export const boostsMax = 20;
export const boostFactorMax = 100;
export const diversityRulesMax = 5;
export const priceRatioMax = 1000;
export const titleLengthMax = 200;

/** Suits most shops; also applies to widgets from before there were rules. */
export const defaultWidgetSettings: WidgetSettings = {
	title: null,
	resultCountMax: 10,
	hashid: null,
	indexNames: [],
	filters: [],
	excludes: [],
	isSameCategory: false,
	priceBand: null,
	hidesOutOfStock: true,
	hidesCart: true,
	hidesBought: false,
	diversity: [],
	pinnedIds: [],
	bannedIds: [],
	boosts: [],
	newestBy: null,
	isFallbackEnabled: true,
	fallbackChain: null,
};

/** The kinds to try, in order, beginning with the widget's own. */
export function toKindChain(kind: WidgetKind, settings: WidgetSettings): readonly WidgetKind[] {
	if (!settings.isFallbackEnabled) return [kind];
	const chain = settings.fallbackChain ?? defaultFallbacks[kind];
	return [kind, ...chain.filter((other) => other !== kind)];
}
