import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const items = {
	tv: { title: 'Samsung QLED TV 55 inch', brand: 'Samsung' },
	phone: { title: 'Samsung phone' },
	cable: { title: 'USB cable' },
	charger: { title: 'USBC charger' },
	mouse: { title: 'Gaming mouse black' },
	pad: { title: 'Mouse pad' },
	keyboard: { title: 'Keyboard' },
};

it('finds items by two words that were written together', () => {
	const { search, idsOf } = createSmallIndex(items, { itemsPerSegment: 2 });
	const answer = search({ text: 'samsungtv' });
	assert.deepEqual([answer.hits[0]?.id, answer.queryName, answer.strictCount], ['tv', 'fuzzy', 1]);
	const firstOf = (text: string) => idsOf({ text })[0];
	for (const text of ['Samsungtv ', 'SAMSUNGTV inch', 'samsungtv', 'tvsamsung'])
		assert.equal(firstOf(text), 'tv', text);
	assert.equal(firstOf('usbcable'), 'cable');
	assert.equal(firstOf('black gamingmouse '), 'mouse');
	assert.equal(firstOf('gamingmou'), 'mouse', 'the last word may still be typed');
});

it('writes words apart in the whole text, also around what is no word', () => {
	const { search } = createSmallIndex({ ...items, cheap: { title: 'Samsung TV', price: 40 } });
	const textOf = (text: string) => search({ text, hasUnderstanding: true }).correctedText;
	assert.equal(textOf('samsungtv under 50 black '), 'samsung tv under 50 black ');
	assert.equal(textOf('black samsungtv under 50'), 'black samsung tv under 50');
});

it('does not split a word that is known as typed, as a prefix or with a typo', () => {
	const { idsOf } = createSmallIndex({ ...items, pair: { title: 'Key and board game' } });
	assert.deepEqual(idsOf({ text: 'keyboard ' }), ['keyboard']);
	assert.deepEqual(idsOf({ text: 'keybo' }), ['keyboard']);
	assert.deepEqual(idsOf({ text: 'keybaord' }), ['keyboard']);
});

it('does not split a word when no item has both halves, nor where the query asks for exact words', () => {
	const { idsOf, search } = createSmallIndex(items);
	assert.equal(search({ text: 'phonecable' }).correctedText, undefined);
	assert.deepEqual(idsOf({ text: 'gamingxyz' }), []);
	const desk = { title: 'Desk with lamp' };
	assert.deepEqual(
		createSmallIndex({ ...items, desk }).idsOf({ text: 'phonewith' }),
		[],
		'nor where a stop word is one',
	);
	const cased = { title: 'Phone with case' };
	assert.deepEqual(createSmallIndex({ ...items, desk, cased }).idsOf({ text: 'phonewith' })[0], 'cased');
	assert.deepEqual(idsOf({ text: 'samsungtv', queryName: 'match_and' }), []);
	assert.deepEqual(idsOf({ text: 'samsungtv', queryName: 'match_or' }), []);
	assert.deepEqual(idsOf({ text: 'samsungtv', queryName: 'fuzzy' }), ['tv']);
});
