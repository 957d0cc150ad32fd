import { common, type Language } from '../language.ts';

export const croatian: Language = {
	code: 'hr',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: 'i u na za od do s sa po pri bez ili ali je su se da ne kao iz o koji koja koje',
	danglingWords: common,
	purposeWords: ['za'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
