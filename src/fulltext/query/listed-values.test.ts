import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const shelf = { title: 'Shelf', price: 50 };

it('what lists a colour with others fits that colour, behind what has no other', () => {
	const { search } = createSmallIndex({
		both: { title: 'Usb hub', colour: 'Black,Grey' },
		stroke: { title: 'Usb hub', colour: 'grey / white' },
		grey: { title: 'Usb hub', colour: 'Grey' },
		black: { title: 'Usb hub', colour: 'Black' },
		mouse: { title: 'Grey mouse', colour: 'Grey' },
		...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`shelf${at}`, shelf])),
	});
	const idsOf = (text: string) => search({ text, hasUnderstanding: true }).hits.map(({ id }) => id);
	assert.deepEqual(idsOf('gray usb hub'), ['grey', 'both', 'stroke']);
	assert.deepEqual(idsOf('black usb hub'), ['black', 'both']);
	assert.deepEqual(idsOf('usb hub not grey'), ['black']);
	assert.deepEqual(search({ text: 'usb hub not grey', hasUnderstanding: true }).understood[0]?.value, ['Grey']);
	const [understood] = search({ text: 'gray usb hub', hasUnderstanding: true }).understood;
	assert.deepEqual([understood?.value, understood?.isStrict], [['Grey'], true]);
});

it('materials are listed with their shares, and people with a stroke', () => {
	const { search } = createSmallIndex({
		mixed: { title: 'Shirt', material: '80% Cotton, 20% Polyester', gender: 'Men' },
		pure: { title: 'Shirt', material: '100% cotton', gender: 'Men/Women' },
		wool: { title: 'Shirt', material: 'Wool', gender: 'Women' },
		...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`shelf${at}`, shelf])),
	});
	const idsOf = (text: string) => search({ text, hasUnderstanding: true }).hits.map(({ id }) => id);
	assert.deepEqual(idsOf('cotton shirt'), ['pure', 'mixed']);
	// Where nothing has only that, it is a word.
	assert.equal(idsOf('polyester shirt')[0], 'mixed');
	assert.deepEqual(idsOf('mens shirt'), ['mixed', 'pure']);
	assert.deepEqual(idsOf('womens shirt'), ['wool', 'pure']);
});

it('a shade fits its colour, behind the colour itself', () => {
	for (const [language, text, thing, best, shades, others] of [
		['en', 'grey sofa', 'Sofa', 'Grey', ['Dark Grey', 'Light-Grey/White'], ['Greyhound', 'Black']],
		['es', 'vestido azul', 'Vestido', 'Azul', ['Azul marino', 'Dark Azul'], ['Verde']],
		['de', 'blaues kleid', 'Kleid', 'Blau', ['Dunkelblau', 'Hellblau'], ['Grün']],
		['sv', 'blå klänning', 'Klänning', 'Blå', ['Mörkblå'], ['Grön']],
	] as const) {
		const colours = [best, ...shades, ...others];
		const items = Object.fromEntries(colours.map((colour) => [colour, { title: thing, colour }]));
		const found = createSmallIndex(items, { language }).idsOf({ text, hasUnderstanding: true });
		assert.equal(found[0], best, text);
		assert.deepEqual(found.toSorted(), [best, ...shades].toSorted(), text);
	}
});

it('things for both genders come behind those for the one that was named', () => {
	const { idsOf } = createSmallIndex({
		unisex: { title: 'Boots', gender: 'Unisex', size: '40' },
		men: { title: 'Boots for the snow', gender: 'Men' },
		women: { title: 'Boots for the snow', gender: 'Women' },
	});
	assert.deepEqual(idsOf({ text: 'womens boots', hasUnderstanding: true }), ['women', 'unisex']);
});
