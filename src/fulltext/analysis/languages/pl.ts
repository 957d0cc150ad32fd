import { common, type Language } from '../language.ts';

export const polish: Language = {
	code: 'pl',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords:
		'i w we na z ze do od dla po przy o u za lub albo ale jest są że to ten ta te jak bez pod nad się nie który która które',
	danglingWords: 'oraz przez między przeciw bardzo więcej każdy wraz',
	purposeWords: ['dla', 'do'],
	synonyms: ['laptop, notebook', 'telewizor, tv'],
	unitNames: { in: 'cal cale cali', kg: 'kilogramy', l: 'litr litra litrow', pcs: 'szt' },
	ownUnitNames: common,
	understanding: common,
};
