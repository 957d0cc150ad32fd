/** The languages with rules of their own. A new one is a file in `languages/`, plus its import and a line here. */
import { common, type Language } from './language.ts';
import { arabic } from './languages/ar.ts';
import { azerbaijani } from './languages/az.ts';
import { bulgarian } from './languages/bg.ts';
import { catalan } from './languages/ca.ts';
import { czech } from './languages/cs.ts';
import { danish } from './languages/da.ts';
import { german } from './languages/de.ts';
import { greek } from './languages/el.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { estonian } from './languages/et.ts';
import { basque } from './languages/eu.ts';
import { persian } from './languages/fa.ts';
import { finnish } from './languages/fi.ts';
import { french } from './languages/fr.ts';
import { galician } from './languages/gl.ts';
import { hebrew } from './languages/he.ts';
import { hindi } from './languages/hi.ts';
import { croatian } from './languages/hr.ts';
import { hungarian } from './languages/hu.ts';
import { armenian } from './languages/hy.ts';
import { indonesian } from './languages/id.ts';
import { icelandic } from './languages/is.ts';
import { italian } from './languages/it.ts';
import { japanese } from './languages/ja.ts';
import { korean } from './languages/ko.ts';
import { lithuanian } from './languages/lt.ts';
import { latvian } from './languages/lv.ts';
import { dutch } from './languages/nl.ts';
import { norwegian } from './languages/no.ts';
import { polish } from './languages/pl.ts';
import { portuguese } from './languages/pt.ts';
import { romanian } from './languages/ro.ts';
import { russian } from './languages/ru.ts';
import { slovak } from './languages/sk.ts';
import { slovenian } from './languages/sl.ts';
import { swedish } from './languages/sv.ts';
import { thai } from './languages/th.ts';
import { turkish } from './languages/tr.ts';
import { ukrainian } from './languages/uk.ts';
import { chinese } from './languages/zh.ts';

export const languages: readonly Language[] = [
	arabic,
	azerbaijani,
	bulgarian,
	catalan,
	czech,
	danish,
	german,
	greek,
	english,
	spanish,
	estonian,
	basque,
	persian,
	finnish,
	french,
	galician,
	hebrew,
	hindi,
	croatian,
	hungarian,
	armenian,
	indonesian,
	icelandic,
	italian,
	japanese,
	korean,
	lithuanian,
	latvian,
	dutch,
	norwegian,
	polish,
	portuguese,
	romanian,
	russian,
	slovak,
	slovenian,
	swedish,
	thai,
	turkish,
	ukrainian,
	chinese,
];

const commonRules: Omit<Language, 'code'> = {
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: common,
	inflections: common,
	stopWords: common,
	requestWords: common,
	danglingWords: common,
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	describing: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};

const languagesByCode = new Map<string, Language>();
for (const language of languages)
	for (const code of [language.code, ...(language.aliases ?? [])]) languagesByCode.set(code, language);

/**
 * The language that a locale starts with: `pt` of `pt-BR`, `no` of `nb_NO`. A language without rules of its own keeps
 * its code and has the rules common to all. So has `und`, for a locale that starts with no language. Always returns the
 * same object for a language, of which there are at most 677.
 */
export function findLanguage(locale: string): Language {
	const code = /^[a-z]{2}(?![a-z])/i.exec(locale)?.[0].toLowerCase() ?? 'und';
	const known = languagesByCode.get(code);
	if (known !== undefined) return known;
	const language = { ...commonRules, code };
	languagesByCode.set(code, language);
	return language;
}
