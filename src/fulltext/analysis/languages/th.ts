import { common, type Language } from '../language.ts';

export const thai: Language = {
	code: 'th',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: common,
	stopWords: 'ที่ และ หรือ ของ ใน กับ สำหรับ จาก เป็น ได้ ให้',
	danglingWords: common,
	purposeWords: common,
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
