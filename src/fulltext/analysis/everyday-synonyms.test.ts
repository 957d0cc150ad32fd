import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findSynonymFaults } from '../../domain/query/synonym-rule.ts';
import { createAnalyzer } from './analyzer.ts';
import { toEverydaySynonyms } from './everyday-synonyms.ts';
import { createSynonyms } from './synonyms.ts';

const languages = 'cs da de en es fi fr hu it nl no pl pt ro ru sk sv tr'.split(' ');

it('has rules that are valid in every language, and none for languages without a list', () => {
	for (const language of languages) {
		const rules = toEverydaySynonyms(language);
		assert.ok(rules.length > 0, language);
		assert.deepEqual(findSynonymFaults('synonyms', rules), [], language);
	}
	assert.deepEqual(toEverydaySynonyms('zh'), []);
	assert.deepEqual(toEverydaySynonyms('constructor'), []);
});

it('holds for inflected words, and next to the rules of a search engine without chaining with them', () => {
	const { analyzeQuery } = createAnalyzer('en');
	const termsOf = (text: string, synonyms?: Parameters<typeof analyzeQuery>[1]) =>
		analyzeQuery(text, synonyms).spans.flatMap(({ form }) => form.choices.flat());
	assert.ok(termsOf('laptops ').includes('notebook'));
	assert.ok(termsOf('knife ').includes('knives') && termsOf('knives ').includes('knife'), 'an irregular plural');
	const synonyms = createSynonyms([{ kind: 'one_way', from: ['laptop'], to: ['ultrabook'] }], analyzeQuery);
	assert.ok(termsOf('laptop ', { synonyms }).includes('ultrabook'));
	assert.ok(termsOf('laptop ', { synonyms }).includes('notebook'));
	assert.ok(!termsOf('notebook ', { synonyms }).includes('ultrabook'));
});
