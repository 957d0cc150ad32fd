import { listLinkForms } from '../../domain/item/item-link.ts';
import { memoize } from '../../lib/cache.ts';

/**
 * `listLinkForms` with a cache, because it takes as long as finding the item of the link, and shoppers view few pages at
 * a time.
 */
export function cacheLinkForms(): typeof listLinkForms {
	return memoize(listLinkForms, { entriesMax: 2_000, textLengthMax: 512 });
}
