/**
 * Caches which items are similar to one. While shoppers view a product, this is asked repeatedly, and the answer stays
 * the same until the index changes. Segments never change, so an answer is valid as long as the lists of segments are the
 * same objects. Lists of other indices than the first are referred to weakly: they would hold the memory of segments that
 * were merged since.
 */
import type { SimilarItem, SimilarityQuery } from '../../domain/query/item-selection.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { SearchedIndex } from './answer-index-query.ts';

type AnswerSimilarity = (
	searched: readonly SearchedIndex[],
	asked: { readonly indexNames: readonly string[]; readonly query: SimilarityQuery },
	pace: Pace,
) => Steps<SimilarItem[]>;

interface Entry {
	readonly segments: readonly WeakRef<readonly LiveSegment[]>[];
	readonly answer: SimilarItem[];
}

/** For one first index; an entry holds some tens of items of some hundred bytes each. */
const entriesMax = 500;

export function cacheSimilar(answer: AnswerSimilarity): AnswerSimilarity {
	const known = new WeakMap<readonly LiveSegment[], Cache<string, Entry>>();
	return function* (searched, asked, pace) {
		const { indexNames, query } = asked;
		const segments = searched.map(({ index }) => index.segments);
		const [first] = segments;
		if (first === undefined) return yield* answer(searched, asked, pace);
		const entries = known.get(first) ?? createCache<string, Entry>({ entriesMax });
		known.set(first, entries);
		const { item, ...criteria } = query;
		const key = JSON.stringify([
			item.indexName,
			item.itemKey,
			criteria,
			indexNames,
			searched.map((one) => one.indexName),
		]);
		const entry = entries.get(key);
		if (entry !== undefined && segments.every((list, at) => list === entry.segments[at]?.deref())) return entry.answer;
		const fresh = {
			segments: segments.map((list) => new WeakRef(list)),
			answer: yield* answer(searched, asked, pace),
		};
		entries.set(key, fresh);
		return fresh.answer;
	};
}
