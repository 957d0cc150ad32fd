/** What the rules for prices, negations and attributes read. */
import type { LanguageRules } from './language-rules.ts';
import { isBlank, type Span, unspacedPattern, type Word } from './part.ts';
import { toPlainText } from './plain-text.ts';
import type { FieldValue, Vocabulary } from './vocabulary.ts';

export interface Understanding {
	/** As it was typed; the catalogue is asked about it. */
	readonly text: string;
	/** The same as plain text, of the same length, in which wordings are found. */
	readonly plain: string;
	/** The words of the plain text. */
	readonly words: readonly Word[];
	/** Where negations stand before something, in their order. */
	readonly denials: readonly Span[];
	/** Where a negation leaves nothing out: `not bad`. */
	readonly affirmed: readonly Span[];
	readonly rules: LanguageRules;
	readonly vocabulary: Vocabulary;
	/** The key of a text, by which values are found. */
	readonly toKey: (text: string) => string;
}

/** The most words such as `a` between a negation and what it is about. */
export const fillersMax = 2;

/** The negation that stands directly before a place, whatever became of it. */
export function findDenialBefore({ plain, denials }: Understanding, start: number): Span | undefined {
	return denials.findLast(({ end }) => end <= start && isBlank(plain.slice(end, start)));
}

/** The word directly before a span. */
export function findWordBefore({ plain, words }: Understanding, { start }: Span): Word | undefined {
	const before = words.findLast(({ end }) => end <= start);
	return before !== undefined && /^[\s:]*$/.test(plain.slice(before.end, start)) ? before : undefined;
}

/** The span of words that follow one another; there is at least one. */
export function toSpan(words: readonly Word[]): Span {
	return { start: (words[0] as Word).start, end: (words.at(-1) as Word).end };
}

/** What was typed there. */
export function toTyped({ text }: Understanding, { start, end }: Span): string {
	return text.slice(start, end);
}

/**
 * Whether a typed text is not another word that is only inflected like the value: `mangas` is no Mango. Names of brands are
 * not inflected.
 */
export function isSpelledAs(text: string, { values, mixed }: Pick<FieldValue, 'values' | 'mixed'>): boolean {
	const spelled = toLetters(text);
	return [...values, ...mixed].some((value) => toLetters(value) === spelled);
}

/** Its letters and digits in plain text, without blanks and signs: `loreal` of L'Oréal. Cost: O(length). */
export function toLetters(text: string): string {
	return toPlainText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The span with a function word that is written together with it, as in 黒の靴 and 500元以内的鞋: alone, it is no word of the search. */
export function withParticle({ words, rules }: Understanding, span: Span): Span {
	const behind = words.find(({ start }) => start === span.end);
	const isParticle = behind !== undefined && unspacedPattern.test(behind.text) && rules.stopWords.has(behind.text);
	return isParticle ? { start: span.start, end: behind.end } : span;
}
