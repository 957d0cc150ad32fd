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
	] as const) {
		const toKey = createValueKeys(createAnalyzer(language));
		assert.deepEqual(new Set(texts.map(toKey)).size, 1, texts.map(toKey).join());
	}
});
