/**
 * What a checkout buys: the cart of its session, from the stored events and from those that are recorded together with
 * it.
 */
import { hash } from 'node:crypto';
import { toCartLines } from '../../domain/event/cart-lines.ts';
import type { ShopperAction, ShopperEvent } from '../../domain/event/shopper-event.ts';
import { toCartKey } from './cart-key.ts';
import { isCartKind, toShopperEvent } from './event-rows.ts';
import type { CartArguments } from './sql-dialect.ts';
import type { Transaction } from './unit-of-work.ts';

/** A checkout reads only the last events of a cart: a shopper causes some ten of them, and a machine any number. */
const cartEventsMax = 1000;

/** Actions by session, in their order. */
type Carts = Map<string, ShopperAction[]>;

/** The events, with a purchase for each line of a cart inserted before the checkout that empties it. */
export async function addPurchases(tx: Transaction, events: readonly ShopperEvent[]): Promise<readonly ShopperEvent[]> {
	const carts = await readCarts(tx, events);
	return carts.size === 0 ? events : events.flatMap((event) => [...takePurchases(event, carts), event]);
}

/** The stored carts of the sessions that check out, in the order of their keys, because each may be locked. */
async function readCarts(tx: Transaction, events: readonly ShopperEvent[]): Promise<Carts> {
	const wanted = new Map<string, CartArguments>();
	for (const { hashid, sessionId, action } of events) {
		if (sessionId === null || action.kind !== 'checkout') continue;
		const cartKey = toCartKey(hashid, sessionId);
		wanted.set(toName(hashid, sessionId), { cartKey, hashid, sessionId, rowsMax: cartEventsMax });
	}
	const carts: Carts = new Map();
	for (const [name, cart] of [...wanted].sort(([, a], [, b]) => a.cartKey - b.cartKey)) {
		const rows = await tx.listCartEvents(cart);
		carts.set(name, rows.map((row) => toShopperEvent(row).action).toReversed());
	}
	return carts;
}

/** The purchases of an event that is a checkout. Other events become part of the cart of later ones. */
function takePurchases(event: ShopperEvent, carts: Carts): ShopperEvent[] {
	const { id, hashid, sessionId, action } = event;
	const actions = sessionId === null ? undefined : carts.get(toName(hashid, sessionId));
	if (actions === undefined || !isCartKind(action.kind)) return [];
	const lines = action.kind === 'checkout' ? toCartLines(actions.slice(-cartEventsMax)) : [];
	actions.push(action);
	return lines.map((line, at) => ({
		...event,
		id: toPurchaseId(id, at),
		action: { kind: 'purchase', ...line },
	}));
}

function toName(hashid: string, sessionId: string): string {
	return `${hashid} ${sessionId}`;
}

/** 32 hex digits like every id, and the same each time the checkout is written. */
function toPurchaseId(checkoutId: string, at: number): string {
	return hash('md5', `${checkoutId} ${at}`, 'hex');
}
