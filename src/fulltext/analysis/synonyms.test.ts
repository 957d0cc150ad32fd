import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFound } from '../../../test/support/analyzed-text.ts';
import { createAnalyzer } from './analyzer.ts';
import { createSynonyms, phraseLengthMax, phrasesPerRuleMax, type SynonymRule, synonymRulesMax } from './synonyms.ts';

const analyzer = createAnalyzer('en');

function toSynonyms(...rules: SynonymRule[]) {
	const result = createSynonyms(rules, analyzer.analyzeQuery);
	assert(result.ok);
	return result.value;
}

function toFaultNames(...rules: SynonymRule[]): string[] {
	const result = createSynonyms(rules, analyzer.analyzeQuery);
	assert(!result.ok);
	return result.failure.faults?.map(({ name }) => name) ?? [];
}

function isFoundBy(query: string, document: string, ...rules: SynonymRule[]): boolean {
	return isFound(analyzer, query, document, { synonyms: toSynonyms(...rules) });
}

const television: SynonymRule = { kind: 'two_way', phrases: ['tv', 'television', 'smart display set'] };
const sneaker: SynonymRule = { kind: 'one_way', from: ['sneaker'], to: ['shoe', 'gym footwear'] };
const wireless: SynonymRule = { kind: 'two_way', phrases: ['wi-fi', 'wireless'] };

describe('synonyms', () => {
	it('of two ways find each other', () => {
		assert.ok(isFoundBy('tv ', 'Television', television));
		assert.ok(isFoundBy('television ', 'TV', television));
		assert.ok(isFoundBy('cheap tv ', 'a cheap television', television));
		assert.ok(!isFoundBy('tv ', 'radio', television));
	});

	it('of one way find what they point to, not the other way round', () => {
		assert.ok(isFoundBy('sneaker ', 'running shoe', sneaker));
		assert.ok(!isFoundBy('shoe ', 'sneaker', sneaker));
	});

	it('may be of several words, on either side', () => {
		assert.ok(isFoundBy('smart display set ', 'TV', television));
		assert.ok(isFoundBy('tv ', 'Set: smart display', television));
		assert.ok(!isFoundBy('tv ', 'smart display', television));
		assert.ok(!isFoundBy('smart display ', 'TV', television));
	});

	it('hold for inflected words, in the query and in the document', () => {
		assert.ok(isFoundBy('sneakers ', 'running shoes', sneaker));
	});

	it('hold for words written together and apart', () => {
		assert.ok(isFoundBy('wifi ', 'wireless', wireless));
		assert.ok(isFoundBy('wi fi ', 'wireless', wireless));
		assert.ok(isFoundBy('wireless ', 'wifi', wireless));
		assert.ok(isFoundBy('wireless ', 'Wi-Fi', wireless));
	});

	it('do not chain', () => {
		const b: SynonymRule = { kind: 'one_way', from: ['shoe'], to: ['boot'] };
		assert.ok(!isFoundBy('sneaker ', 'boot', sneaker, b));
	});

	it('of several rules for a phrase all count', () => {
		const b: SynonymRule = { kind: 'one_way', from: ['sneaker'], to: ['trainer'] };
		assert.ok(isFoundBy('sneaker ', 'shoe', sneaker, b));
		assert.ok(isFoundBy('sneaker ', 'trainer', sneaker, b));
	});

	it('name every fault in the rules', () => {
		assert.deepEqual(toFaultNames({ kind: 'two_way', phrases: ['tv'] }), ['rules.0.phrases']);
		assert.deepEqual(toFaultNames(television, { kind: 'one_way', from: [], to: ['…'] }), [
			'rules.1.from',
			'rules.1.to.0',
		]);
		assert.deepEqual(toFaultNames({ kind: 'one_way', from: ['a b c d e f'], to: ['x'.repeat(phraseLengthMax + 1)] }), [
			'rules.0.from.0',
			'rules.0.to.0',
		]);
		const many = Array.from({ length: phrasesPerRuleMax + 1 }, (_, index) => `word${index}`);
		assert.deepEqual(toFaultNames({ kind: 'two_way', phrases: many }), ['rules.0.phrases']);
		const rules = Array.from({ length: synonymRulesMax + 1 }, () => television);
		assert.deepEqual(toFaultNames(...rules), ['rules']);
	});
});
