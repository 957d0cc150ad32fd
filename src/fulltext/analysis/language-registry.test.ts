import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findSynonymFaults } from '../../domain/query/synonym-rule.ts';
import { createAnalyzer } from './analyzer.ts';
import { toEverydaySynonyms } from './everyday-synonyms.ts';
import { createFolding } from './fold.ts';
import type { Language } from './language.ts';
import { findLanguage, languages } from './language-registry.ts';
import { createUnits } from './units.ts';

describe('findLanguage', () => {
	it('takes the language from a locale, however it is written', () => {
		const codes = ['es', 'pt-BR', 'zh_TW', 'EN-us', 'nb-NO', 'nn', 'iw'].map((locale) => findLanguage(locale).code);
		assert.deepEqual(codes, ['es', 'pt', 'zh', 'en', 'no', 'no', 'he']);
		for (const locale of ['', 'x', 'deutsch', '12', '__proto__']) assert.equal(findLanguage(locale).code, 'und');
	});

	it('gives a language without rules of its own its code and the rules common to all', () => {
		const { code, ...rules } = findLanguage('xx');
		const { code: none, ...commonRules } = findLanguage('');
		assert.deepEqual([code, none], ['xx', 'und']);
		assert.deepEqual(rules, commonRules);
		assert.equal(findLanguage('xx-YY'), findLanguage('xx'));
	});
});

describe('languages', () => {
	it('have distinct codes and aliases, and files named after their code', () => {
		const codes = languages.flatMap(({ code, aliases = [] }) => [code, ...aliases]);
		assert.deepEqual(codes, [...new Set(codes)]);
		for (const { code } of languages) assert.ok(readLanguageFile(code).includes(`code: '${code}'`), code);
	});

	it('are in the table of the documentation', () => {
		const page = readFileSync(new URL('../../../docs/analysis.md', import.meta.url), 'utf8');
		for (const { code } of languages) assert.match(page, new RegExp(`^\\| .*\`${code}\``, 'm'), code);
	});

	it('name units without contradicting each other', () => {
		const unitsByName = new Map<string, string>();
		for (const { code, unitNames = {} } of languages)
			for (const [unit, names] of Object.entries(unitNames))
				for (const name of names.split(' ')) {
					assert.equal(unitsByName.get(name) ?? unit, unit, `${name} of ${code}`);
					unitsByName.set(name, unit);
				}
	});
});

for (const language of languages) {
	describe(language.code, () => {
		const { fold } = createFolding(language);

		it('has letters that fold to themselves, and digraphs for those letters only', () => {
			for (const letter of language.ownLetters ?? '') assert.equal(fold(letter), letter);
			for (const letter of Object.keys(language.digraphs ?? {}))
				assert.ok(language.ownLetters?.includes(letter), letter);
		});

		it('has lists of single words without repetition', () => {
			for (const list of [language.stopWords, language.requestWords, language.danglingWords, language.elisions]) {
				const words = list?.split(' ') ?? [];
				assert.deepEqual(words, [...new Set(words)]);
				assert.ok(words.every((word) => fold(word) !== ''));
			}
		});

		it('has stop words that its analyzer produces', () => {
			const { analyzeQuery, isStopWord } = createAnalyzer(language.code);
			for (const word of language.stopWords?.split(' ') ?? []) {
				assert.ok(isStopWord(fold(word)), word);
				assert.ok(analyzeQuery(word).words.length > 0, word);
			}
		});

		it('has words of asking that its analyzer makes optional, and that are no stop words', () => {
			const { analyzeQuery, isStopWord } = createAnalyzer(language.code);
			for (const word of language.requestWords?.split(' ') ?? []) {
				assert.ok(!isStopWord(fold(word)), word);
				const [asking] = analyzeQuery(`${word} xyz`).words;
				assert.equal(asking?.isOptional, true, word);
			}
		});

		it('has synonyms that are valid rules, and whose words survive analysis', () => {
			const rules = toEverydaySynonyms(language);
			assert.deepEqual(findSynonymFaults('synonyms', rules), []);
			for (const rule of rules) for (const phrase of listPhrases(rule)) assert.ok(hasWords(phrase), phrase);
		});

		it('has no phrase in two lines of synonyms, which would be one thing then', () => {
			const { analyzeQuery } = createAnalyzer(language.code);
			const toPhraseKey = (phrase: string) => analyzeQuery(`${phrase} `).words.map(({ key }) => key);
			const keys = toEverydaySynonyms(language).flatMap((rule) => [
				...new Set(listPhrases(rule).map((phrase) => toPhraseKey(phrase).join(' '))),
			]);
			assert.deepEqual(
				keys.filter((key, at) => keys.indexOf(key) !== at),
				[],
			);
		});

		it('finds a purpose behind each of its purpose words', () => {
			for (const words of language.purposeWords ?? []) {
				const text = `Xxx ${words} yyy`;
				assert.deepEqual(createAnalyzer(language.code).findPurpose(text), { start: 4, end: text.length });
			}
		});

		it('has folded names of units, for units that exist', () => {
			const unitOf = createUnits(language);
			for (const names of [language.unitNames, language.ownUnitNames])
				for (const [unit, list] of Object.entries(names ?? {}))
					for (const name of [unit, ...list.split(' ')]) {
						assert.equal(unitOf(name), unit, name);
						assert.equal(fold(name), name);
					}
		});

		function hasWords(phrase: string): boolean {
			return createAnalyzer(language.code).analyzeQuery(phrase).words.length > 0;
		}
	});
}

function listPhrases(rule: ReturnType<typeof toEverydaySynonyms>[number]): readonly string[] {
	return rule.kind === 'two_way' ? rule.phrases : [...rule.from, ...rule.to];
}

function readLanguageFile(code: Language['code']): string {
	return readFileSync(new URL(`languages/${code}.ts`, import.meta.url), 'utf8');
}
