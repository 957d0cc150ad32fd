import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCanonicalLocale, toLanguageCode } from './language-code.ts';

test('a locale has the code of its language where the older field has one', () => {
	for (const [locale, code] of [
		['es', 'es'],
		['es-ES', 'es'],
		['pt-BR', 'pt-br'],
		['pt', 'pt'],
		['pt-PT', 'pt'],
		['nb-NO', 'no'],
		['nn', 'no'],
		['no', 'no'],
		['de-CH-1996', 'de'],
		['zh-Hans', null],
		['ja', null],
		['pl-PL', null],
	] as const) {
		assert.equal(toLanguageCode(locale), code, locale);
		assert.equal(toLanguageCode(locale), code, `${locale} again`);
	}
});

test('locales must have a language that exists', () => {
	for (const [text, locale] of [
		['pt-br', 'pt-BR'],
		['pt_BR', 'pt-BR'],
		['zh-hans', 'zh-Hans'],
		['uk', 'uk'],
		['xx', undefined],
		['xx-ES', undefined],
		['english', undefined],
		['', undefined],
		['e', undefined],
	] as const) {
		assert.equal(toCanonicalLocale(text), locale, text);
	}
});
