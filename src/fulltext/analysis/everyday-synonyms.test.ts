import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAnalyzer } from './analyzer.ts';
import { toEverydaySynonyms } from './everyday-synonyms.ts';
import { findLanguage } from './language-registry.ts';
import { createSynonyms } from './synonyms.ts';

it('returns none for a language without a list', () => {
	assert.deepEqual(toEverydaySynonyms(findLanguage('zh')), []);
	assert.deepEqual(toEverydaySynonyms(findLanguage('xx')), []);
});

it('applies to inflected words, and beside the rules of a search engine without chaining with them', () => {
	const { analyzeQuery } = createAnalyzer('en');
	const termsOf = (text: string, synonyms?: Parameters<typeof analyzeQuery>[1]) =>
		analyzeQuery(text, synonyms).spans.flatMap(({ form }) => form.choices.flat());
	assert.ok(termsOf('laptops ').includes('notebook'));
	assert.ok(termsOf('child ').includes('children') && termsOf('children ').includes('child'), 'an irregular plural');
	const synonyms = createSynonyms([{ kind: 'one_way', from: ['laptop'], to: ['ultrabook'] }], analyzeQuery);
	assert.ok(termsOf('laptop ', { synonyms }).includes('ultrabook'));
	assert.ok(termsOf('laptop ', { synonyms }).includes('notebook'));
	assert.ok(!termsOf('notebook ', { synonyms }).includes('ultrabook'));
});
