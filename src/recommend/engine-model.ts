import assert from 'node:assert/strict';
import { toCartAdditions } from '../domain/event/cart-additions.ts';
import type { LoggedEvent } from '../domain/event/logged-event.ts';
import type { EventItem } from '../domain/event/shopper-event.ts';
import { createCandidateFinder, type EngineAnswer, type EngineRequest } from './engine-candidates.ts';
import {
	createEngineParts,
	type EngineLimits,
	type EngineParts,
	listPartBytes,
	restoreEngineParts,
} from './engine-parts.ts';
import type { ItemDescription } from './item-numbering.ts';
import { toShopperKey } from './shopper-key.ts';

/**
 * Everything learned about the shoppers of one search engine, event by event.
 *
 *     view, click            → the session's list · the click log · trending 1
 *     cart, cart_addition    → the cart · a basket of what is in it together · trending 4 · bestsellers 1/20
 *     cart_replacement       → the cart has nothing else; the same for each line that is new in it
 *     cart_removal, cart_clearing, checkout → the cart
 *     purchase               → bought · a basket of what was bought together · trending 8 · bestsellers 1
 *     all other kinds        → nothing
 *
 * Additions to carts count a little for bestsellers, because not every shop reports its checkouts.
 *
 * Models of items learn only from events that passed the event filter and have a session. The lists of a shopper also
 * take events that do not count: a product that is put into the cart twice is there twice. But a session that never
 * counted gets no list of views, so that a program that opens a session for every call does not displace the shoppers.
 * Events of declared bots leave no trace at all.
 *
 * A model is a function of its events: the same events give the same bytes, whether or not a snapshot was restored in
 * between. Questions do not change it.
 */
export interface EngineModel {
	/** Applies an event of the search engine; events come in the order of the log. Amortised O(1). */
	apply(event: LoggedEvent): void;
	/** @param atMs the current time, which determines the trends */
	find(request: EngineRequest, atMs: number): EngineAnswer;
	describeItems(numbers: readonly number[]): ItemDescription;
	/** See `listPartBytes`. No event may be applied before the generator has finished. */
	listPartBytes(): Generator<Uint8Array>;
	byteCount(): number;
}

export function createEngineModel(limits: EngineLimits): EngineModel {
	return openEngineModel(createEngineParts(limits));
}

/** @throws SnapshotError when the bytes are damaged, or were made by another version or with other limits */
export function restoreEngineModel(limits: EngineLimits, parts: readonly Uint8Array[]): EngineModel {
	return openEngineModel(restoreEngineParts(limits, parts));
}

const trendingWeights = { view: 1, cart: 4, purchase: 8 } as const;
const bestsellerWeights = { cart: 0.05, purchase: 1 } as const;
/**
 * The share of numbers that is freed at once when all are in use: a pass over all parts for each single number would
 * cost too much.
 */
const forgottenShare = 1 / 8;

const basketItemsMax = 50;

/** The kinds of events that models learn from; they ignore all others. */
export const modelKinds = [
	'view',
	'click',
	'cart',
	'cart_addition',
	'cart_removal',
	'cart_replacement',
	'cart_clearing',
	'checkout',
	'purchase',
] as const satisfies readonly LoggedEvent['kind'][];

/** What takes something out of the cart. */
const emptyingKinds: ReadonlySet<string> = new Set(['cart_removal', 'cart_clearing', 'checkout']);

type InteractionKind = keyof typeof trendingWeights;

const interactionKinds: Readonly<Partial<Record<LoggedEvent['kind'], InteractionKind>>> = {
	view: 'view',
	click: 'view',
	cart: 'cart',
	cart_addition: 'cart',
	purchase: 'purchase',
};

/**
 * Applies an interaction of a shopper with an item, by its kind. `isCounted`: whether models of items learn from it
 * too.
 */
type TakeIn = (event: LoggedEvent, item: number, isCounted: boolean) => void;

function createTakeIns(parts: EngineParts): Readonly<Record<InteractionKind, TakeIn>> {
	const { clicks, baskets, shoppers, checkout } = parts;

	/** The number of the event's shopper, who is now active; -1 when it names none. */
	function useShopper(kind: 'session' | 'user', id: string | null): number {
		return id === null ? -1 : shoppers.use(toShopperKey(kind, id));
	}

	function view(event: LoggedEvent, item: number, isCounted: boolean): void {
		const session = useShopper('session', event.sessionId);
		if (session >= 0) {
			shoppers.put(session, 'viewed', { item, amount: 1 });
			if (isCounted) shoppers.setHandle(session, clicks.append(item, shoppers.handleOf(session)));
		}
		const user = useShopper('user', event.userId);
		if (user >= 0) shoppers.put(user, 'viewed', { item, amount: 1 });
	}

	function putIntoCart(event: LoggedEvent, item: number, isCounted: boolean): void {
		const session = useShopper('session', event.sessionId);
		if (session < 0) return;
		const cart = shoppers.itemsOf(session, 'cart');
		if (isCounted && !cart.includes(item)) baskets.add(item, cart);
		shoppers.put(session, 'cart', { item, amount: event.amount });
	}

	function buy(event: LoggedEvent, item: number, isCounted: boolean): void {
		const session = useShopper('session', event.sessionId);
		if (session >= 0) {
			shoppers.take(session, 'cart', { item, amount: Number.POSITIVE_INFINITY });
			shoppers.put(session, 'bought', { item, amount: event.amount });
			if (isCounted) enterCheckout(session, event.occurredAtMs, item);
		}
		const user = useShopper('user', event.userId);
		if (user >= 0) shoppers.put(user, 'bought', { item, amount: event.amount });
	}

	function enterCheckout(shopper: number, atMs: number, item: number): void {
		if (checkout.shopper !== shopper || checkout.atMs !== atMs) Object.assign(checkout, { shopper, atMs, items: [] });
		if (checkout.items.includes(item) || checkout.items.length === basketItemsMax) return;
		baskets.add(item, checkout.items);
		checkout.items.push(item);
	}

	return { view, cart: putIntoCart, purchase: buy };
}

