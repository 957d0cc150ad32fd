import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFound } from '../../../test/support/analyzed-text.ts';
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import { createAnalyzer } from './analyzer.ts';
import { createSynonyms } from './synonyms.ts';

const analyzer = createAnalyzer('en');

function isFoundBy(query: string, document: string, ...rules: SynonymRule[]): boolean {
	return isFound(analyzer, query, document, { synonyms: createSynonyms(rules, analyzer.analyzeQuery) });
}

const television: SynonymRule = { kind: 'two_way', phrases: ['tv', 'television', 'smart display set'] };
const sneaker: SynonymRule = { kind: 'one_way', from: ['sneaker'], to: ['shoe', 'gym footwear'] };
const wireless: SynonymRule = { kind: 'two_way', phrases: ['wi-fi', 'wireless'] };

describe('synonyms', () => {
	it('in both directions find each other', () => {
		assert.ok(isFoundBy('tv ', 'Television', television));
		assert.ok(isFoundBy('television ', 'TV', television));
		assert.ok(isFoundBy('cheap tv ', 'a cheap television', television));
		assert.ok(!isFoundBy('tv ', 'radio', television));
	});

	it('in one direction find what they point to, and not the reverse', () => {
		assert.ok(isFoundBy('sneaker ', 'running shoe', sneaker));
		assert.ok(!isFoundBy('shoe ', 'sneaker', sneaker));
	});

	it('may have several words, on either side', () => {
		assert.ok(isFoundBy('smart display set ', 'TV', television));
		assert.ok(isFoundBy('tv ', 'Set: smart display', television));
		assert.ok(!isFoundBy('tv ', 'smart display', television));
		assert.ok(!isFoundBy('smart display ', 'TV', television));
	});

	it('apply to inflected words, in the query and in the document', () => {
		assert.ok(isFoundBy('sneakers ', 'running shoes', sneaker));
	});

	it('apply to words written together and apart', () => {
		assert.ok(isFoundBy('wifi ', 'wireless', wireless));
		assert.ok(isFoundBy('wi fi ', 'wireless', wireless));
		assert.ok(isFoundBy('wireless ', 'wifi', wireless));
		assert.ok(isFoundBy('wireless ', 'Wi-Fi', wireless));
	});

	it('do not chain', () => {
		const b: SynonymRule = { kind: 'one_way', from: ['shoe'], to: ['boot'] };
		assert.ok(!isFoundBy('sneaker ', 'boot', sneaker, b));
	});

	it('from several rules for a phrase all count', () => {
		const b: SynonymRule = { kind: 'one_way', from: ['sneaker'], to: ['trainer'] };
		assert.ok(isFoundBy('sneaker ', 'shoe', sneaker, b));
		assert.ok(isFoundBy('sneaker ', 'trainer', sneaker, b));
	});

	it('work in every language, with its words and spellings', () => {
		const cases = [
			['de', 'Tasche', 'Beutel', 'taschen ', 'Roter Beutel'],
			['de', 'Kühlschrank', 'Eisschrank', 'kuhlschrank ', 'Eisschränke'],
			['es', 'móvil', 'teléfono', 'moviles ', 'Teléfonos libres'],
			['fr', "pomme d'api", 'petite pomme', "pommes d'api ", 'Petites pommes'],
			['tr', 'ışık', 'lamba', 'IŞIK ', 'LAMBA'],
			['ru', 'ноутбук', 'портативный компьютер', 'ноутбуки ', 'Портативные компьютеры'],
			['ar', 'خزانة', 'دولاب', 'خزانة ', 'دولاب'],
			['ja', 'ネックレス', 'ペンダント', 'ネックレス', '軽いペンダント'],
			['ja', 'ペンダント', 'ネックレス', '軽いペンダント', '軽いネックレス'],
			['zh', '双肩背包', '登山书包', '双肩背包', '新款登山书包'],
			['ko', '노트북', '랩탑', '노트북 ', '랩탑'],
			['th', 'โทรศัพท์มือถือ', 'มือถือ', 'โทรศัพท์มือถือ', 'มือถือ'],
			['xx', 'abc', 'xyz uvw', 'ABC ', 'uvw xyz'],
		] as const;
		for (const [locale, one, other, query, document] of cases) {
			const of = createAnalyzer(locale);
			const rules: SynonymRule[] = [{ kind: 'two_way', phrases: [one, other] }];
			const synonyms = createSynonyms(rules, of.analyzeQuery);
			assert.ok(!isFound(of, query, document), `${locale} ${query} is found without`);
			assert.ok(isFound(of, query, document, { synonyms }), `${locale} ${query}`);
		}
	});

	it('ignore phrases without words in the language', () => {
		assert.ok(isFoundBy('tv ', 'telly', { kind: 'two_way', phrases: ['…', 'tv', 'telly'] }));
		const { findSpans } = createSynonyms([{ kind: 'one_way', from: ['…'], to: ['telly'] }], analyzer.analyzeQuery);
		assert.deepEqual(findSpans(analyzer.analyzeQuery('… tv ').words), []);
	});
});
