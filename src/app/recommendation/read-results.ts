/**
 * Reads the texts of the items that a widget shows from the store. So they are up to date, and the next candidate
 * replaces an item that has just been deleted.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type { ItemFacts } from '../../domain/query/item-selection.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import type { RecommendedItem } from './recommendation.ts';

/**
 * @returns the first `countMax` candidates that are in the store, in their order. Throws `invalid` when they are too
 * large.
 */
export type ReadResults = (
	hashid: string,
	chosen: readonly RankedCandidate[],
	countMax: number,
) => Promise<RecommendedItem[]>;

export function createResultReader(items: Pick<ItemRepository, 'findByKeys'>): ReadResults {
	async function readResults(
		hashid: string,
		chosen: readonly RankedCandidate[],
		countMax: number,
	): Promise<RecommendedItem[]> {
		const results: RecommendedItem[] = [];
		for (let from = 0; from < chosen.length && results.length < countMax; ) {
			const part = chosen.slice(from, from + countMax - results.length);
			const texts = await readTexts(hashid, part);
			for (const [at, { facts, reason }] of part.entries()) {
				const text = texts[at];
				const { indexName, id } = facts;
				if (text !== undefined) results.push({ indexName, id, item: toBareItem(facts), text, reason });
			}
			from += part.length;
		}
		return results;
	}

	/** One read for each index. */
	async function readTexts(hashid: string, part: readonly RankedCandidate[]): Promise<(string | undefined)[]> {
		const texts = new Array<string | undefined>(part.length);
		for (const [indexName, positions] of groupByIndex(part)) {
			const keys = positions.map((at) => part[at]?.facts.itemKey ?? '');
			const read = await items.findByKeys({ hashid, indexName, generation: 'live' }, keys);
			if (read === 'missing') continue;
			if (read === 'too_large') throw new FailureError(fail('invalid', { message: tooLarge }).failure);
			for (const [index, at] of positions.entries()) texts[at] = read[index]?.text;
		}
		return texts;
	}

	return readResults;
}

/** Positions in the list, by index. */
function groupByIndex(part: readonly RankedCandidate[]): Map<string, number[]> {
	return Map.groupBy(part.keys(), (at) => part[at]?.facts.indexName ?? '');
}

const bareItems = new WeakMap<ItemFacts, EventItem>();

/**
 * The same object for the same facts, to save memory: hundreds of answers of ten items each wait in the queue of events.
 */
function toBareItem(facts: ItemFacts): EventItem {
	const { indexName, itemKey } = facts;
	const item = bareItems.get(facts) ?? { indexName, itemKey };
	bareItems.set(facts, item);
	return item;
}

const tooLarge = 'The items of the widget are too large: ask for fewer results';
