import type { EventItem } from '../domain/event/shopper-event.ts';
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

/** The indices of one search engine that a search goes to, 1 upwards, no name twice. */
export interface SearchScope {
	readonly hashid: string;
	readonly indexNames: readonly string[];
	/** Who asks, as `EventClient.clientKey`: callers share the time of a thread evenly. Null and undefined are one of them. */
	readonly caller?: string | null | undefined;
}

/** `behind`: searches work and may not show the latest writes. `missing`: there is no such index. */
export type IndexState = 'ready' | 'behind' | 'missing';

/**
 * Finds the live items of search engines. It follows the store: an item is a hit within a second of its write, and
 * `_replace_by_temp` swaps all items of an index in one step. Items that were deleted may be hits for as long.
 *
 * Every method rejects with a `FailureError` of code `timed_out`, `busy`, `overloaded`, `index_building` or `unavailable`
 * when it cannot answer.
 */
export interface SearchIndex {
	/**
	 * The hits of all indices of the scope as one list, with facets over all of them. An index that is not there has no
	 * items: whether it should be is for the caller to know. The order of hits with equal scores and sort values is the
	 * same for the same query as long as nothing is written, so that pages do not overlap.
	 */
	search(scope: SearchScope, query: IndexQuery): Promise<IndexAnswer>;
	/** The fields of the live items of these indices, by the names that filters, facets and sorts know them by. */
	openFields(scope: SearchScope): Promise<FieldCatalogue>;
	/**
	 * Completions of what is being typed, most wanted first, at most `countMax`, none twice; from titles, brands,
	 * categories and queries that found something. Empty for a text without letters or digits.
	 */
	suggest(scope: SearchScope, text: string, countMax: number): Promise<readonly string[]>;
	/**
	 * The item whose `link` is the address of this page, the first that was created where several share it; undefined when
	 * it is none's, or no address. What campaigns and browsers add makes no difference, see `item-link.ts`.
	 */
	findByLink(scope: SearchScope, link: string): Promise<EventItem | undefined>;
	/** For each item in the order asked: what is wanted to know of it, or why it is not allowed. */
	select(scope: SearchScope, selection: ItemSelection): Promise<readonly (ItemFacts | RefusalReason)[]>;
	/** Allowed items that share the most with one, best first; none when that item is not there. */
	findSimilar(scope: SearchScope, query: SimilarityQuery): Promise<readonly SimilarItem[]>;
	/** Allowed items, the newest first; those without a value in the field asked for are none. */
	listNewest(scope: SearchScope, query: NewestQuery): Promise<readonly ItemFacts[]>;
	/**
	 * What is in the live index: what its fields were taken for, what was left out of its items, how far it is behind the
	 * store. Undefined when there is no such index.
	 */
	describe(hashid: string, indexName: string): Promise<IndexDescription | undefined>;
	/** Whether everything that was written before this call can be found. */
	readState(hashid: string, indexName: string): Promise<IndexState>;
}
