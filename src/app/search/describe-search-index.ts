/** Describes the search index of an index, for its owner. */
import type { IndexDescription } from '../../domain/query/index-description.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

/** `not_found` when the engine has no index of this name. @throws {FailureError} as every method of `SearchIndex`. */
export type DescribeSearchIndex = (engine: SearchEngine, indexName: string) => Promise<Result<IndexDescription>>;

export function createDescribeSearchIndex(searchIndex: Pick<SearchIndex, 'describe'>): DescribeSearchIndex {
	return async ({ hashid }, indexName) => {
		const description = await searchIndex.describe(hashid, indexName);
		return description === undefined ? fail('not_found') : succeed(description);
	};
}
