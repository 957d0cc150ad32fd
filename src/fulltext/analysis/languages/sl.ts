import { common, type Language } from '../language.ts';
import { loadSnowballStemmer } from '../stemmer-packages.ts';

export const slovenian: Language = {
	code: 'sl',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadSnowballStemmer('slovene'),
	inflections: common,
	stopWords: 'in v na za od do s z po pri brez pod nad ali pa je so se da ne kot iz o ki',
	requestWords: common,
	danglingWords: common,
	purposeWords: ['za'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
