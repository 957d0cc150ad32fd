/**
 * Where does a phrase of a title begin and end, so that it reads well? The words are those of the index; the title
 * shows what stands between them.
 *
 *     Air Conditioner (White, 2018)   air conditioner white     ► air conditioner           no bracket is left open
 *     AC 1.5 Ton, 1.1 kW              1.5 ton 1.1               ► 1.5 ton                   not beyond a comma
 *     Nike' Girl's Shoes              nike girls                ► nike girl's shoes         a possessive needs its noun
 *     Laptop-ALB_1XR0010723           laptop                    ► laptop                    no code attached to a word
 *     Wi-Fi Router                    wi                        ► wi-fi                     no half of a word
 */
import type { LocatedWord, LocatedWords } from '../analysis/locate-words.ts';
import { suggestionLengthMax } from '../analysis/suggestion-text.ts';
import type { PhraseRules } from './phrase-rules.ts';
import { isCodeChunk } from './product-code.ts';
import { isRunTerm } from './reading.ts';
import { findRunEnd } from './run-end.ts';

export interface PhraseSpan {
	/** Index of the first word in the title. */
	readonly from: number;
	/** Index behind the last word. */
	readonly to: number;
	/** The phrase must keep the words before this index, because they were typed. */
	readonly keptTo: number;
}

