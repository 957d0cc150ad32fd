import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { facetBucketsMax, facetsMax, fieldNameLengthMax } from './query-limits.ts';
import { autoFilterFieldsMax, defaultSearchSettings, findSearchSettingsFaults } from './search-settings.ts';
import {
	phraseLengthMax,
	phrasesPerRuleMax,
	type SynonymRule,
	synonymPhrasesMax,
	synonymRulesMax,
} from './synonym-rule.ts';

function toWords(count: number, prefix = 'word'): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

function toNames(settings: Parameters<typeof findSearchSettingsFaults>[0]): string[] {
	return findSearchSettingsFaults(settings).map(({ name }) => name);
}

const television: SynonymRule = { kind: 'two_way', phrases: ['tv', 'television'] };
const toFacet = (fieldName: string, size = 10) => ({ kind: 'terms', fieldName, size }) as const;

describe('search settings', () => {
	it('may be as large as the limits allow', () => {
		assert.deepEqual(findSearchSettingsFaults(defaultSearchSettings), []);
		const full = {
			kind: 'one_way',
			from: toWords(phrasesPerRuleMax),
			to: toWords(phrasesPerRuleMax, 'other'),
		} as const;
		const synonyms: SynonymRule[] = [
			...Array<SynonymRule>((synonymPhrasesMax - 200) / 100).fill(full),
			television,
			{ kind: 'two_way', phrases: ['a b c d e', 'x'.repeat(phraseLengthMax), '電視'] },
		];
		const facets = toWords(facetsMax).map((name) => toFacet(name, facetBucketsMax));
		assert.deepEqual(toNames({ synonyms, facets, autoFilterFields: toWords(autoFilterFieldsMax) }), []);
	});

	it('name every fault of the synonyms', () => {
		const synonyms: SynonymRule[] = [
			television,
			{ kind: 'two_way', phrases: ['tv'] },
			{ kind: 'one_way', from: [], to: ['…', 'fine', 'a b c d e f', 'x'.repeat(phraseLengthMax + 1), 'a\u0000b'] },
			{ kind: 'two_way', phrases: toWords(phrasesPerRuleMax + 1) },
			{ kind: 'two_way', phrases: ['fine', 'half \ud800'] },
		];
		assert.deepEqual(toNames({ synonyms }), [
			'synonyms.1.words',
			'synonyms.2.from',
			'synonyms.2.to.0',
			'synonyms.2.to.2',
			'synonyms.2.to.3',
			'synonyms.2.to.4',
			'synonyms.3.words',
			'synonyms.4.words.1',
		]);
	});

	it('have limits for all synonyms together', () => {
		assert.deepEqual(toNames({ synonyms: Array(synonymRulesMax + 1).fill(television) }), ['synonyms']);
		const large: SynonymRule = { kind: 'two_way', phrases: toWords(phrasesPerRuleMax) };
		const count = Math.floor(synonymPhrasesMax / phrasesPerRuleMax) + 1;
		assert.deepEqual(toNames({ synonyms: Array(count).fill(large) }), ['synonyms']);
	});

	it('name every fault of the facets and the fields', () => {
		const facets = [toFacet('brand'), toFacet(' '), toFacet('brand'), toFacet('size', 0), toFacet('x', 51)];
		assert.deepEqual(toNames({ facets }), ['facets.1', 'facets.2', 'facets.3.size', 'facets.4.size']);
		assert.deepEqual(toNames({ facets: toWords(facetsMax + 1).map((name) => toFacet(name)) }), ['facets']);
		const autoFilterFields = ['brand', 'x'.repeat(fieldNameLengthMax + 1), 'brand'];
		assert.deepEqual(toNames({ autoFilterFields }), ['auto_filter_fields.1', 'auto_filter_fields.2']);
		assert.deepEqual(toNames({ autoFilterFields: toWords(autoFilterFieldsMax + 1) }), ['auto_filter_fields']);
	});
});
