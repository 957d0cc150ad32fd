import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const danish: Language = {
	code: 'da',
	aliases: common,
	ownLetters: 'åæøäö',
	digraphs: { å: 'aa', æ: 'ae', ø: 'oe' },
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: ['', 's', 'e', 'er'],
	accentEndings: common,
	loadStemmer: () => loadOramaStemmer('danish'),
	stopWords: 'og i på til af med for fra en et den det de der som er at ved om eller ikke uden under over hos din min',
	danglingWords: 'samt mod mellem gennem meget mere hver inkl',
	purposeWords: ['til'],
	nounPosition: 'last',
	colorWords: 'sort hvid grå sølv rød blå grøn gul lyserød lilla orange brun guld beige',
	additionWords: 'med uden inkl',
	soundAlikes: common,
	synonyms: ['bærbar computer, laptop, notebook', 'fjernsyn, tv'],
	unitNames: { in: 'tommer tomme', m: 'meter', l: 'liter', pcs: 'stk' },
	ownUnitNames: common,
	understanding: common,
};
