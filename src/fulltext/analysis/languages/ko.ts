import { common, type Language } from '../language.ts';

export const korean: Language = {
	code: 'ko',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: '및 의 와 과 또는 그리고',
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
