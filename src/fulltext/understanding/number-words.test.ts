import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findLanguage } from '../analysis/language-registry.ts';
import { createNumberWords } from './number-words.ts';
import { toPlainText } from './plain-text.ts';

const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	en: {
		'a hundred': 100,
		'two hundred fifty': 250,
		'twenty-five': 25,
		'one thousand': 1_000,
		'fifty thousand': 50_000,
	},
	de: { hundert: 100, zweihundert: 200, 'ein tausend': 1_000, fünfzig: 50, fünfhundert: 500, dreißig: 30 },
	nl: { honderd: 100, tweehonderd: 200, vijftig: 50, duizend: 1_000 },
	sv: { 'ett hundra': 100, femhundra: 500, tvåtusen: 2_000, åttio: 80 },
	fr: { cent: 100, 'deux cents': 200, 'deux mille': 2_000, 'quatre-vingt-dix': 90, 'soixante dix': 70 },
	es: { cien: 100, doscientos: 200, 'mil quinientos': 1_500, 'ciento cincuenta': 150, 'dos mil': 2_000 },
	pt: { cem: 100, duzentos: 200, 'dois mil': 2_000, cinquenta: 50 },
	it: { cento: 100, duecento: 200, centocinquanta: 150, tremila: 3_000, mille: 1_000 },
	pl: { stu: 100, dwustu: 200, pięćdziesięciu: 50, 'dwóch tysięcy': 2_000, tysiąca: 1_000 },
	ar: { مئة: 100, خمسين: 50, خمسمئة: 500, ألفين: 2_000, 'ثلاثة آلاف': 3_000 },
	ja: { 千: 1_000, 五千: 5_000, 二万: 20_000, 一万五千: 15_000, 二百五十: 250 },
	zh: { 一百: 100, 两百: 200, 两千五: 2_500, 一万二: 12_000, 五十: 50, 二十五: 25, 十五: 15 },
};

for (const [language, values] of Object.entries(numbers)) {
	it(`reads numbers in words: ${language}`, () => {
		const { source, read } = createNumberWords(findLanguage(language).understanding?.numberWords ?? {});
		for (const [text, value] of Object.entries(values)) {
			const plain = toPlainText(text);
			assert.equal(new RegExp(source, 'u').exec(plain)?.[0], plain, text);
			assert.equal(read(plain), value, text);
		}
	});
}

it('finds none in other words, nor in digits alone', () => {
	for (const [language, texts] of Object.entries({
		en: ['often', 'a', 'tent', 'under a bridge', 'hundreds', 'five', 'one'],
		de: ['jahrhundert', 'hunderte', 'eine', 'achtung', 'hundertwasser'],
		fr: ['neuf', 'centre', 'accent', 'cinq', 'six'],
		es: ['milano', 'ciencia', 'familia', 'dos'],
		ja: ['一', '三'],
	})) {
		const { source } = createNumberWords(findLanguage(language).understanding?.numberWords ?? {});
		for (const text of texts) assert.equal(new RegExp(source, 'u').exec(text), null, text);
	}
	assert.equal(new RegExp(createNumberWords({}).source, 'u').test('a hundred'), false);
});

it('says soon that a text has no number, although its words have many readings', () => {
	// Before the number of words was limited, this one had to be killed.
	for (const [language, word] of [
		['pl', 'trzystu'],
		['de', 'funfzehn'],
		['nl', 'vijftien'],
		['sv', 'femtio'],
	] as const) {
		const { source } = createNumberWords(findLanguage(language).understanding?.numberWords ?? {});
		assert.equal(new RegExp(source, 'u').exec(`${word.repeat(60)}x`), null, word);
	}
});
