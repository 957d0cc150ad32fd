/** What all parts of one search share. */
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AskedQuery, SearchedIndex } from '../fulltext-index/answer-index-query.ts';
import type { LearnedView } from '../fulltext-index/learned-factors.ts';
import type { KnownCounts } from './candidates.ts';
import type { FilterContext } from './filter-clauses.ts';
import type { OpenedIndex } from './open-scope.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface AskedSearch {
	readonly connection: OpenSearchConnection;
	/** At least one. */
	readonly opened: readonly OpenedIndex[];
	readonly query: IndexQuery;
	readonly analyzer: Analyzer;
	readonly known: KnownCounts;
	readonly context: FilterContext;
	/** As the embedded index asks its core about these items. */
	readonly toAsked: (searched: readonly SearchedIndex[]) => AskedQuery;
	/** What was learned for the query, in these indices. */
	readonly findLearned: (searched: readonly SearchedIndex[]) => LearnedView | undefined;
	/** Runs work of the core in time slices. */
	run<T>(searched: readonly SearchedIndex[], begin: (pace: Pace) => Steps<T>): T | Promise<T>;
}
