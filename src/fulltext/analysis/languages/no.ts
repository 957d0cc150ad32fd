import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

/** Norwegian, in both of its written languages. */
export const norwegian: Language = {
	code: 'no',
	aliases: ['nb', 'nn'],
	ownLetters: 'åæøäö',
	digraphs: { å: 'aa', æ: 'ae', ø: 'oe' },
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: ['', 's', 'e', 'er'],
	wordEndings: [
		[/skoene$/, 'sko'],
		[/bøker(?:ne)?$/, 'bok'],
		[/^menn(?:ene)?$/, 'mann'],
		[/sofaer(?:ne)?$/, 'sofa'],
		[/tallerkener(?:ne)?$/, 'tallerken'],
	],
	stemEndings: [
		[/([bdfgkpt])\1el$/, '$1el'],
		[/([bdfgkptv])l$/, '$1el'],
	],
	loadStemmer: () => loadOramaStemmer('norwegian'),
	inflections: common,
	stopWords:
		'og i på til av med for fra en et ei den det de der som er at ved om eller ikke uten under over hos din min',
	requestWords:
		'best beste god gode godt billig billige billigt kjøpe kjøp online tilbud trenger hvilken hvilket hvilke',
	danglingWords: 'samt mot mellom gjennom veldig mer hver inkl',
	purposeWords: ['til'],
	nounPosition: 'last',
	colorWords: 'svart hvit grå sølv rød blå grønn gul rosa lilla oransje brun gull beige',
	additionWords: 'med uten inkl',
	describing: common,
	soundAlikes: common,
	synonyms: [
		'bærbar pc, laptop, notebook',
		'fjernsyn, tv',
		'hvit, hvitt',
		'rød, rødt',
		'blå, blått',
		'grønn, grønt',
		'gul, gult',
		'grå, grått',
		'brun, brunt',
	],
	unitNames: { in: 'tommer tomme', m: 'meter', l: 'liter', pcs: 'stk' },
	ownUnitNames: common,
	understanding: common,
};
