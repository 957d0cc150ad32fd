/** A small index of given items, and requests with defaults for everything else. */

import { emptyQuery, type IndexQuery } from '../../src/domain/query/index-query.ts';
import { type IndexSchema, inferredSchema } from '../../src/domain/schema/index-schema.ts';
import { createAnalyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { createIndexWriter } from '../../src/fulltext/index/index-writer.ts';
import { answerRequest } from '../../src/fulltext/query/answer-request.ts';
import type { IndexView } from '../../src/fulltext/query/index-view.ts';
import type { SearchAnswer } from '../../src/fulltext/query/search-answer.ts';

export interface SmallIndex {
	readonly view: IndexView;
	search(request: Partial<IndexQuery>): SearchAnswer;
	/** The ids of the hits, in order. */
	idsOf(request: Partial<IndexQuery>): string[];
}

/** Items by id, in one segment unless `itemsPerSegment` cuts them into several. */
export function createSmallIndex(
	items: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
	options: {
		readonly itemsPerSegment?: number;
		readonly isOutOfStockLast?: boolean;
		readonly language?: string;
		readonly schema?: IndexSchema;
	} = {},
): SmallIndex {
	const analyzer = createAnalyzer(options.language ?? 'en');
	const { schema = inferredSchema } = options;
	const writer = createIndexWriter(analyzer, [], { schema });
	for (const [index, [id, fields]] of Object.entries(items).entries()) {
		writer.put({ id, fields: { id, ...fields } });
		if ((index + 1) % (options.itemsPerSegment ?? 1_000) === 0) writer.refresh();
	}
	writer.refresh();
	const view = { segments: writer.segments, analyzer, isOutOfStockLast: options.isOutOfStockLast ?? false };
	const search = (request: Partial<IndexQuery>) => answerRequest(view, { ...emptyQuery, ...request });
	return { view, search, idsOf: (request) => search(request).hits.map(({ id }) => id) };
}

/** Items with the same words in their titles, and a number each. */
export function many(title: string, count: number): (readonly [string, { readonly title: string }])[] {
	return Array.from({ length: count }, (_, index) => [`${title}${index}`, { title: `${title} number ${index}` }]);
}
