import type { Item } from './catalogue-wire.ts';
import { toShownText } from './to-shown-text.ts';

/** What an item is called in lists; its id where it has no title. */
export function toItemTitle({ id, title, name }: Item): string {
	return toShownText(title ?? name) || id;
}
