import { common, type Language } from '../language.ts';
import { loadSnowballStemmer } from '../stemmer-packages.ts';

export const czech: Language = {
	code: 'cs',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadSnowballStemmer('czech'),
	inflections: common,
	stopWords:
		'a i v ve na z ze s se k ke o od do po pro při u za nebo ale je jsou že to ten ta ty jako bez pod nad před mezi který která které',
	requestWords: 'nejlepší dobrý dobrá dobré levný levná levné levně koupit online hledám chci jaký jaká jaké kde',
	danglingWords: 'nad mezi proti přes velmi více každý včetně vč',
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	describing: common,
	soundAlikes: common,
	synonyms: ['notebook, laptop', 'televize, televizor, tv', 'lednice, chladnička'],
	unitNames: { in: 'palec', l: 'litr litru', pcs: 'ks' },
	ownUnitNames: common,
	understanding: common,
};
