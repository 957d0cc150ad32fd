/** Answers the queries of recommendations over the indices of a scope, whose segments are concatenated in one view. */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type {
	ItemCriteria,
	ItemFacts,
	ItemSelection,
	NewestQuery,
	RefusalReason,
	SimilarItem,
	SimilarityQuery,
} from '../../domain/query/item-selection.ts';
import { decodeString } from '../../fulltext/index/segment/sorted-strings.ts';
import {
	createDocumentRule,
	createDocumentTest,
	resolveFilters,
	resolveRule,
} from '../../fulltext/query/document-filter.ts';
import { readGroupId, readItemKey, readNumbers, readTexts } from '../../fulltext/query/document-values.ts';
import { type DocumentRef, findDocument, findLinked } from '../../fulltext/query/find-documents.ts';
import { findSimilar } from '../../fulltext/query/find-similar.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { listNewest } from '../../fulltext/query/list-newest.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { SearchedIndex } from './answer-index-query.ts';

/**
 * @param forms of a link, the closest first. @returns the item whose page it is, if any. Cost: O(forms · indices ·
 * segments).
 */
export function answerLink(searched: readonly SearchedIndex[], forms: readonly string[]): EventItem | undefined {
	for (const form of forms) {
		for (const { indexName, index } of searched) {
			const ref = findLinked(index, form);
			if (ref === undefined) continue;
			return { indexName, itemKey: readItemKey(toSegment(index.segments, ref), ref.document) };
		}
	}
	return undefined;
}

/** One entry for each requested item. Cost: O(items · (segments + filters + fields)). */
export function* answerSelection(
	searched: readonly SearchedIndex[],
	{ items, ...criteria }: ItemSelection,
	pace: Pace,
): Steps<(ItemFacts | RefusalReason)[]> {
	const readers: { readonly indexName: string; readonly read: ReadFacts }[] = [];
	for (const entry of searched) {
		readers.push({ indexName: entry.indexName, read: yield* createFactsReader([entry], criteria, pace) });
	}
	const answers: (ItemFacts | RefusalReason)[] = [];
	for (const { indexName, itemKey } of items) {
		const at = readers.findIndex((reader) => reader.indexName === indexName);
		const ref = at < 0 ? undefined : findDocument((searched[at] as SearchedIndex).index, Buffer.from(itemKey, 'hex'));
		answers.push(ref === undefined ? 'missing' : (readers[at] as (typeof readers)[number]).read(ref));
		if (pace.isDue()) yield;
	}
	return answers;
}

/** @param searched the indices of the scope and that of the item; empty when the item does not exist. */
export function* answerSimilarity(
	searched: readonly SearchedIndex[],
	{ indexNames, query }: { readonly indexNames: readonly string[]; readonly query: SimilarityQuery },
	pace: Pace,
): Steps<SimilarItem[]> {
	const { segments, firstOf } = toView(searched);
	const nameOf = searched.flatMap(({ index, indexName }) => index.segments.map(() => indexName));
	const isSearched = (segmentIndex: number) => indexNames.includes(nameOf[segmentIndex] as string);
	const at = searched.findIndex(({ indexName }) => indexName === query.item.indexName);
	if (at < 0) return [];
	const source = findDocument((searched[at] as SearchedIndex).index, Buffer.from(query.item.itemKey, 'hex'));
	if (source === undefined) return [];
	const ref = { ...source, segmentIndex: source.segmentIndex + (firstOf[at] as number) };
	const read = yield* createFactsReader(searched, query, pace);
	const similar: SimilarItem[] = [];
	for (const one of yield* findSimilar({ segments }, { ...query, source: ref, isSearched, pace })) {
		const facts = read(one);
		if (typeof facts !== 'string') similar.push({ facts, score: one.score });
		if (pace.isDue()) yield;
	}
	return similar;
}

export function* answerNewest(searched: readonly SearchedIndex[], query: NewestQuery, pace: Pace): Steps<ItemFacts[]> {
	const read = yield* createFactsReader(searched, query, pace);
	const newest: ItemFacts[] = [];
	for (const ref of yield* listNewest(toView(searched), { ...query, pace })) {
		const facts = read(ref);
		if (typeof facts !== 'string') newest.push(facts);
		if (pace.isDue()) yield;
	}
	return newest;
}

/** All segments concatenated, and where those of each index begin. */
function toView(searched: readonly SearchedIndex[]) {
	const segments: LiveSegment[] = [];
	const firstOf: number[] = [];
	for (const { index } of searched) {
		firstOf.push(segments.length);
		segments.push(...index.segments);
	}
	return { segments, firstOf };
}

function toSegment(segments: readonly LiveSegment[], { segmentIndex }: DocumentRef) {
	return (segments[segmentIndex] as LiveSegment).segment;
}

type ReadFacts = (ref: DocumentRef) => ItemFacts | RefusalReason;

/** Reads allowed documents; what filters need of a segment is prepared at its first document. */
function* createFactsReader(searched: readonly SearchedIndex[], criteria: ItemCriteria, pace: Pace): Steps<ReadFacts> {
	const { segments } = toView(searched);
	const nameOf = searched.flatMap(({ index, indexName }) => index.segments.map(() => indexName));
	const rules = new Map<number, ReturnType<typeof createDocumentRule>>();
	const conditions = new Map<number, ReturnType<typeof createDocumentTest>[]>();
	const settledRule = yield* resolveRule(criteria, segments, pace);
	const settledConditions = yield* resolveFilters(criteria.conditions, segments, pace);
	return (ref) => {
		const { segmentIndex, document } = ref;
		const segment = toSegment(segments, ref);
		const rule = rules.get(segmentIndex) ?? createDocumentRule(segment, settledRule);
		const tests =
			conditions.get(segmentIndex) ?? settledConditions.map((filter) => createDocumentTest(segment, filter));
		rules.set(segmentIndex, rule);
		conditions.set(segmentIndex, tests);
		return (
			rule(document) ?? {
				indexName: nameOf[segmentIndex] as string,
				itemKey: readItemKey(segment, document),
				id: decodeString(segment.ids, document),
				groupId: readGroupId(segment, document),
				fields: criteria.fieldNames.map((fieldName) => ({
					texts: readTexts(segment, fieldName, document),
					numbers: readNumbers(segment, fieldName, document),
				})),
				conditions: tests.map((test) => test(document)),
			}
		);
	};
}
