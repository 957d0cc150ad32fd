import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startPosition } from '../../domain/log/position.ts';
import type { SimilarityQuery } from '../../domain/query/item-selection.ts';
import { collectReleased } from '../../lib/reclaim-memory.ts';
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

it('what is kept for an index that stays lets go of the segments that another one had', async () => {
	// biome-ignore lint/correctness/useYield: what is kept has no steps.
	const answer = cacheSimilar(function* () {
		return [];
	});
	const [product] = toIndexes('product');
	assert(product !== undefined);
	const askWithPage = () => {
		const [page] = toIndexes('page');
		assert(page !== undefined);
		runSteps(answer([product, page], { indexNames: ['product'], query: toQuery('a') }, unhurried));
		return new WeakRef(page.index.segments);
	};
	const segments = askWithPage();
	// A weak reference keeps its target until the end of the event loop round.
	await setTimeout(0);
	collectReleased(1024 ** 3);
	assert.ok(segments.deref() === undefined, 'the list is free');
	assert.equal(product.index.segments.length, 0);
});
