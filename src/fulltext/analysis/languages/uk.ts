import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const ukrainian: Language = {
	code: 'uk',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: () => loadOramaStemmer('ukrainian'),
	inflections: common,
	stopWords: 'і й та в у на за від до з із зі по при без під над або але не що як для це цей ця ці який яка які о про',
	requestWords: common,
	danglingWords: 'через між проти дуже більше кожен',
	purposeWords: ['для'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
