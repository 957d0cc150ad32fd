/** Random events of a few shoppers, who often do what statistics have rules for. */
import { packHits } from '../../src/domain/event/packed-hits.ts';
import { type ShopperAction, type ShopperEvent, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { Filter } from '../../src/domain/query/filter.ts';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';

const texts = ['s', 'sh', 'shoes', ' SHOES ', 'red', 'red shoes', '', 'straße'];
const items = ['1', '2', '3', '4'].map((id) => ({
	indexName: id === '4' ? 'blog' : 'product',
	itemKey: toItemKey(id),
}));
const filters: readonly Filter[] = [
	{ kind: 'terms', fieldName: 'brand', values: ['Nike', 'Puma', 'Nike'] },
	{ kind: 'terms', fieldName: 'brand', values: ['Nike'] },
	{ kind: 'terms', fieldName: 'colour', values: ['red', 'Nike'] },
	{ kind: 'range', fieldName: 'price', gte: 5, lt: 20.5 },
	{ kind: 'range', fieldName: 'price', lte: 20 },
	{ kind: 'distance', fieldName: 'shop', latitude: 50, longitude: 7, distanceMaxMeters: 1_000 },
];
export const shoppers = ['alice', 'bob', 'carol', 'dave'];
const prices = [9.99, 0.1, 1234.5678, 0.00005, null];
const locations = [
	null,
	{ country: 'DE', continent: 'EU', city: 'Köln', latitude: 50.94, longitude: 6.96 },
	{ country: 'IN', continent: 'AS', city: 'Pune', latitude: 18.52, longitude: 73.86 },
];

export interface ShopperWorld {
	readonly random: SeededRandom;
	readonly hashids: readonly string[];
	readonly storeId: string;
	readonly widgetId: string;
	/** Of the searches so far. */
	readonly queryIds: string[];
	eventCount: number;
	nowMs: number;
}

/** The next event; sometimes it happened long ago. */
export function makeEvent(world: ShopperWorld): ShopperEvent {
	const { random, hashids, storeId } = world;
	world.nowMs += random.pick([500, 5_000, 40_000, 400_000, random.chance(0.03) ? 50 * 3600_000 : 1_000]);
	world.eventCount += 1;
	const action = makeAction(world);
	const id = world.eventCount.toString(16).padStart(32, '0');
	const queryId = random.chance(0.3) ? random.pick([...world.queryIds, 'f'.repeat(32)]) : undefined;
	if (action.kind === 'search') world.queryIds.push(id);
	const lateMs = random.chance(0.1) ? random.pick([3_000, 3600_000, 29 * 24 * 3600_000]) : 0;
	return {
		...{ id, storeId, hashid: random.pick(hashids), action, ...unknownClient },
		sessionId: action.kind !== 'checkout' && random.chance(0.2) ? null : random.pick(shoppers),
		userId: random.chance(0.3) ? random.pick(shoppers) : null,
		occurredAtMs: world.nowMs - lateMs,
		isBot: random.chance(0.05),
		device: random.pick([null, 'desktop', 'mobile'] as const),
		location: random.pick(locations),
		...(queryId !== undefined && action.kind !== 'search' && { queryId }),
	};
}

function makeAction({ random, widgetId }: ShopperWorld): ShopperAction {
	const item = random.pick(items);
	const text = random.chance(0.5) ? random.pick(texts) : null;
	const price = random.pick(prices);
	const amount = random.integer(1, 3);
	const clicked = { ...item, text, position: random.pick([null, 1, 5]), resourceId: null };
	return random.pick<() => ShopperAction>([
		() => makeSearch(random),
		() => makeSearch(random),
		() => makeSearch(random),
		() => ({ kind: 'click', ...clicked, customResultsId: random.pick([null, null, '7']) }),
		() => ({ kind: 'click', ...clicked, customResultsId: null }),
		() => ({ kind: 'view', ...item, widgetId: null }),
		() => ({ kind: 'impression', widgetId, shown: [item] }),
		() => ({ kind: 'widget_click', ...item, widgetId, position: random.pick([null, 2]) }),
		() => ({ kind: 'cart', ...item, widgetId, title: 'T', amount, price: price ?? 1 }),
		() => ({ kind: 'cart_addition', ...item, title: 'T', amount, price }),
		() => ({ kind: 'cart_removal', ...item, amount: 1 }),
		() => ({ kind: 'checkout', sources: [] }),
		() => ({ kind: 'init' }),
		() => ({ kind: 'visit', url: null, pageType: null }),
		() => ({ kind: random.pick(['redirect', 'image', 'image_impression']), targetId: random.pick([3, 70]), text }),
		() => ({ kind: 'cart_replacement', lines: [{ ...item, amount, price: random.pick(['0.05', '12.345675']) }] }),
	])();
}

function makeSearch(random: SeededRandom): ShopperAction {
	const hitCount = random.integer(0, 3);
	const source = random.pick([undefined, undefined, 'voice'] as const);
	return {
		...{ kind: 'search', text: random.pick(texts), queryName: random.pick(['match_and', 'fuzzy'] as const) },
		...(source !== undefined && { source }),
		...{
			indexNames: random.pick([[], ['blog', 'product']]),
			page: 1,
			hitCount,
			firstRank: random.chance(0.1) ? 21 : 1,
		},
		hits: packHits(items.slice(0, hitCount)),
		filters: random.chance(0.2) ? Array.from({ length: random.integer(1, 2) }, () => random.pick(filters)) : [],
	};
}
