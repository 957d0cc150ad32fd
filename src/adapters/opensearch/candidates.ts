/**
 * Items that OpenSearch found, as segments of the core: it ranks them, explains them, and reads them as it does its own. What
 * is known of the whole index, such as how rare words are, is counted by OpenSearch.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import { toPosition } from '../../domain/log/position.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import type { WholeIndex } from '../../fulltext/query/index-view.ts';
import type { SearchedIndex } from '../fulltext-index/answer-index-query.ts';
import { type Clause, toNodeClause } from './filter-clauses.ts';
import { type ItemDocument, nameEnd } from './index-layout.ts';
import { toSegment } from './item-document.ts';
import type { OpenedIndex } from './open-scope.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface FoundItem {
	readonly _id: string;
	readonly _score: number | null;
	readonly _source: Pick<ItemDocument, 'index' | 'id' | 'group' | 'text' | 'created' | 'serial'>;
	readonly matched_queries?: readonly string[];
}

export interface SearchReply {
	readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly FoundItem[] };
	readonly aggregations?: Readonly<Record<string, unknown>>;
	readonly status?: number;
	readonly error?: unknown;
}

/** What hits are read of: everything that a segment needs, or what an answer needs. */
export const wholeSource = ['index', 'id', 'group', 'text', 'created', 'serial'];
export const namedSource = ['index', 'id', 'group'];

export type SearchBody = Readonly<Record<string, unknown>>;

/** A part of the shop would look like all of it: without one of its shards, a search fails. */
const searchOptions = { ignore_unavailable: true, allow_partial_search_results: false };

/** Searches the indices, which must be at least one. */
export async function search(
	connection: OpenSearchConnection,
	opened: readonly OpenedIndex[],
	body: SearchBody,
): Promise<SearchReply> {
	const path = `/${opened.map(({ alias }) => alias).join()}/_search`;
	const { body: reply } = await connection.send<SearchReply>({ path, query: searchOptions, body });
	return reply;
}

/** Several searches at once. @returns all hits, each item once */
export async function searchAll(
	connection: OpenSearchConnection,
	opened: readonly OpenedIndex[],
	bodies: readonly SearchBody[],
): Promise<readonly FoundItem[]> {
	const replies = await Promise.all(bodies.map((body) => search(connection, opened, body)));
	return mergeItems(replies.flatMap(({ hits }) => hits.hits));
}

export function mergeItems(items: readonly FoundItem[]): readonly FoundItem[] {
	return [...new Map(items.map((item) => [`${item._source.index}${nameEnd}${item._id}`, item])).values()];
}

/** What is kept of a list of items is not true for another one, so each has a position of its own. */
let viewCount = 0;

/** Cost: about 50 µs for each item. */
export function toSearched(opened: readonly OpenedIndex[], items: readonly FoundItem[]): readonly SearchedIndex[] {
	return opened.map(({ state, meta, schema }) => {
		const own = items.filter(({ _source }) => _source.index === state.indexName);
		// Among equals, items written earlier come first.
		own.sort((a, b) => a._source.serial - b._source.serial);
		const sources = own.map(({ _source: { id, text, created } }) => ({ id, text, createdSeq: created }));
		const building = { analyzer: createAnalyzer(meta.language), priceFormat: state, schema };
		const segments =
			sources.length === 0
				? []
				: [{ segment: toSegment(sources, building), live: undefined, liveCount: sources.length }];
		const { generationId, language, prices } = meta;
		const index = { generationId, language, prices, position: toPosition(++viewCount), schema: meta.schema, segments };
		return { indexName: state.indexName, index };
	});
}

export interface KnownCounts extends WholeIndex {
	hasNode(fieldName: string, node: string): boolean;
}

export interface CountedNames {
	readonly terms: readonly string[];
	readonly nodes: readonly { readonly fieldName: string; readonly node: string }[];
}

/** Nodes beyond it are taken for nodes counted from the top. */
const countedMax = 500;

interface FilterCounts {
	readonly buckets: Readonly<Record<string, { readonly doc_count: number }>>;
}

/** How many items have each term, and whether there are these nodes. */
export async function countKnown(
	connection: OpenSearchConnection,
	opened: readonly OpenedIndex[],
	{ terms, nodes }: CountedNames,
): Promise<KnownCounts> {
	const clauses: readonly (readonly [string, Clause])[] = [
		...terms.map((term) => [toTermKey(term), { term: { words: term } }] as const),
		...nodes.map(({ fieldName, node }) => [toNodeKey(fieldName, node), toNodeClause(fieldName, node)] as const),
	];
	const counted = [...new Map(clauses.slice(0, countedMax))];
	const filters = Object.fromEntries(counted.map(([, clause], at) => [`f${at}`, clause]));
	const aggs = counted.length === 0 ? {} : { aggs: { counts: { filters: { filters } } } };
	const { hits, aggregations } = await search(connection, opened, { size: 0, track_total_hits: true, ...aggs });
	const buckets = (aggregations?.counts as FilterCounts | undefined)?.buckets ?? {};
	const counts = new Map(counted.map(([key], at) => [key, buckets[`f${at}`]?.doc_count ?? 0]));
	return {
		documentCount: hits.total?.value ?? 0,
		countTerm: (term) => counts.get(toTermKey(term)),
		hasNode: (fieldName, node) => (counts.get(toNodeKey(fieldName, node)) ?? 1) > 0,
	};
}

const toTermKey = (term: string) => `term ${term}`;
const toNodeKey = (fieldName: string, node: string) => `node ${fieldName}${nameEnd}${node}`;

export function toItem({ _id, _source }: FoundItem): EventItem {
	return { indexName: _source.index, itemKey: _id };
}

/** Undefined for an item without a group. */
export function readGroup({ group, index }: Pick<ItemDocument, 'group' | 'index'>): string | undefined {
	const id = group.slice(index.length + nameEnd.length);
	return id.startsWith(nameEnd) ? undefined : id;
}
