import { common, type Language } from '../language.ts';
import { loadSnowballStemmer } from '../stemmer-packages.ts';

export const basque: Language = {
	code: 'eu',
	aliases: common,
	ownLetters: 'ñ',
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadSnowballStemmer('basque'),
	inflections: common,
	stopWords: 'eta edo da dira du dute ez bat batzuk hau hori baina ere',
	requestWords: common,
	danglingWords: common,
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: { in: 'hazbete hazbetes' },
	ownUnitNames: common,
	understanding: common,
};
