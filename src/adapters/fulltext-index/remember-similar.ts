/**
 * What is like an item: asked for again and again while shoppers look at a product, and the same until its index has
 * changed. Segments never change, so an answer holds as long as the lists of them are the same objects.
 */
import type { SimilarItem, SimilarityQuery } from '../../domain/query/item-selection.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import type { SearchedIndex } from './answer-index-query.ts';

type AnswerSimilarity = (
	searched: readonly SearchedIndex[],
	indexNames: readonly string[],
	query: SimilarityQuery,
) => SimilarItem[];

interface Entry {
	readonly segments: readonly (readonly LiveSegment[])[];
	readonly answer: SimilarItem[];
}

/** Of one first index; an entry holds some tens of items, each some hundred bytes. */
const entriesMax = 500;

export function rememberSimilar(answer: AnswerSimilarity): AnswerSimilarity {
	const known = new WeakMap<readonly LiveSegment[], Map<string, Entry>>();
	return (searched, indexNames, query) => {
		const segments = searched.map(({ index }) => index.segments);
		const [first] = segments;
		if (first === undefined) return answer(searched, indexNames, query);
		const entries = known.get(first) ?? new Map<string, Entry>();
		known.set(first, entries);
		const { item, ...look } = query;
		const key = JSON.stringify([item.indexName, item.itemKey, look, indexNames, searched.map((one) => one.indexName)]);
		const entry = entries.get(key);
		if (entry !== undefined && segments.every((list, at) => list === entry.segments[at])) return entry.answer;
		if (entries.size >= entriesMax) entries.clear();
		const fresh = { segments, answer: answer(searched, indexNames, query) };
		entries.set(key, fresh);
		return fresh.answer;
	};
}