/** Signs behind which a list continues or something else begins. */
const boundaryPattern = /[,;:|!?…•·–—\\=<>*~{}«»]|\s[-/+&@]+\s|\s-|-\s/u;
const fullStopPattern = /^\./;
/** The longest abbreviation whose full stop belongs to it: `dr. martens`, `st. moritz`. */
const abbreviationLengthMax = 3;
const openings = '([';
const closings = ')]';
const possessivePattern = /['’]s$/iu;
const numberPattern = /^\p{Nd}+(?:[.,]\p{Nd}+)?$/u;

/** The phrase as the title spells it, ended where it is complete; undefined when it cannot be. Cost: O(words). */
export function cutPhrase(located: LocatedWords, span: PhraseSpan, rules: PhraseRules): string | undefined {
	const { source, words } = located;
	const first = words[span.from];
	if (first === undefined) return undefined;
	let to = toBoundary(located, span);
	if (to < span.keptTo) return undefined;
	if (isRunTerm(words[to - 1]?.term ?? '')) {
		const end = findRunEnd(source, words[to - 1] as LocatedWord);
		return end === undefined ? undefined : tidy(source.slice(first.start, end), source.slice(end, end + 1));
	}
	to = dropCode(located, { ...span, to }, rules);
	if (to === 0) {
		const typed = words[span.keptTo - 1]?.term ?? '';
		return rules.canEnd([typed]) ? typed : undefined;
	}
	to = complete(located, { ...span, to }, rules);
	if (to < span.keptTo) return undefined;
	const { end } = words[to - 1] as LocatedWord;
	return tidy(source.slice(first.start, end), source.slice(end, end + 1));
}

/** The index of the first boundary, or the end. Brackets that are closed inside the phrase are not boundaries. */
function toBoundary(located: LocatedWords, { from, to, keptTo }: PhraseSpan): number {
	const { source, words } = located;
	const end = (words[to - 1] as LocatedWord).end;
	let openCount = 0;
	for (let at = from + 1; at < to; at++) {
		const gap = readGap(located, at);
		if (isBoundary(located, at, gap) || (at >= keptTo && gap !== '' && hasCodeSigns(located, at))) return at;
		openCount -= countSigns(gap, closings);
		if (openCount < 0) return at;
		const opened = countSigns(gap, openings);
		if (opened > 0 && !isClosedBefore(source, words[at]?.start ?? end, end)) return at;
		openCount += opened;
	}
	return to;
}

/** The text between a word and the one before it; empty inside a chunk. */
function readGap({ source, words }: LocatedWords, at: number): string {
	return source.slice(words[at - 1]?.end, words[at]?.start);
}

function hasCodeSigns({ source, words }: LocatedWords, at: number): boolean {
	return isCodeChunk(source.slice(words[at]?.start, words[at]?.end));
}

function isBoundary({ words }: LocatedWords, at: number, gap: string): boolean {
	const before = words[at - 1] as LocatedWord;
	const isStop = fullStopPattern.test(gap) && before.end - before.start > abbreviationLengthMax;
	return isStop || boundaryPattern.test(gap);
}

/** Whether a bracket opened before `start` is closed inside the phrase, or right behind it. */
function isClosedBefore(source: string, start: number, end: number): boolean {
	for (const sign of source.slice(start, end + 1)) {
		if (closings.includes(sign)) return true;
		if (openings.includes(sign)) return false;
	}
	return false;
}

/**
 * Extends the phrase to the end of its last chunk, or cuts it before that chunk where the chunk has a code. Returns 0
 * when everything typed is a part of such a chunk.
 */
function dropCode(located: LocatedWords, { from, to, keptTo }: PhraseSpan, rules: PhraseRules): number {
	const { words } = located;
	const end = toChunkEnd(words, to);
	if (end === to) return to;
	const begin = toChunkBegin(words, to);
	const hasCode = hasCodeSigns(located, begin) || words.slice(to, end).some(({ term }) => rules.isCode(term));
	if (!hasCode) return end;
	if (begin > from && begin >= keptTo) return begin;
	return begin <= from || begin < keptTo ? 0 : to;
}

function toChunkEnd(words: readonly LocatedWord[], to: number): number {
	let end = to;
	while (end < words.length && isSameChunk(words[end] as LocatedWord, words[end - 1] as LocatedWord)) end += 1;
	return end;
}

function toChunkBegin(words: readonly LocatedWord[], to: number): number {
	let begin = to - 1;
	while (begin > 0 && isSameChunk(words[begin] as LocatedWord, words[begin - 1] as LocatedWord)) begin -= 1;
	return begin;
}

function isSameChunk(word: LocatedWord, other: LocatedWord): boolean {
	return word.start === other.start && word.end === other.end;
}

/**
 * Extends the phrase once, to the noun of a possessive or the unit of a number; otherwise shortens it until it is
 * complete.
 */
function complete(located: LocatedWords, { from, to: given, keptTo }: PhraseSpan, rules: PhraseRules): number {
	const { source, words } = located;
	const terms = (to: number) => words.slice(from, to).map(({ term }) => term);
	const textOf = (to: number) =>
		source.slice(words[to - 1]?.start, words[to - 1]?.end).replace(/(?<!["“”])["“”]+$/, '');
	const isComplete = (to: number) =>
		!possessivePattern.test(textOf(to)) && rules.canEnd(terms(to)) && !isHalf(located, to, rules);
	let to = given;
	const next = toChunkEnd(words, to + 1);
	if (
		!isComplete(to) &&
		to < words.length &&
		isJoined(located, to) &&
		isComplete(next) &&
		!startsCode(located, to, rules)
	) {
		return next;
	}
	while (to > from && to >= keptTo && !isComplete(to)) to = toChunkBegin(words, to);
	return to;
}

/** Whether the phrase ends with a number whose unit comes next. */
function isHalf({ words, source }: LocatedWords, to: number, rules: PhraseRules): boolean {
	const last = words[to - 1] as LocatedWord;
	const next = words[to];
	if (next === undefined || !numberPattern.test(source.slice(last.start, last.end))) return false;
	return rules.isUnit(next.term) && /^\s*$/.test(source.slice(last.end, next.start));
}

function isJoined(located: LocatedWords, to: number): boolean {
	return /^\s*$/.test(readGap(located, to));
}

function startsCode(located: LocatedWords, at: number, rules: PhraseRules): boolean {
	const { words } = located;
	return hasCodeSigns(located, at) || words.slice(at, toChunkEnd(words, at + 1)).some(({ term }) => rules.isCode(term));
}

/** A phrase may be longer in its title than as a suggestion, by the signs that are removed. */
const writtenLengthMax = 2 * suggestionLengthMax;

/**
 * Removes trade marks and quotes that are not closed, and includes a bracket that closes directly behind the text. Undefined where a
 * bracket stays open, and for a text that is too long to be suggested.
 */
export function tidy(text: string, next = ''): string | undefined {
	if (text.length > writtenLengthMax) return undefined;
	const bare = text
		.replace(/[®™©℠]/gu, '')
		.replace(/(?<!\p{Nd})["“”„]/gu, '')
		.replace(/(^|\s)['‘’]+/gu, '$1')
		// An apostrophe also ends plural possessives (girls') and measures (6'), but no second one does.
		.replace(/(?:(?<=[\p{Nd}sS]['‘’`´])|(?<![\p{Nd}sS'‘’`´]))['‘’`´]+(?=\s|$)/gu, '')
		.replace(/\s+/gu, ' ')
		.trim();
	const openCount = countSigns(bare, openings) - countSigns(bare, closings);
	if (openCount === 0) return bare;
	const closed = bare + next;
	return openCount === 1 && countSigns(closed, openings) === countSigns(closed, closings) ? closed : undefined;
}

function countSigns(text: string, signs: string): number {
	let count = 0;
	for (const sign of text) if (signs.includes(sign)) count += 1;
	return count;
}
