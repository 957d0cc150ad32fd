import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const greek: Language = {
	code: 'el',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('greek'),
	inflections: common,
	stopWords:
		'ο η το οι τα του της των τον την τους τις και ή με για από σε στο στη στην στον στα στις ένα μια ένας είναι να που χωρίς ως',
	requestWords: common,
	danglingWords: common,
	purposeWords: ['για'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	describing: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: { in: 'ιντσεσ' },
	ownUnitNames: common,
	understanding: common,
};
