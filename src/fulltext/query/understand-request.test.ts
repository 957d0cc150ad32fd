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

const shop = createSmallIndex({
	men: { title: 'Running shoe', gender: 'Men', size: '9', colour: 'Red' },
	women: { title: 'Trail shoe', gender: 'Women', size: '10', colour: 'Black' },
	sock: { title: 'Sock 10-Pack', gender: 'Men', size: 'One size', colour: 'Black' },
	black: { title: 'Leather shoe', gender: 'Men', size: '9', colour: 'Black' },
	brown: { title: 'Leather boot', gender: 'Men', size: '10', colour: 'Brown' },
});

const loosened = [
	{ text: 'mens shoes size 10', ids: ['black', 'men'], strict: ['mens'] },
	{ text: 'black mens shoes size 10', ids: ['black', 'men'], strict: ['mens'] },
	{ text: 'black mens boots size 10', ids: ['brown'], strict: ['mens', 'size 10'] },
	{ text: 'brown womens shoes', ids: ['women'], strict: ['womens'] },
];
for (const { text, ids, strict } of loosened) {
	it(`loosens as few attributes as leave an item with all other words: ${text}`, () => {
		const { hits, understood } = shop.search({ text, hasUnderstanding: true });
		assert.deepEqual(new Set(hits.map(({ id }) => id)), new Set(ids));
		assert.deepEqual(
			understood.flatMap((part) => (part.isStrict ? part.text : [])),
			strict,
		);
	});
}

it('prefers what has a loosened attribute', () => {
	assert.equal(shop.search({ text: 'black mens shoes size 10', hasUnderstanding: true }).hits[0]?.id, 'black');
});
