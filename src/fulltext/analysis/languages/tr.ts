import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const turkish: Language = {
	code: 'tr',
	aliases: common,
	ownLetters: 'çğıöşü',
	digraphs: common,
	hasDotlessI: true,
	elisions: common,
	hasApostropheSuffix: true,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('turkish'),
	inflections: common,
	stopWords: 've veya ile için bir bu şu o da de mi mı ki gibi ya en',
	requestWords: common,
	danglingWords: 'çok daha her kadar göre dahil',
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: ['dizüstü bilgisayar, laptop, notebook', 'televizyon, tv'],
	unitNames: { in: 'inc' },
	ownUnitNames: common,
	understanding: common,
};
