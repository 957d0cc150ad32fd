import { common, type Language } from '../language.ts';

export const japanese: Language = {
	code: 'ja',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: 'の に は を が と で も や へ から まで より',
	danglingWords: common,
	purposeWords: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
