/** How may a suggested part of a title end, and what may it not contain? */
import type { Analyzer } from '../analysis/analyzer.ts';
import { toDanglingWords } from '../analysis/dangling-words.ts';
import { createFolding } from '../analysis/fold.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { createUnits } from '../analysis/units.ts';
import { isProductCode } from './product-code.ts';

export interface PhraseRules {
	/**
	 * Whether a phrase of these terms is complete: it does not end with a function word, a single letter or half of a
	 * size.
	 */
	canEnd(words: readonly string[]): boolean;
	isCode(word: string): boolean;
	/** Whether the term is a unit that belongs to the number before it. */
	isUnit(word: string): boolean;
}

/** Units in titles that searches do not unify. */
const otherUnits = new Set(
	'ton tons tonne tonnen star stars way port ports x pin core bit ply yd yards gal gallon gallons qt cup cups carat ct ga gauge sq cu'.split(
		' ',
	),
);
const numberPattern = /^\p{Nd}+(?:[.,]\p{Nd}+)?$/u;
const decimalPattern = /^\p{Nd}*[.,]\p{Nd}+$/u;
const letterPattern = /^\p{L}$/u;
/** Letters of scripts in which one letter is a word. */
const wordLetterPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const known = new Map<string, PhraseRules>();

/** The rules of a language, made once. */
export function toPhraseRules({ language, isStopWord }: Pick<Analyzer, 'language' | 'isStopWord'>): PhraseRules {
	const made = known.get(language) ?? createPhraseRules(language, isStopWord);
	known.set(language, made);
	return made;
}

function createPhraseRules(code: string, isStopWord: (term: string) => boolean): PhraseRules {
	const language = findLanguage(code);
	const danglingWords = toDanglingWords(language, createFolding(language));
	const unitOf = createUnits(language);
	const isUnit = (word: string) => unitOf(word) !== undefined || otherUnits.has(word);
	return {
		isUnit,
		isCode: (word) => isProductCode(word, unitOf),
		canEnd(words) {
			const last = words.at(-1) ?? '';
			const before = words.at(-2) ?? '';
			if (last === 'x' || last === '×' || isStopWord(last) || danglingWords.has(last)) return false;
			if (letterPattern.test(last) && !wordLetterPattern.test(last)) return numberPattern.test(before) && isUnit(last);
			return !decimalPattern.test(last);
		},
	};
}
