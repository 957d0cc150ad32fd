import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listBySimilarity } from './similar-spellings.ts';

const names = ['title', 'best_price', 'sale_price', 'price', 'color', 'dim.w', 'stock'];

it('has the closest spelling first, then names that have it inside', () => {
	assert.deepEqual(listBySimilarity('prise', names).similar, ['price']);
	assert.deepEqual(listBySimilarity('Price', names).similar, ['price', 'best_price', 'sale_price']);
	assert.deepEqual(listBySimilarity('-price', names).similar, ['price', 'best_price', 'sale_price']);
	assert.deepEqual(listBySimilarity('bestPrice', names).similar, ['best_price', 'price']);
	assert.deepEqual(listBySimilarity('colro', names).similar, ['color']);
	assert.deepEqual(listBySimilarity('dim_w', names).similar, ['dim.w']);
});

it('has nothing for a name that is like no other, and all others in order', () => {
	const { similar, others } = listBySimilarity('xyz', names);
	assert.deepEqual(similar, []);
	assert.deepEqual(others, [...names].sort());
});
