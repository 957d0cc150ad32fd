/**
 * The items of an answer. Where the index gives the same answer again, and none of its items has changed, they are the
 * same page, and whatever was made of it is still good.
 */
import { packedHitsMax, packHits } from '../../domain/event/packed-hits.ts';
import type { PackedHits } from '../../domain/event/shopper-event.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import type { Hit, IndexAnswer } from '../../domain/query/index-query.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';

export interface FoundItem {
	readonly indexName: string;
	readonly id: string;
	/** The stored JSON. */
	readonly text: string;
	/**
	 * The stored JSON of all items of its group, including itself; undefined when it has no group or variants were not
	 * requested.
	 */
	readonly variants: readonly string[] | undefined;
}

export type GroupedItem = FoundItem & Pick<Hit, 'groupId' | 'team'>;

export interface FoundPage {
	/** In the order of the hits; an item that was deleted since the last refresh is left out. */
	readonly items: readonly GroupedItem[];
	/** The first items, as an event keeps them. */
	readonly packedHits: PackedHits;
}

type StoredHits = readonly (StoredItem | undefined)[];

/** Pages are known as long as answers of the index are. Throws as `readItems`. */
export function createPageReader(items: Pick<ItemRepository, 'findMany'>) {
	const known = new WeakMap<IndexAnswer, { readonly stored: StoredHits; readonly page: FoundPage }>();
	return async (hashid: string, answer: IndexAnswer): Promise<FoundPage> => {
		const { hits } = answer;
		const stored = await readHits(items, hashid, hits);
		const before = known.get(answer);
		if (before !== undefined && stored.every((item, at) => item === before.stored[at])) return before.page;
		const found = toGroupedItems(hits, stored);
		const named = found.slice(0, packedHitsMax).map(({ indexName, id }) => ({ indexName, itemKey: toItemKey(id) }));
		const page = { items: found, packedHits: packHits(named) };
		known.set(answer, { stored, page });
		return page;
	};
}

/**
 * The items of the hits, in their order, without those that were deleted. One read for each index that has hits.
 * @throws {FailureError} `invalid` where their texts together are too large
 */
export async function readItems(
	items: Pick<ItemRepository, 'findMany'>,
	hashid: string,
	hits: readonly Hit[],
): Promise<readonly GroupedItem[]> {
	return toGroupedItems(hits, await readHits(items, hashid, hits));
}

const tooLargePage = 'Bad request, the items of the page are too large: ask for fewer';

async function readHits(
	items: Pick<ItemRepository, 'findMany'>,
	hashid: string,
	hits: readonly Hit[],
): Promise<StoredHits> {
	const stored = new Array<StoredItem | undefined>(hits.length);
	for (const [indexName, numbers] of Map.groupBy(hits.keys(), (at) => hits[at]?.indexName ?? '')) {
		const ids = numbers.map((at) => hits[at]?.id ?? '');
		const found = await items.findMany(toLiveTarget(hashid, indexName), ids);
		// The index and its items were deleted since the search.
		if (found === 'missing') continue;
		if (found === 'too_large') throw new FailureError(fail('invalid', { message: tooLargePage }).failure);
		for (const [index, at] of numbers.entries()) stored[at] = found[index];
	}
	return stored;
}

function toGroupedItems(hits: readonly Hit[], stored: StoredHits): readonly GroupedItem[] {
	return hits.flatMap(({ indexName, id, groupId, team }, at) => {
		const text = stored[at]?.text;
		return text === undefined ? [] : [{ indexName, id, groupId, team, text, variants: undefined }];
	});
}

export function toLiveTarget(hashid: string, indexName: string): ItemTarget {
	return { hashid, indexName, generation: 'live' };
}
