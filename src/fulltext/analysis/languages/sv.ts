import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const swedish: Language = {
	code: 'sv',
	aliases: common,
	ownLetters: 'åäö',
	digraphs: { å: 'aa', ä: 'ae', ö: 'oe' },
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: ['', 's', 'e', 'o', 'u'],
	accentEndings: common,
	loadStemmer: () => loadOramaStemmer('swedish'),
	stopWords: 'och i på till av med för från en ett den det de som är att vid om eller inte utan under över hos din min',
	danglingWords: 'samt mot mellan genom mycket mer varje inkl',
	purposeWords: ['för', 'till'],
	synonyms: ['bärbar dator, laptop, notebook', 'teve, tv'],
	unitNames: { in: 'tum', m: 'meter', l: 'liter', pcs: 'st' },
	ownUnitNames: common,
	understanding: common,
};
