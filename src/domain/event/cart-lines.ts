/** What is in a cart, according to the events of its session. */
import type { EventItem, ShopperAction } from './shopper-event.ts';

export interface CartLine extends EventItem {
	/** ≥ 1. */
	readonly amount: number;
	/** The unit price that was given last; null when none was given. */
	readonly price: number | null;
	/** The widget from which the item was last added to the cart; null when it was not a widget. */
	readonly widgetId: string | null;
}

/**
 * The lines of a cart, in the order in which their items were first added. Additions from widgets and from the search
 * API add up, as they share a cart. A clearing or a checkout empties it, and a removal of more than there is deletes
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
