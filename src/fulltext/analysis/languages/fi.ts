import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const finnish: Language = {
	code: 'fi',
	aliases: common,
	ownLetters: 'åäö',
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: ['', 'n'],
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('finnish'),
	inflections: common,
	stopWords: 'ja tai on ei se että kun kuin mutta myös joka jotka ovat ne hän sekä',
	requestWords: common,
	danglingWords: 'ilman kanssa sisältää noin yli alle sis',
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: ['kannettava tietokone, läppäri, laptop', 'televisio, tv'],
	unitNames: { in: 'tuuma tuumaa' },
	ownUnitNames: common,
	understanding: common,
};
