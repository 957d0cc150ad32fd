import { common, type Language } from '../language.ts';

export const azerbaijani: Language = {
	code: 'az',
	aliases: common,
	ownLetters: 'çğıöşüə',
	digraphs: common,
	hasDotlessI: true,
	elisions: common,
	hasApostropheSuffix: true,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: common,
	danglingWords: common,
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
