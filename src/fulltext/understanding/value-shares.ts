/** How sure is it that words of a query mean a value? Shares of documents and titles say so. */
import type { PartCondition, QueryPart, Span, Word } from './part.ts';
import { toSpan, toTyped, type Understanding } from './understanding.ts';
import type { FieldValue } from './vocabulary.ts';

/** The share of documents with the words that must have them as this value for a filter, where nothing names the field … */
export const plainShareMin = 0.8;
/** … and for a preference. */
export const preferredShareMin = 0.3;
/** The share of the titles with a word in which it stands beside the value, for both to be a name. */
const nameShareMin = 0.9;
const nameTitlesMin = 2;

export type Meaning = Pick<QueryPart, 'isStrict' | 'condition'>;

/** Words one after another in a query. */
export interface Occurrence {
	readonly run: readonly Word[];
	/** The index of the first. */
	readonly at: number;
}

/** What was typed there, with the sign of a unit. */
export function toText(asked: Understanding, words: readonly Word[]): string {
	return toTyped(asked, withSign(asked, toSpan(words)));
}

/** The span with the sign of a unit, which belongs to the number before it: `27"`. */
export function withSign({ plain }: Understanding, { start, end }: Span): Span {
	return { start, end: end + (/^(?:''|["%])/.exec(plain.slice(end))?.[0].length ?? 0) };
}

export function toCondition({ fieldName, values, mixed }: FieldValue): PartCondition {
	return { kind: 'values', fieldName, values, mixed };
}

/** The share of the documents with the text that have it as this value; at most 1. */
export function toShare({ vocabulary }: Understanding, { documentCount }: FieldValue, text: string): number {
	return Math.min(1, documentCount / Math.max(1, vocabulary.countDocuments(text)));
}

/** Whether a neighbour in the query hardly occurs in titles without the value beside it. */
export function isName(asked: Understanding, { run, at }: Occurrence): boolean {
	const { words, rules, vocabulary } = asked;
	const text = toText(asked, run);
	const neighbours = [
		{ word: words[at - 1], toPhrase: (word: string) => `${word} ${text}` },
		{ word: words[at + run.length], toPhrase: (word: string) => `${text} ${word}` },
	];
	return neighbours.some(({ word, toPhrase }) => {
		if (word === undefined || rules.stopWords.has(word.text)) return false;
		const typed = toTyped(asked, word);
		const { titleCount, phraseCount } = vocabulary.countTitles(typed, [toPhrase(typed)]);
		return titleCount >= nameTitlesMin && phraseCount >= nameShareMin * titleCount;
	});
}

/**
 * Whether things have titles with the words and a neighbour of theirs although they do not have the value: men in black,
 * little women. A filter would hide them.
 */
export function isInTitles(asked: Understanding, value: FieldValue, { run, at }: Occurrence): boolean {
	const { words, rules, vocabulary } = asked;
	const { start, end } = toSpan(run);
	const isOther = ({ text }: Word) => !rules.stopWords.has(text);
	const before = words.slice(0, at).findLast(isOther);
	const behind = words.slice(at + run.length).find(isOther);
	const spans = [
		...(before === undefined ? [] : [{ start: before.start, end }]),
		...(behind === undefined ? [] : [{ start, end: behind.end }]),
	];
	return spans.some((span) => {
		const { titleCount, valueCount } = vocabulary.countTitlesOf(value, toTyped(asked, span));
		return valueCount < plainShareMin * titleCount;
	});
}
