import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const armenian: Language = {
	code: 'hy',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('armenian'),
	inflections: common,
	stopWords: 'և եւ կամ է են մի այս այդ որ ի համար հետ',
	requestWords: common,
	danglingWords: common,
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
