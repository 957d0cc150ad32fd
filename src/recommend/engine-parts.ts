import { type BasketAssociations, createBasketAssociations, restoreBasketAssociations } from './basket-associations.ts';
import { type ClickLog, createClickLog } from './click-log.ts';
import { restoreClickLog, toClickLogBytes } from './click-log-snapshot.ts';
import { createDecayedCounts, type DecayedCounts, restoreDecayedCounts } from './decayed-counts.ts';
import {
	createEventFilter,
	type EventFilter,
	type EventFilterLimits,
	eventFilterDefaults,
	restoreEventFilter,
} from './event-filter.ts';
import { createItemNumbering, type ItemNumbering, restoreItemNumbering } from './item-numbering.ts';
import { createShopperStates, restoreShopperStates, type ShopperStates } from './shopper-states.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

/**
 * Limits on what the models of one search engine may store. Arrays grow as they fill, so large limits cost nothing by
 * themselves.
 */
export interface EngineLimits {
	/** Clicks in the log. */
	readonly clicksMax: number;
	/** Items with a number. More than `clicksMax`, so that there is always an item without clicks in the log. */
	readonly itemsMax: number;
	/** Sessions and users that have lists. */
	readonly shoppersMax: number;
	/** Entries of all those lists together. */
	readonly entriesMax: number;
	/** Partners counted per item. */
	readonly partnersMax: number;
	readonly filter: EventFilterLimits;
}

/** About 35 MB of clicks and 0.2 MB for each 1,000 items that are bought, for a shop large enough to fill them. */
export const defaultEngineLimits: EngineLimits = {
	clicksMax: 1_000_000,
	itemsMax: 1_250_000,
	shoppersMax: 200_000,
	entriesMax: 2_000_000,
	partnersMax: 32,
	filter: eventFilterDefaults,
};

/** Entries of each list of a shopper. */
export const itemsPerListMax = 50;

/** The items of the checkout that is being read: the store writes its purchases one after another. */
export interface Checkout {
	/** -1 when there was none. */
	shopper: number;
	atMs: number;
	items: number[];
}

/** All models of one search engine. */
export interface EngineParts {
	readonly limits: EngineLimits;
	readonly numbering: ItemNumbering;
	readonly clicks: ClickLog;
	readonly baskets: BasketAssociations;
	readonly trending: DecayedCounts;
	readonly bestsellers: DecayedCounts;
	readonly shoppers: ShopperStates;
	readonly filter: EventFilter;
	readonly checkout: Checkout;
}

const dayMs = 24 * 60 * 60_000;
const kind = 'engine';
/** Incremented when events change their meaning for the models, so that models are rebuilt. */
const version = 2;
/** Parts in the order of a snapshot. */
const partCount = 10;
type Bytes = Uint8Array;
type PartBytes = readonly [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes];

function toPartOptions(limits: EngineLimits) {
	const { itemsMax, clicksMax, partnersMax, shoppersMax, entriesMax } = limits;
	return {
		clicks: { clicksMax, itemsMax },
		baskets: { itemsMax, partnersMax, bothMin: 2 },
		trending: { itemsMax, halfLifeMs: dayMs },
		bestsellers: { itemsMax, halfLifeMs: 90 * dayMs },
		shoppers: { shoppersMax, entriesMax, itemsPerListMax },
	};
}

export function createEngineParts(limits: EngineLimits): EngineParts {
	const options = toPartOptions(limits);
	return {
		limits,
		numbering: createItemNumbering(limits.itemsMax),
		clicks: createClickLog(options.clicks),
		baskets: createBasketAssociations(options.baskets),
		trending: createDecayedCounts(options.trending),
		bestsellers: createDecayedCounts(options.bestsellers),
		shoppers: createShopperStates(options.shoppers),
		filter: createEventFilter(limits.filter),
		checkout: { shopper: -1, atMs: 0, items: [] },
	};
}

/** The bytes of the parts, one after another, so that the caller can do other work in between. About O(memory). */
export function* listPartBytes(parts: EngineParts): Generator<Uint8Array> {
	const { numbering, clicks, baskets, trending, bestsellers, shoppers, filter, checkout } = parts;
	const numbers = [checkout.shopper, checkout.atMs];
	yield writeSnapshot({ kind, version, numbers, arrays: { items: Int32Array.from(checkout.items) } });
	yield* numbering.toBytes();
	yield toClickLogBytes(clicks);
	yield baskets.toBytes();
	yield trending.toBytes();
	yield bestsellers.toBytes();
	yield* shoppers.toBytes();
	yield filter.toBytes();
}

/** Restores the parts from `listPartBytes`. @throws SnapshotError when they are damaged or of other limits */
export function restoreEngineParts(limits: EngineLimits, all: readonly Uint8Array[]): EngineParts {
	if (all.length !== partCount) throw new SnapshotError(`${all.length} parts instead of ${partCount}`);
	const [own, keys, names, clicks, baskets, trending, bestsellers, shopperKeys, shopperLists, filter] =
		all as unknown as PartBytes;
	const options = toPartOptions(limits);
	const { numbers, arrays } = readSnapshot(own, { kind, version, numberCount: 2, arrays: { items: Int32Array } });
	const [shopper = -1, atMs = 0] = numbers;
	return {
		limits,
		numbering: restoreItemNumbering(limits.itemsMax, [keys, names]),
		clicks: restoreClickLog(options.clicks, clicks),
		baskets: restoreBasketAssociations(options.baskets, baskets),
		trending: restoreDecayedCounts(options.trending, trending),
		bestsellers: restoreDecayedCounts(options.bestsellers, bestsellers),
		shoppers: restoreShopperStates(options.shoppers, [shopperKeys, shopperLists]),
		filter: restoreEventFilter(limits.filter, filter),
		checkout: { shopper, atMs, items: [...arrays.items] },
	};
}
