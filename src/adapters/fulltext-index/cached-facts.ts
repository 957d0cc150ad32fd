/**
 * Caches what the index says of items that widgets ask about: mostly the same few items, and always the same facts until
 * their index changes. Segments never change, so facts are valid as long as the list of segments is the same object.
 */
import type { ItemFacts, ItemSelection, RefusalReason } from '../../domain/query/item-selection.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { SearchedIndex } from './answer-index-query.ts';

type Facts = ItemFacts | RefusalReason;
type AnswerSelection = (searched: readonly SearchedIndex[], selection: ItemSelection, pace: Pace) => Steps<Facts[]>;

/** For one list of segments: by criteria, then by the key of the item. */
type Memory = Cache<string, Map<string, Facts>>;

/** Each takes some hundred bytes. */
const factsMax = 10_000;
/** The weight of criteria without any facts. They may belong to a single page, as with a band around its price. */
const otherWeight = 10;

function createMemory(): Memory {
	return createCache({ weightMax: factsMax, weigh: ({ size }) => size + otherWeight });
}

/** The same facts are the same object as long as they are cached. Cost of cached facts: O(items). */
export function cacheFacts(answer: AnswerSelection): AnswerSelection {
	const memories = new WeakMap<readonly LiveSegment[], Memory>();

	function openMemory({ index }: SearchedIndex): Memory {
		const memory = memories.get(index.segments) ?? createMemory();
		memories.set(index.segments, memory);
		return memory;
	}

	return function* (searched, { items, ...criteria }, pace) {
		const name = JSON.stringify(criteria);
		const known = searched.map((entry) => {
			const memory = openMemory(entry);
			return { indexName: entry.indexName, memory, facts: memory.get(name) ?? new Map<string, Facts>() };
		});
		const findKnown = (indexName: string) => known.find((one) => one.indexName === indexName);
		const found = items.map(({ indexName, itemKey }) => findKnown(indexName)?.facts.get(itemKey));
		const missing = [...found.keys()].filter((at) => found[at] === undefined);
		if (missing.length === 0) return found as Facts[];
		const asked = missing.map((at) => items[at] as (typeof items)[number]);
		const answers = yield* answer(searched, { ...criteria, items: asked }, pace);
		for (const [index, facts] of answers.entries()) {
			const { indexName, itemKey } = asked[index] as (typeof asked)[number];
			found[missing[index] as number] = facts;
			findKnown(indexName)?.facts.set(itemKey, facts);
		}
		for (const { memory, facts } of known) memory.set(name, facts);
		return found as Facts[];
	};
}
