import { common, type Language } from '../language.ts';

export const chinese: Language = {
	code: 'zh',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: '的 和 与 及 或 在 是 了 也 为',
	danglingWords: common,
	purposeWords: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
