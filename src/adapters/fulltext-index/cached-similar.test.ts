import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startPosition } from '../../domain/log/position.ts';
import type { SimilarityQuery } from '../../domain/query/item-selection.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { cacheSimilar } from './cached-similar.ts';

const criteria = { filters: [], excludes: [], isInStockOnly: false, fieldNames: [], conditions: [] };

function toQuery(itemKey: string, more: Partial<SimilarityQuery> = {}): SimilarityQuery {
	return { ...criteria, item: { indexName: 'product', itemKey }, countMax: 10, ...more };
}

function toIndexes(...names: string[]) {
	return names.map((indexName) => ({
		indexName,
		index: { generationId: 1, position: startPosition, language: 'en', prices: '.,2', schema: '', segments: [] },
	}));
}

it('similar items are computed once, until one of the indices changes', () => {
	let count = 0;
	// biome-ignore lint/correctness/useYield: what is counted has no steps.
	const answer = cacheSimilar(function* () {
		count += 1;
		return [];
	});
	const [product, page] = toIndexes('product', 'page');
	const [changed] = toIndexes('page');
	assert(product !== undefined && page !== undefined && changed !== undefined);
	const ask = (query: SimilarityQuery, searched = [product, page], names = ['product']) => {
		runSteps(answer(searched, { indexNames: names, query }, unhurried));
		return count;
	};
	assert.equal(ask(toQuery('a')), 1);
	assert.equal(ask(toQuery('a')), 1);
	assert.equal(ask(toQuery('b')), 2);
	assert.equal(ask(toQuery('a', { isInStockOnly: true })), 3);
	assert.equal(ask(toQuery('a'), [product, page], ['product', 'page']), 4);
	assert.equal(ask(toQuery('a'), [product, changed]), 5);
	assert.equal(ask(toQuery('a'), [product, changed]), 5);
});
