import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isFound } from '../../../test/support/analyzed-text.ts';
import { createAnalyzer } from './analyzer.ts';
import { findLanguage, languages } from './language-registry.ts';
import { findStemmer } from './stemmer.ts';

describe('stemmers', () => {
	/** Inflections of one noun or adjective that shoppers take for the same word. */
	const families: Readonly<Record<string, string>> = {
		bg: 'червен червена червеният',
		ca: 'sabata sabates',
		cs: 'telefon telefony telefonu',
		da: 'flaske flasker flaskerne',
		de: 'schuh schuhe schuhen',
		el: 'παπούτσι παπούτσια',
		en: 'monitor monitors',
		es: 'zapato zapatos zapata',
		eu: 'telefono telefonoak',
		fi: 'talo talossa talot',
		fr: 'chaussure chaussures',
		hi: 'किताब किताबें',
		hu: 'telefon telefonok',
		id: 'sepatu sepatunya',
		it: 'scarpa scarpe',
		nl: 'printer printers',
		no: 'hytte hyttene',
		pl: 'koszulka koszulki koszulek koszulkami',
		pt: 'sapato sapatos',
		ro: 'telefon telefonul',
		ru: 'телефон телефоны телефонов',
		sl: 'telefon telefoni telefonov',
		sv: 'flicka flickor flickorna',
		tr: 'telefon telefonlar',
		uk: 'телефон телефони',
	};
	for (const [language, family] of Object.entries(families))
		it(`${language}: ${family} find each other`, () => {
			const analyzer = createAnalyzer(language);
			const words = family.split(' ');
			for (const query of words)
				for (const document of words) assert.ok(isFound(analyzer, `${query} `, document), `${query} ${document}`);
		});

	it('do not exist for languages without inflection, nor for those that Snowball does not know', () => {
		for (const language of ['zh', 'ja', 'ko', 'th', 'lv', 'fa', 'und', '__proto__', 'toString'])
			assert.equal(findStemmer(findLanguage(language)), undefined, language);
	});

	it('leave something of every word, and return the same twice', () => {
		const letters = fc.constantFrom(...'aeiouysznmtrlöéñğışчервенийтаουςكتابकि'.split(''));
		for (const language of languages) {
			const stem = findStemmer(language);
			if (stem === undefined) continue;
			fc.assert(
				fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 15 }), (word) => {
					assert.notEqual(stem(word), '');
					assert.equal(stem(word), stem(word));
				}),
			);
		}
	});
});
