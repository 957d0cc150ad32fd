/**
 * How much of the typed text is searched? The first ten words and 200 characters. What follows adds little, and a
 * shopper who pasted a whole title wants its product rather than an error.
 *
 *     one two … ten eleven          one two … ten␣         the blank says that the last word is complete
 *     赤いランニングシューズ…         cut after the tenth word, although there are no blanks
 */
import { queryLengthMax, queryWordsMax } from './query-limits.ts';

export interface QueryText {
	/** As typed when short enough; otherwise trimmed and with single blanks. */
	readonly text: string;
	/** Whether words or characters were left out. */
	readonly isTruncated: boolean;
}

const blankPattern = /\s/;
/** Scripts that are written without blanks between words. */
const unspacedPattern =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedRunPattern = new RegExp(`(?:${unspacedPattern.source}[\\p{M}ー]*)+`, 'gu');
const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * Cuts a query to the limits. Characters are code points. A word is what stands between white space and, in scripts
 * without blanks, what a dictionary takes for a word. Cost: O(words kept), or O(length) for a text of blanks only.
 */
export function cutQueryText(typed: string): QueryText {
	if (typed.length <= queryLengthMax && countWords(typed) <= queryWordsMax) return { text: typed, isTruncated: false };
	let text = '';
	let left = { words: queryWordsMax, characters: queryLengthMax };
	for (let at = findWord(typed, 0); at < typed.length; at = findWord(typed, findBlank(typed, at))) {
		const separator = text === '' ? '' : ' ';
		const kept = cutChunk(typed, at, { ...left, characters: left.characters - separator.length });
		if (kept.end === at) return { text: `${text} `, isTruncated: true };
		text += separator + typed.slice(at, kept.end);
		if (kept.end < typed.length && !isBlankAt(typed, kept.end)) {
			// A whole word is complete; one that was cut may continue.
			return { text: kept.isAtWordEnd ? `${text} ` : text, isTruncated: true };
		}
		left = { words: left.words - kept.wordCount, characters: left.characters - separator.length - kept.length };
	}
	return { text, isTruncated: false };
}

interface Kept {
	/** Where the kept part of the chunk ends; its start when nothing is kept. */
	readonly end: number;
	readonly wordCount: number;
	/** In code points. */
	readonly length: number;
	readonly isAtWordEnd: boolean;
}

/** The part of the chunk beginning at `start` that the limits allow. */
function cutChunk(text: string, start: number, left: { readonly words: number; readonly characters: number }): Kept {
	let end = start;
	let length = 0;
	while (end < text.length && length < left.characters && !isBlankAt(text, end)) {
		end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
		length += 1;
	}
	if (left.words <= 0 || length <= 0) return { end: start, wordCount: 0, length: 0, isAtWordEnd: true };
	const words = listWords(text.slice(start, end));
	const last = words[left.words - 1];
	if (last === undefined || words.length <= left.words) {
		return { end, wordCount: words.length, length, isAtWordEnd: false };
	}
	const kept = text.slice(start, start + last);
	return { end: start + last, wordCount: left.words, length: [...kept].length, isAtWordEnd: true };
}

function countWords(text: string): number {
	if (!unspacedPattern.test(text)) return text.match(/\S+/g)?.length ?? 0;
	return (text.match(/\S+/g) ?? []).reduce((sum, chunk) => sum + listWords(chunk).length, 0);
}

/** Where the words of a text without white space end, in order; signs between words belong to the word before. */
function listWords(chunk: string): number[] {
	if (!unspacedPattern.test(chunk)) return [chunk.length];
	const ends: number[] = [];
	let done = 0;
	for (const { 0: run, index } of chunk.matchAll(unspacedRunPattern)) {
		if (index > done && /[\p{L}\p{N}]/u.test(chunk.slice(done, index))) ends.push(index);
		for (const { segment, index: at, isWordLike } of wordSegmenter.segment(run)) {
			if (isWordLike) ends.push(index + at + segment.length);
		}
		done = index + run.length;
	}
	if (done < chunk.length && /[\p{L}\p{N}]/u.test(chunk.slice(done))) ends.push(chunk.length);
	return ends.length === 0 ? [chunk.length] : ends;
}

function isBlankAt(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit === 0x20 || (unit < 0x80 ? unit >= 0x09 && unit <= 0x0d : blankPattern.test(text[at] as string));
}

function findWord(text: string, from: number): number {
	let at = from;
	while (at < text.length && isBlankAt(text, at)) at += 1;
	return at;
}

function findBlank(text: string, from: number): number {
	let at = from;
	while (at < text.length && !isBlankAt(text, at)) at += 1;
	return at;
}
