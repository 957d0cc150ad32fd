import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const items = {
	one: { title: 'Bookshelf White Tall' },
	apart: { title: 'Book Shelf Oak 5 Tier' },
	plural: { title: 'Book Shelves Pine' },
	near: { title: 'Shelf for a Book' },
	saw: { title: 'Jigsaw Variable Speed' },
	blades: { title: 'Jig Saw Blades 10pc' },
	knife: { title: 'Utility Knife Blades' },
	tie: { title: 'Bow Tie Black' },
	pan: { title: 'Non Stick Frying Pan' },
	sheet: { title: 'Nonstick Cookie Sheet' },
};

it('finds titles that have a word apart, whether or not others have it in one', () => {
	const { search, idsOf } = createSmallIndex(items, { itemsPerSegment: 3 });
	assert.deepEqual(idsOf({ text: 'bookshelf ' }).sort(), ['apart', 'one', 'plural']);
	const [first, second] = search({ text: 'bookshelf white ' }).hits;
	assert.deepEqual([first?.id, second?.id === 'near'], ['one', false]);
	assert.deepEqual(idsOf({ text: 'bowtie ' }), ['tie']);
	assert.equal(idsOf({ text: 'jigsaw blades ' })[0], 'blades');
	const { hits, strictCount } = search({ text: 'nonstick frying pan ' });
	assert.deepEqual([hits[0]?.id, strictCount], ['pan', 1]);
});

it('does not take two words for one that stand apart from each other, or of which one is a stop word', () => {
	const { idsOf } = createSmallIndex({
		mat: { title: 'Format Reader' },
		yoga: { title: 'Mat for Mat Pilates' },
		car: { title: 'Pet Seat for Car' },
		carpet: { title: 'Red Carpet' },
	});
	assert.deepEqual(idsOf({ text: 'format ' }), ['mat']);
	assert.deepEqual(idsOf({ text: 'carpet ' }), ['carpet']);
});

it('leaves a word that no item has to be written apart by mistake', () => {
	const { search } = createSmallIndex({ table: { title: 'Coffee Table' }, lamp: { title: 'Table Lamp' } });
	const { queryName, correctedText } = search({ text: 'coffeetable ' });
	assert.deepEqual([queryName, correctedText], ['fuzzy', 'coffee table ']);
});
