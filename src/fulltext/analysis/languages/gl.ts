import { common, type Language } from '../language.ts';

export const galician: Language = {
	code: 'gl',
	aliases: common,
	ownLetters: 'ñ',
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: [[/([cs])ion$/, '$1ión']],
	stemEndings: common,
	loadStemmer: common,
	inflections: common,
	stopWords:
		'o a os as un unha uns unhas de do da dos das en no na nos nas con por para e ou que se é son sen sobre ao á',
	requestWords: common,
	danglingWords: common,
	purposeWords: ['para'],
	nounPosition: 'first',
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
