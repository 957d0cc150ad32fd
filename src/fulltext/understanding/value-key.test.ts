import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createValueKeys } from './value-key.ts';

it('is the same for letters that keyboards lack, however they are typed, and for everyday synonyms', () => {
	for (const [language, texts] of [
		['de', ['Grün', 'gruen', 'grüne', 'gruener']],
		['da', ['Rød', 'rødt', 'roed', 'roedt']],
		['no', ['Blå', 'blått', 'blaa']],
		['sv', ['Grön', 'grönt', 'groen', 'gröna']],
		['en', ['Grey', 'gray']],
		['ja', ['黒', '黒い', 'ブラック']],
		['zh', ['黑', '黑色']],
		['zh', ['红', '紅色']],
		['pl', ['Skóra', 'skórzana', 'skórzane']],
		['pl', ['Bawełna', 'bawełniany', 'bawelniane']],
		['nl', ['Leer', 'leren', 'lederen']],
	] as const) {
		const toKey = createValueKeys(createAnalyzer(language));
		assert.deepEqual(new Set(texts.map(toKey)).size, 1, texts.map(toKey).join());
	}
});

it('is the same for a size however it is written', () => {
	const toKey = createValueKeys(createAnalyzer('de'));
	for (const texts of [
		['XXL', '2XL', '2xl', '2X-Large', 'XX-Large', 'extra extra large'],
		['XL', 'X-Large', 'Extra Large', '1XL', 'extra-large'],
		['M', 'Medium', 'med'],
		['XS', 'extra small'],
		['XXXL', '3XL', '3 XL'],
	]) {
		assert.deepEqual(new Set(texts.map(toKey)).size, 1, texts.map(toKey).join());
	}
	const others = ['2 l', '2L', 'L', 'S', 'M', 'XL', '2XL', '2 m', 'xm', 'xx', '9', 'extra', 'largely'];
	assert.equal(new Set(others.map(toKey)).size, others.length - 1, others.map(toKey).join());
});
