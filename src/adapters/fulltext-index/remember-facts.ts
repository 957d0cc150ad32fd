/**
 * What the index says of an item that widgets ask about: the same few items again and again, and the same until their
 * index has changed. Segments never change, so what was said holds as long as the list of them is the same object.
 */
import type { ItemFacts, ItemSelection, RefusalReason } from '../../domain/query/item-selection.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { SearchedIndex } from './answer-index-query.ts';

type Facts = ItemFacts | RefusalReason;
type AnswerSelection = (searched: readonly SearchedIndex[], selection: ItemSelection, pace: Pace) => Steps<Facts[]>;

/** Of one list of segments. */
interface Memory {
	/** By look, then by the key of the item. */
	readonly looks: Map<string, Map<string, Facts>>;
	factsCount: number;
}

/** Each is some hundred bytes. A look may be one of a single page, as with a band around its price. */
const factsMax = 10_000;
const looksMax = 1_000;

/** The same facts are the same object as long as they are remembered. Cost of what is known: O(items). */
export function rememberFacts(answer: AnswerSelection): AnswerSelection {
	const known = new WeakMap<readonly LiveSegment[], Memory>();

	function openMemory({ index }: SearchedIndex): Memory {
		const memory = known.get(index.segments);
		if (memory !== undefined && memory.factsCount < factsMax && memory.looks.size < looksMax) return memory;
		const fresh = { looks: new Map(), factsCount: 0 };
		known.set(index.segments, fresh);
		return fresh;
	}

	return function* (searched, { items, ...look }, pace) {
		const lookName = JSON.stringify(look);
		const memories = searched.map((entry) => {
			const memory = openMemory(entry);
			const facts = memory.looks.get(lookName) ?? new Map<string, Facts>();
			memory.looks.set(lookName, facts);
			return { indexName: entry.indexName, memory, facts };
		});
		const findMemory = (name: string) => memories.find(({ indexName }) => indexName === name);
		const found = items.map(({ indexName, itemKey }) => findMemory(indexName)?.facts.get(itemKey));
		const missing = [...found.keys()].filter((at) => found[at] === undefined);
		if (missing.length === 0) return found as Facts[];
		const asked = missing.map((at) => items[at] as (typeof items)[number]);
		const answers = yield* answer(searched, { ...look, items: asked }, pace);
		for (const [index, facts] of answers.entries()) {
			const { indexName, itemKey } = asked[index] as (typeof asked)[number];
			found[missing[index] as number] = facts;
			const into = findMemory(indexName);
			if (into === undefined) continue;
			into.facts.set(itemKey, facts);
			into.memory.factsCount += 1;
		}
		return found as Facts[];
	};
}
