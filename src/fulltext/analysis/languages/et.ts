import { common, type Language } from '../language.ts';

export const estonian: Language = {
	code: 'et',
	aliases: common,
	ownLetters: 'äöüõ',
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: 'ja või on ei see et ka kui aga oma ning',
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
