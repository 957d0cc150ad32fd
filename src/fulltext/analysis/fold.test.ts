import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { createFolding } from './fold.ts';
import { findLanguage } from './language-registry.ts';

function foldingOf(language: string) {
	return createFolding(findLanguage(language));
}

describe('folding', () => {
	const foldings: readonly (readonly [language: string, text: string, folded: string])[] = [
		['en', 'Café CRÈME', 'cafe creme'],
		['en', 'ＷＨ－１０００', 'wh-1000'],
		['en', 'ﬁne Ærø Łódź', 'fine aero lodz'],
		['en', 'STRAẞE Straße', 'strasse strasse'],
		['en', '١٢ ۱۲ १२ ๑๒', '12 12 12 12'],
		['en', 'e\u0301 soft\u00adhyphen', 'e softhyphen'],
		['de', 'KÜHLSCHRANK Café', 'kühlschrank cafe'],
		['sv', 'Köksbord à la', 'köksbord a la'],
		['da', 'RØD Æble', 'rød æble'],
		['es', 'AÑO camión pingüino', 'año camion pinguino'],
		['tr', 'IŞIK İstanbul', 'ışık istanbul'],
		['ru', 'Ёлка йод', 'елка йод'],
		['uk', 'Їжак', 'їжак'],
		['el', 'ΤΗΛΈΦΩΝΟΣ τηλέφωνος', 'τηλεφωνοσ τηλεφωνοσ'],
		['ar', 'كِتَابٌ أحمد مدرسة', 'كتاب احمد مدرسه'],
		['fa', 'کتابی', 'كتابي'],
		['ja', 'ﾊﾞｯｸﾞ が', 'バッグ が'],
		['ko', '\u1112\u1161\u11ab', '한'],
	];
	for (const [language, text, folded] of foldings)
		it(`${language}: ${text} is ${folded}`, () => {
			assert.equal(foldingOf(language).fold(text), folded);
		});

	it('keeps the vowels of Hindi and Thai, which Unicode counts as marks', () => {
		assert.equal(foldingOf('hi').fold('किताबें'), 'किताबें');
		assert.equal(foldingOf('th').fold('กุ้ง'), 'กุ้ง');
	});

	it('gives words with letters of the language the spellings of foreign keyboards', () => {
		assert.deepEqual(foldingOf('de').otherSpellings('drücker'), ['drucker', 'druecker']);
		assert.deepEqual(foldingOf('da').otherSpellings('rød'), ['rod', 'roed']);
		assert.deepEqual(foldingOf('es').otherSpellings('año'), ['ano']);
		assert.deepEqual(foldingOf('tr').otherSpellings('ışık'), ['isik']);
		assert.deepEqual(foldingOf('en').otherSpellings('cafe'), []);
	});

	it('changes nothing when applied twice, in every language and for any text', () => {
		const language = fc.constantFrom('en', 'de', 'sv', 'tr', 'es', 'ar', 'hi', 'ja', 'el', 'und');
		const text = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' }));
		fc.assert(
			fc.property(language, text, (code, input) => {
				const { fold } = foldingOf(code);
				const once = fold(input);
				assert.equal(fold(once), once);
			}),
		);
	});
});
