import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const arabic: Language = {
	code: 'ar',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: () => loadOramaStemmer('arabic'),
	stopWords: 'في من على إلى الى عن مع هذا هذه ذلك التي الذي و أو او أن ان ما لا هو هي كل بين بعد قبل عند كان',
	danglingWords: common,
	purposeWords: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};
