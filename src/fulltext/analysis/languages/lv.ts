import { common, type Language } from '../language.ts';

export const latvian: Language = {
	code: 'lv',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: 'un vai ar no uz par pie pēc bez līdz kas ir ne tas tā kā bet arī',
	danglingWords: common,
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	synonyms: common,
	unitNames: { in: 'colla' },
	ownUnitNames: common,
	understanding: common,
};
