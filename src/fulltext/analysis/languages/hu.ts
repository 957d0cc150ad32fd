import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const hungarian: Language = {
	code: 'hu',
	aliases: common,
	ownLetters: 'öőüű',
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: [''],
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('hungarian'),
	inflections: common,
	stopWords: 'a az egy és vagy de hogy nem is van volt ez ebben meg ha mint csak már',
	requestWords: common,
	danglingWords: 'nélkül alatt felett között ellen nagyon több',
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: ['laptop, notebook', 'televízió, tévé, tv'],
	unitNames: { in: 'coll', l: 'liter' },
	ownUnitNames: common,
	understanding: common,
};
