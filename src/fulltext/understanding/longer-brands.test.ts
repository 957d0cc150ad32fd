import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const items = {
	paris: { title: 'Repair shampoo', brand: "L'Oréal Paris" },
	professionnel: { title: 'Silver shampoo', brand: "L'Oréal Professionnel" },
	dove: { title: 'Care shampoo', brand: 'Dove' },
	galaxy: { title: 'Galaxy phone', brand: 'Samsung Electronics' },
	cover: { title: 'Phone cover for Samsung', brand: 'Spigen' },
	pixel: { title: 'Pixel phone', brand: 'Google' },
	can: { title: 'Energy drink', brand: 'Red Bull' },
	cola: { title: 'Red cola drink', brand: 'Fritz' },
	juice: { title: 'Red juice drink', brand: 'Granini' },
	wine: { title: 'Red wine drink', brand: 'Gallo' },
	saw: { title: 'Saw', brand: 'Makita' },
	saw2: { title: 'Saw', brand: 'Makita Tools' },
};

const rows = [
	{ language: 'en', text: 'shampoo not loreal', ids: ['dove'] },
	{ language: 'en', text: "shampoo not l'oreal", ids: ['dove'] },
	{ language: 'fr', text: 'shampoo sans loreal', ids: ['dove'] },
	{ language: 'fr', text: "shampoo sauf l'oréal", ids: ['dove'] },
	{ language: 'de', text: 'phone ohne samsung', ids: ['cover', 'pixel'] },
	{ language: 'en', text: 'phone without samsung', ids: ['cover', 'pixel'] },
	// Of most things, red is no brand.
	{ language: 'en', text: 'drink not red', ids: ['can'] },
	{ language: 'en', text: 'drink not red bull', ids: ['cola', 'juice', 'wine'] },
	{ language: 'en', text: 'saw not makita tools', ids: ['saw'] },
];
for (const { language, text, ids } of rows) {
	it(`leaves out brands by their first words: ${text}`, () => {
		const found = createSmallIndex(items, { language }).idsOf({ text, hasUnderstanding: true });
		assert.deepEqual(found.toSorted(), ids);
	});
}

it('leaves out longer brands beside the brand itself', () => {
	const { understood } = createSmallIndex(items).search({ text: 'saw not makita', hasUnderstanding: true });
	assert.deepEqual(understood[0]?.value, ['Makita', 'Makita Tools']);
});
