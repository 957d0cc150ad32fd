import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const dutch: Language = {
	code: 'nl',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: ['', 's', 'e', 'en', 'er'],
	accentEndings: common,
	loadStemmer: () => loadOramaStemmer('dutch'),
	stopWords:
		'de het een en of van voor met in op aan te bij door uit naar om is zijn als dat die dit deze er niet zonder mijn jouw',
	danglingWords: 'onder over tot per tegen tussen zeer meer elke incl inclusief',
	purposeWords: ['voor', 'geschikt voor'],
	synonyms: ['laptop, notebook', 'televisie, tv', 'koelkast, frigo'],
	unitNames: {
		in: 'duim',
		mm: 'millimeter',
		cm: 'centimeter',
		m: 'meter',
		g: 'gram',
		kg: 'kilo kilogram',
		l: 'liter',
		pcs: 'stuks',
	},
	ownUnitNames: common,
	understanding: common,
};
