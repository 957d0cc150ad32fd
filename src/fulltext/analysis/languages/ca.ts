import { common, type Language } from '../language.ts';
import { loadSnowballStemmer } from '../stemmer-packages.ts';

export const catalan: Language = {
	code: 'ca',
	aliases: common,
	ownLetters: 'ç',
	digraphs: common,
	hasDotlessI: false,
	elisions: 'l d m n s t',
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: [[/([cs])io$/, '$1ió']],
	stemEndings: common,
	loadStemmer: () => loadSnowballStemmer('catalan'),
	inflections: common,
	stopWords:
		'el la els les un una uns unes de del dels a al als en amb per i o que es és són no se si com pel pels sense sobre des',
	requestWords: common,
	danglingWords: 'molt més cada entre contra fins segons sota incl',
	purposeWords: ['per a', 'per'],
	nounPosition: 'first',
	colorWords: common,
	additionWords: common,
	describing: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
