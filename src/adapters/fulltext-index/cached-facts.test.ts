import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startPosition } from '../../domain/log/position.ts';
import type { ItemSelection } from '../../domain/query/item-selection.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { cacheFacts } from './cached-facts.ts';

const criteria = { filters: [], excludes: [], isInStockOnly: false, fieldNames: [], conditions: [] };

function toIndex(indexName: string) {
	return {
		indexName,
		index: { generationId: 1, position: startPosition, language: 'en', prices: '.,2', schema: '', segments: [] },
	};
}

function open() {
	const asked: string[][] = [];
	const select = cacheFacts(function* (searched, { items, isInStockOnly }) {
		asked.push(items.map(({ indexName, itemKey }) => `${indexName} ${itemKey}`));
		return items.map(({ indexName, itemKey }) =>
			itemKey === 'gone' || searched.every((one) => one.indexName !== indexName)
				? 'missing'
				: { indexName, itemKey, id: `${itemKey} ${isInStockOnly}`, groupId: undefined, fields: [], conditions: [] },
		);
	});
	return {
		asked,
		select(
			searched: readonly ReturnType<typeof toIndex>[],
			names: readonly string[],
			more: Partial<ItemSelection> = {},
		) {
			const items = names.map((name) => {
				const [indexName = '', itemKey = ''] = name.split(' ');
				return { indexName, itemKey };
			});
			return runSteps(select(searched, { ...criteria, items, ...more }, unhurried)).map((facts) =>
				typeof facts === 'string' ? facts : `${facts.indexName} ${facts.id}`,
			);
		},
	};
}

describe('facts of items', () => {
	it('are looked up once, unknown ones together, each at its position', () => {
		const { asked, select } = open();
		const searched = [toIndex('product'), toIndex('page')];
		const [a, b, page] = ['product a', 'product b', 'page a'] as const;
		assert.deepEqual(select(searched, [a]), ['product a false']);
		assert.deepEqual(select(searched, [b, a, page]), ['product b false', 'product a false', 'page a false']);
		assert.deepEqual(select(searched, [page, 'product gone', b]), ['page a false', 'missing', 'product b false']);
		assert.deepEqual(select(searched, ['product gone', a]), ['missing', 'product a false']);
		assert.deepEqual(asked, [[a], [b, page], ['product gone']]);
	});

	it('are those of one poll', () => {
		const { asked, select } = open();
		const searched = [toIndex('product')];
		assert.deepEqual(select(searched, ['product a']), ['product a false']);
		assert.deepEqual(select(searched, ['product a'], { isInStockOnly: true }), ['product a true']);
		assert.deepEqual(select(searched, ['product a'], { fieldNames: ['brand'] }), ['product a false']);
		assert.equal(asked.length, 3);
	});

	it('are forgotten when their index has changed, and no others are', () => {
		const { asked, select } = open();
		const page = toIndex('page');
		select([toIndex('product'), page], ['product a', 'page a']);
		select([toIndex('product'), page], ['product a', 'page a']);
		assert.deepEqual(asked, [['product a', 'page a'], ['product a']]);
	});

	it('of an index that is not searched are not cached for later', () => {
		const { select } = open();
		const product = toIndex('product');
		assert.deepEqual(select([product], ['page a']), ['missing']);
		assert.deepEqual(select([product, toIndex('page')], ['page a']), ['page a false']);
	});

	it('are bounded', () => {
		const { asked, select } = open();
		const searched = [toIndex('product')];
		select(searched, ['product a']);
		for (let n = 0; n < 10_000; n += 1) select(searched, [`product ${n}`]);
		asked.length = 0;
		select(searched, ['product a']);
		assert.equal(asked.length, 1);
	});
});
