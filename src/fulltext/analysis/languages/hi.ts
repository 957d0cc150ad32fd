import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const hindi: Language = {
	code: 'hi',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('indian'),
	inflections: common,
	stopWords: 'का के की को में से पर और या है हैं यह वह लिए एक ने भी तो ही इस उस जो कि',
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
