/**
 * A seeded stream of shoppers' events, in the order in which they happen: sessions that begin at random times, search for
 * queries of which some are frequent and most are rare, click on what was found, and sometimes buy.
 */
import { packHits } from '../src/domain/event/packed-hits.ts';
import type { EventItem, SearchAction, ShopperAction, ShopperEvent } from '../src/domain/event/shopper-event.ts';
import { toItemKey } from '../src/domain/item/dfid.ts';
import { createSeededRandom, type SeededRandom } from '../src/lib/seeded-random.ts';

export interface ShopperStreamOptions {
	readonly seed: number;
	readonly eventCount: number;
	/** The events are spread over so many days, which end on 2026-11-01. */
	readonly dayCount: number;
	readonly queryCount: number;
}

export interface ShopperStream {
	/** The next events, at most `countMax`; none at the end. */
	take(countMax: number): ShopperEvent[];
}

export const streamHashid = '5'.repeat(32);
const storeId = '6'.repeat(32);
const dayMs = 24 * 3600 * 1000;
/** The first moment after all events, at midnight in UTC. */
export const streamEndMs = Date.UTC(2026, 10, 1);
/** Their ids are the numbers below. */
export const shopItemCount = 20_000;
/** On average, as `makeSession` makes them. */
const eventsPerSession = 8;
const locations = ['Köln', 'Berlin', 'Madrid', 'Lyon', 'Pune'].map((city) => {
	return { country: 'DE', continent: 'EU', city, latitude: 50.94, longitude: 6.96 };
});

interface Shop extends ShopperStreamOptions {
	readonly random: SeededRandom;
	readonly items: readonly EventItem[];
	eventCountSoFar: number;
}

export function createShopperStream(options: ShopperStreamOptions): ShopperStream {
	const random = createSeededRandom(options.seed);
	const items = Array.from({ length: shopItemCount }, (_, id) => ({
		indexName: 'product',
		itemKey: toItemKey(String(id)),
	}));
	const shop: Shop = { ...options, random, items, eventCountSoFar: 0 };
	const sessionMs = (options.dayCount * dayMs * eventsPerSession) / options.eventCount;
	let nowMs = streamEndMs - options.dayCount * dayMs;
	let sessionCount = 0;
	/** Events of sessions that overlap, in no order. */
	const waiting: ShopperEvent[] = [];
	let ready: ShopperEvent[] = [];

	/** Sessions last half an hour at most, so that what is older is complete. */
	function fill(): void {
		for (let count = 0; count < 1_000; count += 1) {
			nowMs += 2 * sessionMs * random.fraction();
			sessionCount += 1;
			waiting.push(...makeSession(shop, sessionCount, nowMs));
		}
		waiting.sort((a, b) => a.occurredAtMs - b.occurredAtMs);
		const end = waiting.findIndex(({ occurredAtMs }) => occurredAtMs > nowMs);
		ready = waiting.splice(0, end < 0 ? waiting.length : end);
	}

	return {
		take(countMax) {
			const count = Math.min(countMax, options.eventCount - shop.eventCountSoFar);
			while (ready.length < count) {
				const before = ready;
				fill();
				ready = [...before, ...ready];
			}
			shop.eventCountSoFar += count;
			return ready.splice(0, count);
		},
	};
}

/** A power law, as of queries: the first of `count` is the most frequent. */
function pickRank(random: SeededRandom, count: number): number {
	return Math.min(count - 1, Math.floor(count ** random.fraction()) - 1);
}

function makeSession(shop: Shop, session: number, startMs: number): ShopperEvent[] {
	const { random, items } = shop;
	const events: ShopperEvent[] = [];
	const client = {
		sessionId: `session-${session}`,
		userId: random.chance(0.2) ? `user-${random.integer(1, 5_000)}` : null,
		device: random.pick(['desktop', 'mobile', 'mobile'] as const),
		location: random.pick(locations),
		clientKey: session.toString(16).padStart(16, '0'),
		isBot: random.chance(0.02),
	};
	let atMs = startMs;
	function add(action: ShopperAction, queryId?: string): string {
		atMs += random.integer(500, 40_000);
		const id = `${session.toString(16).padStart(16, '0')}${events.length.toString(16).padStart(16, '0')}`;
		const named = queryId === undefined ? {} : { queryId };
		events.push({ id, storeId, hashid: streamHashid, occurredAtMs: Math.floor(atMs), ...client, ...named, action });
		return id;
	}
	add({ kind: 'init' });
	const searchCount = random.integer(1, 4);
	for (let count = 0; count < searchCount; count += 1) {
		const query = pickRank(random, shop.queryCount);
		const found = Array.from({ length: 20 }, (_, at) => items[(query * 7 + at * 31) % shopItemCount] as EventItem);
		const queryId = add(makeSearch(random, `query ${query}`, found));
		if (random.chance(0.4)) {
			const position = pickRank(random, 20) + 1;
			const item = found[position - 1] as EventItem;
			const text = random.chance(0.5) ? `query ${query}` : null;
			const named = random.chance(0.5) ? queryId : undefined;
			add({ kind: 'click', ...item, text, position, resourceId: null, customResultsId: null }, named);
			add({ kind: 'view', ...item, widgetId: null });
			const price = random.integer(100, 20_000) / 100;
			if (random.chance(0.2)) add({ kind: 'cart_addition', ...item, title: 'A product', amount: 1, price });
		} else if (random.chance(0.5)) add({ kind: 'view', ...random.pick(items), widgetId: null });
	}
	if (random.chance(0.08)) add({ kind: 'checkout', sources: [] });
	return events;
}

function makeSearch(random: SeededRandom, text: string, found: readonly EventItem[]): SearchAction {
	const isFiltered = random.chance(0.1);
	return {
		...{ kind: 'search', text, queryName: random.pick(['match_and', 'match_and', 'match_or', 'fuzzy'] as const) },
		...{ indexNames: [], page: 1, hitCount: found.length * 3, firstRank: 1, hits: packHits(found) },
		filters: isFiltered ? [{ kind: 'terms', fieldName: 'brand', values: [`Brand ${random.integer(1, 50)}`] }] : [],
	};
}
