import { common, type Language } from '../language.ts';

export const slovak: Language = {
	code: 'sk',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: common,
	inflections: common,
	stopWords:
		'a i v vo na z zo s so k ku o od do po pre pri u za alebo ale je sú že to ten tá ako bez pod nad sa nie ktorý ktorá ktoré',
	requestWords: common,
	danglingWords: common,
	purposeWords: ['pre'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: ['notebook, laptop', 'televízor, tv'],
	unitNames: { in: 'palec', pcs: 'ks' },
	ownUnitNames: common,
	understanding: common,
};
