/** What is in a cart, according to the events of its session. */
import type { CartReplacement, EventItem, ShopperAction, UnitPrice } from './shopper-event.ts';

export interface CartLine extends EventItem {
	/** ≥ 1. */
	readonly amount: number;
	/** The unit price that was given last; null when none was given. */
	readonly price: UnitPrice | null;
	/** Of the price; absent: that of the search engine. */
	readonly currency?: string;
	/** The widget from which the item was last added to the cart; null when it was not a widget. */
	readonly widgetId: string | null;
}

/**
 * The lines of a cart, in the order in which their items were first added. Additions from widgets and from the search
 * API add up, as they share a cart. A clearing or a checkout empties it, a replacement says all that
 * is in it, and a removal of more than there is deletes
 * the line.
 * @param actions of one session, in order; those that do not concern the cart are ignored
 */
export function toCartLines(actions: readonly ShopperAction[]): readonly CartLine[] {
	const lines = new Map<string, CartLine>();
	for (const action of actions) {
		if (action.kind === 'cart_clearing' || action.kind === 'checkout') lines.clear();
		if (action.kind === 'cart' || action.kind === 'cart_addition') {
			const { indexName, itemKey, amount, price } = action;
			const line = lines.get(toLineKey(action));
			lines.set(toLineKey(action), {
				indexName,
				itemKey,
				amount: amount + (line?.amount ?? 0),
				...(price === null ? toLinePrice(line) : { price }),
				widgetId: action.kind === 'cart' ? action.widgetId : (line?.widgetId ?? null),
			});
		}
		if (action.kind === 'cart_removal') takeOff(lines, action);
		if (action.kind === 'cart_replacement') replace(lines, action);
	}
	return [...lines.values()];
}

function toLinePrice({ price = null, currency }: Partial<CartLine> = {}): Pick<CartLine, 'price' | 'currency'> {
	return currency === undefined ? { price } : { price, currency };
}

/** An item that was there before keeps the widget that it came from. */
function replace(lines: Map<string, CartLine>, { lines: stated, currency }: CartReplacement): void {
	const before = new Map(lines);
	lines.clear();
	for (const { indexName, itemKey, amount, price } of stated) {
		const key = toLineKey({ indexName, itemKey });
		lines.set(key, {
			...{ indexName, itemKey, amount: amount + (lines.get(key)?.amount ?? 0), price },
			...(currency !== undefined && { currency }),
			widgetId: before.get(key)?.widgetId ?? null,
		});
	}
}

function takeOff(lines: Map<string, CartLine>, removal: EventItem & { readonly amount: number }): void {
	const key = toLineKey(removal);
	const line = lines.get(key);
	if (line === undefined) return;
	if (line.amount > removal.amount) lines.set(key, { ...line, amount: line.amount - removal.amount });
	else lines.delete(key);
}

function toLineKey({ indexName, itemKey }: EventItem): string {
	return `${indexName}@${itemKey}`;
}
