import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex, many } from '../../../test/support/small-index.ts';

it('says that torn words are one where an item has the one word, and many that or a synonym of it', () => {
	const items = [...many('black sunglasses', 20), ...many('Acme notebook', 20), ...many('table lamp', 20)];
	const synonyms = [...many('Acme laptop', 1), ...many('Acme sunscreen', 20)];
	const apart = [...many('cricket bat', 20), ...many('cricketbat', 20), ...many('sun hat', 5), ...many('glasses', 5)];
	const stems = [...many('silver necklace', 20), ...many('gold ring', 20)];
	const { search } = createSmallIndex(Object.fromEntries([...items, ...synonyms, ...apart, ...stems]));
	const expected: readonly (readonly [string, string | undefined])[] = [
		['Black Sun  Glasses!', 'Black sunglasses!'],
		['lap top', 'laptop'],
		['cheap Lap Tops under 50', 'cheap laptops under 50'],
		['sun cream ', undefined],
		['sun-glasses ', undefined],
		['table lamp ', undefined],
		['cricket bat ', undefined],
		['glasses sun ', undefined],
		['silver ring ', undefined],
	];
	for (const [text, corrected] of expected) assert.equal(search({ text }).correctedText, corrected, text);
	assert.equal(search({ text: 'lap top ', queryName: 'match_and' }).correctedText, undefined);
});

it('finds what torn words stand for by everyday synonyms and by those of the shop', () => {
	const items = { notebook: { title: 'Acme notebook' }, top: { title: 'tank top' }, bag: { title: 'bag' } };
	const { idsOf } = createSmallIndex(items);
	assert.equal(idsOf({ text: 'lap top ' })[0], 'notebook');
	assert.equal(idsOf({ text: 'lap tops ' })[0], 'notebook');
	assert.equal(createSmallIndex(items, { language: 'de' }).idsOf({ text: 'Lap Top ' })[0], 'notebook');
});
