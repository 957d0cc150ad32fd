import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const items = {
	desk1: { title: 'Desk lamp', colour: 'Black' },
	desk2: { title: 'Desk lamp with clamp', colour: 'White' },
	salt: { title: 'Lamp of salt', colour: 'Pink' },
	towel: { title: 'Towel', colour: 'Pink' },
	gloss: { title: 'Gloss spray paint', colour: 'Black' },
	spray: { title: 'Spray paint', colour: 'White' },
	matte: { title: 'Matte varnish', colour: 'Black' },
};
const { search } = createSmallIndex(items);
const find = (text: string) => search({ text, hasUnderstanding: true });

it('prefers an attribute that no item has together with all other words, where some item has these', () => {
	const { hits, understood } = find('pink desk lamp');
	assert.deepEqual(new Set(hits.slice(0, 2).map(({ id }) => id)), new Set(['desk1', 'desk2']));
	assert.deepEqual(
		understood.map(({ isStrict }) => isStrict),
		[false],
	);
});

it('filters by an attribute where nothing has all other words anyway', () => {
	const { hits, understood } = find('matte white spray paint');
	assert.deepEqual(
		hits.map(({ id }) => id),
		['spray'],
	);
	assert.deepEqual(
		understood.map(({ isStrict }) => isStrict),
		[true],
	);
});

it('filters by an attribute that items with all other words have', () => {
	assert.deepEqual(
		find('white desk lamp').hits.map(({ id }) => id),
		['desk2'],
	);
});
