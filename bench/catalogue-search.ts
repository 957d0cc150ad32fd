/** A catalogue in the full-text core, searched as a shopper would: with all defaults and without `query_name`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { emptyQuery, type QueryName } from '../src/domain/query/index-query.ts';
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { createSegmentBuilder } from '../src/fulltext/index/builder/segment-builder.ts';
import { openSegment } from '../src/fulltext/index/segment/segment.ts';
import { answerRequest } from '../src/fulltext/query/answer-request.ts';
import type { IndexView } from '../src/fulltext/query/index-view.ts';

export interface Product extends Readonly<Record<string, unknown>> {
	readonly id: string;
}

export interface SearchedCatalogue {
	/** Ids, best first, at most `size`. Without `queryName` as a shopper's search. */
	search(text: string, size: number, queryName?: QueryName): string[];
	/** As a shopper's search with what was learned. */
	searchWith(learned: Partial<IndexView> | undefined, text: string, size: number): string[];
	readonly view: IndexView;
}

/** The products of a compressed file with one JSON object a line. */
export function readProducts(path: string): Product[] {
	const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Indexes products in English, as one segment. Cost: about 50 µs for each product. */
export function indexCatalogue(products: readonly Product[]): SearchedCatalogue {
	const analyzer = createAnalyzer('en');
	const builder = createSegmentBuilder(analyzer);
	for (const product of products) builder.add({ id: product.id, fields: product });
	const segment = openSegment(builder.finish());
	const view: IndexView = {
		segments: [{ segment, live: undefined, liveCount: segment.documentCount }],
		analyzer,
		isOutOfStockLast: false,
	};
	return {
		search(text, size, queryName) {
			return answerRequest(view, { ...emptyQuery, text, queryName, size, hasUnderstanding: true }).hits.map(
				({ id }) => id,
			);
		},
		searchWith(learned, text, size) {
			const request = { ...emptyQuery, text, size, hasUnderstanding: true };
			return answerRequest({ ...view, ...learned }, request).hits.map(({ id }) => id);
		},
		view,
	};
}
