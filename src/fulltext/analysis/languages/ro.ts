import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const romanian: Language = {
	code: 'ro',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('romanian'),
	inflections: common,
	stopWords:
		'și si în in la de din cu pe pentru sau un o unei unui al ale a ai este sunt că nu fără care ce cel cea prin',
	requestWords: common,
	danglingWords: 'mai foarte fiecare până contra sub între incl',
	purposeWords: ['pentru'],
	nounPosition: 'first',
	colorWords: common,
	additionWords: common,
	describing: common,
	soundAlikes: common,
	synonyms: ['laptop, notebook', 'televizor, tv'],
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
