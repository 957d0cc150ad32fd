import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnalyzer } from './analyzer.ts';
import { applyWordRules, toWordKeys } from './word-rules.ts';

const { analyzeQuery } = createAnalyzer('en');
const none: ReadonlySet<string> = new Set();

function apply(text: string, said: { stop?: readonly string[]; exact?: readonly string[]; isTypoTolerant?: boolean }) {
	const { words } = applyWordRules(analyzeQuery(`${text} `), {
		stopWords: toWordKeys(said.stop ?? [], analyzeQuery),
		exactWords: toWordKeys(said.exact ?? [], analyzeQuery),
		isTypoTolerant: said.isTypoTolerant ?? true,
	});
	return {
		optional: words.filter(({ isOptional }) => isOptional).map((word) => word.text),
		tolerant: words.filter(({ isTypoTolerant }) => isTypoTolerant).map((word) => word.text),
	};
}

describe('rules for single words', () => {
	it('let items lack stop words, in any inflection, beside those of the language', () => {
		assert.deepEqual(apply('trusty shoes for kids', { stop: ['Trusty', 'kid'] }).optional, ['trusty', 'for', 'kids']);
	});

	it('need the words of a query that has only stop words', () => {
		assert.deepEqual(apply('trusty', { stop: ['trusty'] }).optional, []);
		assert.deepEqual(apply('for trusty', { stop: ['trusty'] }).optional, ['for']);
	});

	it('never take exact words for misspelt, or no word at all', () => {
		assert.deepEqual(apply('hoover bags', { exact: ['Hoover'] }).tolerant, ['bags']);
		assert.deepEqual(apply('hoover bags', { isTypoTolerant: false }).tolerant, []);
	});

	it('say nothing by what is several words, or none', () => {
		assert.deepEqual(toWordKeys(['t-shirt', '…'], analyzeQuery), none);
	});
});
