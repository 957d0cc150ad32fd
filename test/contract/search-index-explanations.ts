/** What every search index explains. The catalogue is that of the contract. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { emptyQuery, type IndexAnswer, type IndexQuery } from '../../src/domain/query/index-query.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';

type OpenFilled = (t: TestContext) => Promise<{
	readonly searchIndex: SearchIndex;
	search(query: Partial<IndexQuery>): Promise<IndexAnswer>;
}>;

const everything: IndexQuery = { ...emptyQuery, size: 100 };

export function testExplanations(open: OpenFilled, product: SearchScope): void {
	const itemOf = (id: string, indexName = 'product') => ({ indexName, itemKey: toItemKey(id) });

	test('an explanation has the hits of the search with their ranks, on every page', async (t) => {
		const { search, searchIndex } = await open(t);
		for (const more of [{}, { from: 1, size: 1 }, { isGrouped: true }, { text: 'nothing' }]) {
			const query = { ...everything, text: 'shoe', ...more };
			const { facets: _, hits, ...answer } = await search(query);
			const explanation = await searchIndex.explain(product, query, []);
			const { queryName, count, strictCount } = explanation;
			assert.deepEqual([queryName, count, strictCount], [answer.queryName, answer.count, answer.strictCount]);
			assert.deepEqual(
				explanation.hits.map(({ indexName, id, score, rank }) => [indexName, id, score, rank]),
				hits.map(({ indexName, id, score }, at) => [indexName, id, score, query.from + at + 1]),
			);
			for (const { factors, score } of explanation.hits) {
				const made = factors.reduce((value, factor) => value * factor.value, 1);
				assert.ok(Math.abs(made - score) <= 1e-5 * score, `${made}, ${score}`);
			}
		}
	});

	test('an item that is asked for is a hit with its rank, or has reasons why it is none', async (t) => {
		const { searchIndex } = await open(t);
		const query = { ...everything, text: 'trail shoe', queryName: 'match_and' } as const;
		const asked = [itemOf('3'), itemOf('4'), itemOf('7')];
		const { items } = await searchIndex.explain(product, query, asked);
		assert.deepEqual(
			items.map(({ indexName, itemKey, document, hit, absences }) => [
				...[indexName, itemKey, document?.id, hit?.rank],
				absences.map(({ kind }) => kind),
			]),
			[
				['product', toItemKey('3'), '3', 1, []],
				['product', toItemKey('4'), '4', undefined, ['words']],
				['product', toItemKey('7'), undefined, undefined, ['not_indexed']],
			],
		);
	});
}
