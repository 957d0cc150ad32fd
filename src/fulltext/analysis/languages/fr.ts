import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const french: Language = {
	code: 'fr',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: 'l d j m n s t c qu jusqu lorsqu puisqu quoiqu',
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: () => loadOramaStemmer('french'),
	stopWords:
		'le la les un une des de du d l au aux a à en et ou pour par avec sans sur dans que qui ce cet cette ces est sont se sa son ses mon ton il elle ne pas',
	danglingWords: 'très plus par entre contre sous vers chez jusque selon chaque avant après depuis incl comprend aux',
	purposeWords: ['pour', 'compatible avec'],
	synonyms: [
		'ordinateur portable, pc portable, laptop',
		'téléviseur, télévision, télé, tv',
		'réfrigérateur, frigo',
		'vélo, bicyclette',
		'canapé, sofa',
		'baskets, sneakers',
	],
	unitNames: {
		in: 'pouce pouces',
		mm: 'millimetre millimetres',
		cm: 'centimetre centimetres',
		m: 'metre metres',
		km: 'kilometre kilometres',
		g: 'gramme grammes',
		kg: 'kilo kilos kilogramme kilogrammes',
		ml: 'millilitre millilitres',
		cl: 'centilitre centilitres',
		l: 'litre litres',
		pcs: 'pce pieces piece',
	},
	// Octets. In other languages `to` is a word, and Go a name.
	ownUnitNames: { gb: 'go', tb: 'to', mb: 'mo', kb: 'ko' },
};
