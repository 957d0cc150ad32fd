/** What is in a cart, from the events that made it. */
import type { EventItem, ShopperAction } from './shopper-event.ts';

export interface CartLine extends EventItem {
	/** ≥ 1. */
	readonly amount: number;
	/** The unit price that was said last; null when none was. */
	readonly price: number | null;
	/** The widget that the item was last put into the cart from; null when it was none. */
	readonly widgetId: string | null;
}

/**
 * The lines of a cart, in the order in which their items first came into it. Additions of a widget and of the search API
 * add up: they are one cart. A clearing or a checkout empties it, a removal of more than there is leaves no line.
 * @param actions of one session in their order; those that change no cart are passed over.
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
				price: price ?? line?.price ?? null,
				widgetId: action.kind === 'cart' ? action.widgetId : (line?.widgetId ?? null),
			});
		}
		if (action.kind === 'cart_removal') takeOff(lines, action);
	}
	return [...lines.values()];
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