/** Assigns numbers to items; when none are left, the least useful items are evicted. */
function createItemNumbers(parts: EngineParts, onForgotten: () => void): (item: EventItem) => number {
	const { limits, numbering, clicks, baskets, trending, bestsellers, shoppers, checkout } = parts;
	assert(limits.itemsMax > limits.clicksMax, 'there must always be an item that the log has forgotten');

	/** @returns -1 when none can be freed */
	function takeNumber(item: EventItem): number {
		const number = numbering.use(item);
		if (number >= 0) return number;
		forgetItems();
		onForgotten();
		return numbering.use(item);
	}

	/** Evicts the items that were unused for longest and have no clicks in the log. O(all). */
	function forgetItems(): void {
		const isForgotten = new Uint8Array(limits.itemsMax);
		const forgotten: number[] = [];
		const countMax = Math.ceil(limits.itemsMax * forgottenShare);
		for (const number of numbering.listByUse()) {
			if (forgotten.length === countMax) break;
			if (clicks.support(number) > 0) continue;
			isForgotten[number] = 1;
			forgotten.push(number);
		}
		for (const part of [baskets, trending, bestsellers]) part.forget(isForgotten);
		shoppers.forgetItems(isForgotten);
		checkout.items = checkout.items.filter((item) => isForgotten[item] !== 1);
		for (const number of forgotten) numbering.remove(number);
	}

	return takeNumber;
}

function openEngineModel(parts: EngineParts): EngineModel {
	const { numbering, clicks, baskets, trending, bestsellers, shoppers, filter } = parts;
	const finder = createCandidateFinder(parts);
	const takeNumber = createItemNumbers(parts, finder.noteNewNumbers);
	const takeIns = createTakeIns(parts);

	function applyInteraction(interaction: InteractionKind, event: LoggedEvent, { indexName, itemKey }: EventItem): void {
		const { sessionId, clientKey, isBot, occurredAtMs } = event;
		const filtered = { itemKey: `${indexName} ${itemKey}`, kind: interaction, clientKey, isBot, occurredAtMs };
		const isCounted = sessionId !== null && filter.isCounted({ ...filtered, sessionId });
		if (!isCounted && interaction === 'view' && !isKnown(sessionId)) return;
		const item = takeNumber({ indexName, itemKey });
		if (item < 0) return;
		takeIns[interaction](event, item, isCounted);
		if (!isCounted) return;
		trending.add(item, trendingWeights[interaction], occurredAtMs);
		if (interaction !== 'view') bestsellers.add(item, bestsellerWeights[interaction], occurredAtMs);
	}

	function isKnown(sessionId: string | null): boolean {
		return findSession({ sessionId }) >= 0;
	}

	/** @returns how much of each item of the cart is stated, by number; 0: it is not in the cart any more. */
	function toStatedAmounts({ lines }: LoggedEvent, session: number): ReadonlyMap<number, number> {
		const amounts = new Map(shoppers.itemsOf(session, 'cart').map((item) => [item, 0]));
		for (const { indexName, itemKey, amount } of lines) {
			const number = numbering.find({ indexName, itemKey });
			if (amounts.has(number)) amounts.set(number, (amounts.get(number) ?? 0) + amount);
		}
		return amounts;
	}

	/**
	 * Takes what is not stated out of the cart, and has as much of the rest as is stated. A line that the shop says was there
	 * before, and that was forgotten here, stays so.
	 */
	function restateCart(event: LoggedEvent): void {
		const session = findSession(event);
		if (session < 0) return;
		for (const [item, amount] of toStatedAmounts(event, session)) {
			if (amount === 0) shoppers.take(session, 'cart', { item, amount: Number.POSITIVE_INFINITY });
			else shoppers.setAmount(session, 'cart', { item, amount });
		}
	}

	function findSession({ sessionId }: Pick<LoggedEvent, 'sessionId'>): number {
		return sessionId === null ? -1 : shoppers.find(toShopperKey('session', sessionId));
	}

	function changeCart(event: LoggedEvent): void {
		const { kind, item, amount } = event;
		const session = findSession(event);
		if (session < 0) return;
		const number = item === null ? -1 : numbering.find(item);
		if (kind !== 'cart_removal') shoppers.clear(session, 'cart');
		else if (number >= 0) shoppers.take(session, 'cart', { item: number, amount });
	}

	return {
		apply(event) {
			if (!isModelKind(event.kind)) return;
			if (event.isBot) return;
			finder.noteChange();
			// What was taken out is not bought together with what comes in.
			if (event.kind === 'cart_replacement') restateCart(event);
			for (const told of toCartAdditions(event)) {
				const interaction = interactionKinds[told.kind];
				if (interaction !== undefined && told.item !== null) applyInteraction(interaction, told, told.item);
				else if (emptyingKinds.has(told.kind)) changeCart(told);
			}
			if (event.kind === 'cart_replacement') restateCart(event);
		},
		find: finder.find,
		describeItems: numbering.describe,
		listPartBytes: () => listPartBytes(parts),
		byteCount() {
			const counted = [numbering, clicks, baskets, trending, bestsellers, shoppers, filter, finder];
			return counted.reduce((sum, part) => sum + part.byteCount(), 0);
		},
	};
}

const modelKindSet: ReadonlySet<string> = new Set(modelKinds);

/** Whether models learn from events of this kind. */
export function isModelKind(kind: LoggedEvent['kind']): boolean {
	return modelKindSet.has(kind);
}
