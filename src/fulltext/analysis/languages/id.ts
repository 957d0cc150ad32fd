import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const indonesian: Language = {
	code: 'id',
	aliases: ['in'],
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('indonesian'),
	inflections: common,
	stopWords: 'dan atau di ke dari yang untuk dengan pada ini itu adalah dalam oleh sebagai juga tidak',
	requestWords: common,
	danglingWords: common,
	purposeWords: ['untuk'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
