/** Reads items that a page names by their dfid, for instance from an earlier search, in their current state. */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { FoundItem } from './found-page.ts';

/** In the order asked, without those that do not exist. `invalid` when their texts together are too large. */
export type ReadItems = (engine: SearchEngine, named: readonly EventItem[]) => Promise<Result<readonly FoundItem[]>>;

export function createReadItems(items: Pick<ItemRepository, 'findByKeys'>): ReadItems {
	return async ({ hashid }, named) => {
		const found = new Map<EventItem, FoundItem>();
		for (const [indexName, ofIndex] of Map.groupBy(named, (item) => item.indexName)) {
			const keys = ofIndex.map(({ itemKey }) => itemKey);
			const read = await items.findByKeys({ hashid, indexName, generation: 'live' }, keys);
			if (read === 'missing') continue;
			if (read === 'too_large')
				return fail('invalid', { message: 'Bad request, the items are too large: ask for fewer' });
			for (const [at, item] of ofIndex.entries()) {
				const stored = read[at];
				if (stored !== undefined) found.set(item, { indexName, ...stored, variants: undefined });
			}
		}
		return succeed(named.flatMap((item) => found.get(item) ?? []));
	};
}
