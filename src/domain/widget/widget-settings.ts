/** The rules of a shop for what one of its widgets may show. */
import type { Filter } from '../query/filter.ts';
import { defaultFallbacks, type WidgetKind } from './widget-kind.ts';

export interface WidgetSettings {
	/** Null: the widget's name. */
	readonly title: string | null;
	/** 1 to `resultsMax`. */
	readonly resultCountMax: number;
	/** The search engine to recommend from; null: as the request says, else the store's default one. */
	readonly hashid: string | null;
	/** No name twice; empty: all indices of the search engine. */
	readonly indexNames: readonly string[];
	readonly filters: readonly Filter[];
	readonly excludes: readonly Filter[];
	/** Only items that share a category with the product of the page, where there is one. */
	readonly isSameCategory: boolean;
	/** Prices as shares of that of the product of the page, where it has one. */
	readonly priceBand: PriceBand | null;
	readonly hidesOutOfStock: boolean;
	readonly hidesCart: boolean;
	readonly hidesBought: boolean;
	readonly diversity: readonly DiversityRule[];
	/** Ids of items that stand in front, in this order, wherever the other rules for single items let them. */
	readonly pinnedIds: readonly string[];
	/** Ids of items that are never shown. */
	readonly bannedIds: readonly string[];
	readonly boosts: readonly BoostRule[];
	/** New arrivals: a field with dates or numbers that says how new an item is; null: in the order they were created. */
	readonly newestBy: string | null;
	readonly isFallbackEnabled: boolean;
	/** Null: that of the kind. No kind twice. */
	readonly fallbackChain: readonly WidgetKind[] | null;
}

/** At least one is there; both > 0, the smaller one first. */
export interface PriceBand {
	readonly ratioMin: number | null;
	readonly ratioMax: number | null;
}

/** At most `countMax` of the items that have one value of the field; an item with several counts for each. */
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

/** What suits most shops; also the rules of widgets from before there were any. */
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

/** What is tried, in order; the widget's own kind first. */
export function toKindChain(kind: WidgetKind, settings: WidgetSettings): readonly WidgetKind[] {
	if (!settings.isFallbackEnabled) return [kind];
	const chain = settings.fallbackChain ?? defaultFallbacks[kind];
	return [kind, ...chain.filter((other) => other !== kind)];
}
