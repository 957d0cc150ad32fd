/** How often items were changed here: lists are loaded anew when it rises. */
import { createSignal } from '../../shell/signal.ts';

export const itemChanges = createSignal(0);

export function itemChanged(): void {
	itemChanges.set(itemChanges.get() + 1);
}
