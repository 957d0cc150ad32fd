import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const lithuanian: Language = {
	code: 'lt',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('lithuanian'),
	inflections: common,
	stopWords: 'ir ar į iš su be po prie per už nuo iki kad yra ne tai kaip bet',
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
