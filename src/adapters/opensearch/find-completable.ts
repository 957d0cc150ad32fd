/** The items that a typed text may be completed from: they have its words, of which the last one may go on. */
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { type FoundItem, mergeItems, search, wholeSource } from './candidates.ts';
import type { Clause } from './filter-clauses.ts';
import type { OpenedIndex } from './open-scope.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import { toWordClauses } from './word-clauses.ts';

interface Completing {
	readonly connection: OpenSearchConnection;
	readonly opened: readonly OpenedIndex[];
	readonly analyzer: Analyzer;
}

/** The core completes from so many items; a large shop has more, of which these have the words in the best places. */
const itemsMax = 150;

export async function findCompletable(
	{ connection, opened, analyzer }: Completing,
	text: string,
): Promise<readonly FoundItem[]> {
	const analyzed = analyzer.analyzeQuery(text);
	if (analyzed.words.length === 0) return [];
	const options = { rarities: [], corrections: [], isTakenApart: () => false, hasCompounds: false };
	const typed = toWordClauses(analyzed, { ...options, isCorrected: () => false });
	const found = await find({ bool: { must: typed } });
	if (found.length > 0) return found;
	return find({ bool: { should: toWordClauses(analyzed, { ...options, isCorrected: () => true }) } });

	async function find(query: Clause): Promise<readonly FoundItem[]> {
		const sort = [{ _score: 'desc' }, { serial: 'asc' }];
		const { hits } = await search(connection, opened, { query, sort, size: itemsMax, _source: wholeSource });
		return mergeItems(hits.hits);
	}
}
