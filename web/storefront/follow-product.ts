import { toSafeUrl } from '../ui/safe-url.ts';
import { announce } from './announce.ts';
import type { Caller } from './call-server.ts';
import { reportClick, type Showing } from './report-events.ts';
import type { Item } from './wire.ts';

/** Whether the shopper asks for another tab or window, which is the browser's to open. */
export function isElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
	return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}

interface ShownItem {
	readonly item: Item;
	readonly showing: Showing;
}

/**
 * A click on the link of a product. A page goes on in its own way by `preventDefault` of `vitrine-click`, whatever the click
 * asks for, or of `vitrine-navigate`, which is sent for clicks that would leave the page.
 */
export function followProduct(event: MouseEvent, caller: Caller, { item, showing }: ShownItem): void {
	reportClick(caller, item, showing);
	const url = toSafeUrl(item.link);
	const isFollowed =
		announce(caller.host, 'vitrine-click', { item, ...showing }) &&
		(url === undefined || isElsewhere(event) || announce(caller.host, 'vitrine-navigate', { url }));
	if (!isFollowed) event.preventDefault();
}
