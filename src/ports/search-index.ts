import type { TeamComparison } from '../domain/evaluation/team-comparison.ts';
import type { EventItem } from '../domain/event/shopper-event.ts';
import type { IndexExplanation } from '../domain/query/explanation.ts';
import type { FieldCatalogue } from '../domain/query/field-catalogue.ts';
import type { IndexDescription } from '../domain/query/index-description.ts';
import type { IndexAnswer, IndexQuery } from '../domain/query/index-query.ts';
import type {
	ItemFacts,
	ItemSelection,
	NewestQuery,
	RefusalReason,
	SimilarItem,
	SimilarityQuery,
} from '../domain/query/item-selection.ts';

/** The indices of one search engine that a search covers: at least 1, without duplicates. */
export interface SearchScope {
	readonly hashid: string;
	readonly indexNames: readonly string[];
	/**
	 * The caller, as `EventClient.clientKey`: callers share the time of a thread evenly. Null and undefined are the same
	 * caller.
	 */
	readonly caller?: string | null | undefined;
}

/** `behind`: searches work and may not show the latest writes. `missing`: there is no such index. */
export type IndexState = 'ready' | 'behind' | 'missing';

/**
 * Finds the live items of search engines. It follows the store: an item is a hit within a second of its write, and
 * `_replace_by_temp` swaps all items of an index in one step. Deleted items may remain hits for as long.
 *
 * Every method rejects with a `FailureError` of code `timed_out`, `busy`, `overloaded`, `index_building` or `unavailable`
 * when it cannot answer.
 */
export interface SearchIndex {
	/**
	 * The hits of all indices of the scope as one list, with facets over all of them. An index that does not exist counts
	 * as one without items; the caller knows whether it should exist. As long as nothing is written, hits with equal
	 * scores and sort values keep their order for the same query, so that pages do not overlap.
	 */
	search(scope: SearchScope, query: IndexQuery): Promise<IndexAnswer>;
	/**
	 * Why the search of the query finds what it finds, and where these items are: a few of them, of the indices of
	 * the scope. Its hits are those of the search.
	 */
	explain(scope: SearchScope, query: IndexQuery, items: readonly EventItem[]): Promise<IndexExplanation>;
	/** The fields of the live items of these indices, by the names that filters, facets and sorts use. */
	openFields(scope: SearchScope): Promise<FieldCatalogue>;
	/**
	 * Completions of the typed text, most popular first, at most `countMax`, without duplicates; from titles, brands,
	 * categories and queries that found something. Empty for a text without letters or digits.
	 */
	suggest(scope: SearchScope, text: string, countMax: number): Promise<readonly string[]>;
	/**
	 * The item whose `link` is the address of this page, or the one created first if several share it. Undefined when no
	 * item has it, or when it is not an address. Parameters that campaigns and browsers add make no difference, see
	 * `item-link.ts`.
	 */
	findByLink(scope: SearchScope, link: string): Promise<EventItem | undefined>;
	/** For each item in the order asked: the requested facts, or why it is not allowed. */
	select(scope: SearchScope, selection: ItemSelection): Promise<readonly (ItemFacts | RefusalReason)[]>;
	/** Allowed items that are most similar to one, best first; none when that item does not exist. */
	findSimilar(scope: SearchScope, query: SimilarityQuery): Promise<readonly SimilarItem[]>;
	/** Allowed items, the newest first, without those that have no value in the field. */
	listNewest(scope: SearchScope, query: NewestQuery): Promise<readonly ItemFacts[]>;
	/** What interleaved lists of an engine say of learned and plain ranking; undefined when there were none. */
	readComparison(hashid: string): Promise<TeamComparison | undefined>;
	/**
	 * The state of the live index: what its fields were inferred to be, what was left out of its items, how far it is
	 * behind the store. Undefined when there is no such index.
	 */
	describe(hashid: string, indexName: string): Promise<IndexDescription | undefined>;
	/** Whether everything that was written before this call can be found. */
	readState(hashid: string, indexName: string): Promise<IndexState>;
}
