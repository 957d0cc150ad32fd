/** A part of a query that says more than words, and what it asks of items. */
import type { NumberBounds, UnderstoodKind } from '../../domain/query/understood-part.ts';

export interface QueryPart {
	readonly kind: UnderstoodKind;
	/** Where it is in the text, in UTF-16 code units: start … end-1. */
	readonly start: number;
	readonly end: number;
	/** Whether the wording is so plain that items that do not fit are left out. */
	readonly isStrict: boolean;
	/** Whether it was strict, and items have the rest of the text without it only: its words need not be there. */
	readonly isLoosened?: boolean;
	readonly condition: PartCondition;
	/** Where it is the beginning of a compound, which stays a word of the search. */
	readonly compound?: Compound;
}

/** As it was typed. */
export interface Compound {
	readonly whole: string;
	/** What is behind the part. */
	readonly end: string;
}

export type PartCondition = NumberCondition | ValueCondition | AbsenceCondition;

/** All values that meet a condition. */
export function listAccepted({ values, mixed }: Pick<ValueCondition, 'values' | 'mixed'>): readonly string[] {
	return [...values, ...mixed];
}

/** Numbers within bounds. */
export interface NumberCondition {
	readonly kind: 'numbers';
	/** The first of these fields that an item has counts. */
	readonly fieldNames: readonly [string, ...string[]];
	readonly bounds: NumberBounds;
}

/** One of these values, spelled as items have them. */
export interface ValueCondition {
	readonly kind: 'values';
	readonly fieldName: string;
	readonly values: readonly string[];
	/** Values that list it with others: items that have one fit less well. */
	readonly mixed: readonly string[];
}

/** None of the values, and a title without the words unless it negates them itself. */
export interface AbsenceCondition {
	readonly kind: 'absence';
	readonly fields: readonly Omit<ValueCondition, 'kind'>[];
	/** Undefined where the fields alone decide. */
	readonly words: AbsentWords | undefined;
}

export interface AbsentWords {
	readonly text: string;
	/** Phrases of a title that negate the text: `without a handle`. */
	readonly negated: readonly string[];
}

export interface Word {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** Whether it is a run of characters that no dictionary knows as words. */
	readonly isUnknown?: boolean;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['&./+-][\p{L}\p{M}\p{N}]+)*/gu;

/** Scripts that are written without blanks between words. */
export const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * What stands between blanks and signs in plain text; fractions, codes and possessives are one word.
 * @param isWord whether a single character of a script without blanks is a word by itself
 */
export function listWords(plain: string, isWord: (character: string) => boolean): readonly Word[] {
	return Array.from(plain.matchAll(wordPattern)).flatMap(({ 0: text, index: start }) =>
		unspacedPattern.test(text) ? splitUnspaced(text, start, isWord) : { text, start, end: start + text.length },
	);
}

const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * The words that a dictionary knows in a text without blanks, of Chinese or Japanese. Single characters one after another
 * are a word that it does not know, such as a name, unless one of them is a word: 的鞋.
 */
function splitUnspaced(text: string, offset: number, isWord: (character: string) => boolean): Word[] {
	const words: Word[] = [];
	let characterBefore = '';
	for (const { segment, index, isWordLike } of wordSegmenter.segment(text)) {
		const [start, end] = [offset + index, offset + index + segment.length];
		const isPart = isCharacter(segment) && !isWord(segment);
		const isJoined = isPart && isOfOneScript(characterBefore, segment);
		characterBefore = isPart ? segment : '';
		if (isWordLike !== true) continue;
		const last = words.at(-1);
		if (isJoined && last?.end === start)
			words[words.length - 1] = { text: last.text + segment, start: last.start, end, isUnknown: true };
		else words.push({ text: segment, start, end });
	}
	return words;
}

export function isBlank(text: string): boolean {
	return text.trim() === '';
}

/** Whether a text is one character of such a script. */
export function isCharacter(text: string): boolean {
	return text.length === 1 && unspacedPattern.test(text);
}

/** Whether a text is one Chinese character. */
export function isHan(text: string): boolean {
	return /^\p{Script=Han}$/u.test(text);
}

/** A particle of kana belongs to no Chinese character beside it. */
function isOfOneScript(a: string, b: string): boolean {
	return a !== '' && /\p{Script=Han}/u.test(a) === /\p{Script=Han}/u.test(b);
}

export interface Span {
	readonly start: number;
	readonly end: number;
}

/** Where a global pattern matches. */
export function findSpans(plain: string, pattern: RegExp): Span[] {
	return Array.from(plain.matchAll(pattern), ({ 0: text, index }) => ({ start: index, end: index + text.length }));
}

export function overlaps(a: Span, b: Span): boolean {
	return a.start < b.end && b.start < a.end;
}

/** Whether one of the spans encloses another one. */
export function isWithinAny(spans: readonly Span[], { start, end }: Span): boolean {
	return spans.some((span) => span.start <= start && span.end >= end);
}
