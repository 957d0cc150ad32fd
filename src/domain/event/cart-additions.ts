/** What was put into a cart, where a page says only what is in it now. */
import type { LoggedEvent } from './logged-event.ts';

type Told = Pick<LoggedEvent, 'kind' | 'item' | 'lines' | 'amount' | 'price'>;

/**
 * A replacement of a cart as an addition for each line that is new in it; without new lines, and for any other event, the
 * event itself. Pages state the same cart again and again, so lines that were there before say nothing. Cost: O(lines).
 */
export function toCartAdditions<Event extends Told>(event: Event): readonly Event[] {
	const { kind, lines } = event;
	if (kind !== 'cart_replacement') return [event];
	const added = lines.filter(({ isNew }) => isNew === true);
	if (added.length === 0) return [event];
	return added.map(({ indexName, itemKey, amount, price }) => ({
		...event,
		...{ kind: 'cart_addition', item: { indexName, itemKey }, amount, price, lines: [] },
	}));
}
