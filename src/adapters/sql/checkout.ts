/**
 * What a checkout buys, and what is new where a cart is replaced: the cart of the session before, from the stored events and
 * from those that are recorded together.
 */
import { hash } from 'node:crypto';
import { type CartLine, toCartLines } from '../../domain/event/cart-lines.ts';
import type { CartReplacement, EventItem, ShopperAction, ShopperEvent } from '../../domain/event/shopper-event.ts';
import { toCartKey } from './cart-key.ts';
import { type EventRow, isCartKind, toShopperEvent } from './event-rows.ts';
import type { CartArguments } from './sql-dialect.ts';
import type { Transaction } from './unit-of-work.ts';

/** Only the last events of a cart are read: a shopper causes some ten of them, and a machine any number. */
const cartEventsMax = 1000;
/** Pages state the same cart again and again, and what was before the last time does not matter then. */
const recentEventsMax = 20;
/** After one of them, the cart has what it says, or nothing. */
const settlingKinds: ReadonlySet<string> = new Set(['cart_replacement', 'cart_clearing', 'checkout']);

/** Actions by session, in their order. */
type Carts = Map<string, ShopperAction[]>;

/**
 * The events, with a purchase for each line of a cart inserted before the checkout that empties it, and with the new lines
 * of replaced carts marked.
 */
export async function applyCarts(tx: Transaction, events: readonly ShopperEvent[]): Promise<readonly ShopperEvent[]> {
	const carts = await readCarts(tx, events);
	return carts.size === 0 ? events : events.flatMap((event) => applyCart(event, carts));
}

/** The stored carts of the sessions that need theirs, in the order of their keys, because each may be locked. */
async function readCarts(tx: Transaction, events: readonly ShopperEvent[]): Promise<Carts> {
	const wanted = new Map<string, WantedCart>();
	for (const { hashid, sessionId, action } of events) {
		if (sessionId === null || (action.kind !== 'checkout' && action.kind !== 'cart_replacement')) continue;
		const name = toName(hashid, sessionId);
		const isBought = action.kind === 'checkout' || wanted.get(name)?.isBought === true;
		wanted.set(name, { cartKey: toCartKey(hashid, sessionId), hashid, sessionId, isBought });
	}
	const carts: Carts = new Map();
	for (const [name, cart] of [...wanted].sort(([, a], [, b]) => a.cartKey - b.cartKey)) {
		const rows = await readCart(tx, cart);
		carts.set(name, rows.map((row) => toShopperEvent(row).action).toReversed());
	}
	return carts;
}

interface WantedCart extends Omit<CartArguments, 'rowsMax'> {
	/** Otherwise only its items are of interest, not the widgets that they came from. */
	readonly isBought: boolean;
}

/** The newest first. */
async function readCart(tx: Transaction, { isBought, ...cart }: WantedCart): Promise<readonly EventRow[]> {
	if (!isBought) {
		const recent = await tx.listCartEvents({ ...cart, rowsMax: recentEventsMax });
		const settledAt = recent.findIndex(({ kind }) => settlingKinds.has(kind));
		if (settledAt >= 0) return recent.slice(0, settledAt + 1);
		if (recent.length < recentEventsMax) return recent;
	}
	return tx.listCartEvents({ ...cart, rowsMax: cartEventsMax });
}

/** The event and its purchases. Events of a cart become part of it for later ones. */
function applyCart(event: ShopperEvent, carts: Carts): ShopperEvent[] {
	const { id, hashid, sessionId, action } = event;
	const actions = sessionId === null ? undefined : carts.get(toName(hashid, sessionId));
	if (actions === undefined || !isCartKind(action.kind)) return [event];
	const needsLines = action.kind === 'checkout' || action.kind === 'cart_replacement';
	const lines = needsLines ? toCartLines(actions.slice(-cartEventsMax)) : [];
	actions.push(action);
	if (action.kind === 'cart_replacement') return [{ ...event, action: noteNewLines(action, lines) }];
	const purchases = lines.map((line, at) => ({
		...event,
		id: toPurchaseId(id, at),
		action: { kind: 'purchase', ...line } as const,
	}));
	return [...purchases, event];
}

/** An item that is stated twice is new once. */
function noteNewLines(action: CartReplacement, before: readonly CartLine[]): CartReplacement {
	const known = new Set(before.map(toItemName));
	const lines = action.lines.map((line) => {
		if (known.has(toItemName(line))) return line;
		known.add(toItemName(line));
		return { ...line, isNew: true as const };
	});
	return { ...action, lines };
}

function toItemName({ indexName, itemKey }: EventItem): string {
	return `${indexName} ${itemKey}`;
}

function toName(hashid: string, sessionId: string): string {
	return `${hashid} ${sessionId}`;
}

/** 32 hex digits like every id, and the same each time the checkout is written. */
function toPurchaseId(checkoutId: string, at: number): string {
	return hash('md5', `${checkoutId} ${at}`, 'hex');
}
