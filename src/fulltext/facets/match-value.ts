/**
 * Does a value of a facet match what a shopper types to find it?
 *
 *     typed         value                     each typed word begins a word of the value, as filters compare values
 *     new bal       [New] [Bal]ance
 *     balence       New [Balance]             with a typing error from four letters on, two from eight
 *     耳机          蓝牙[耳机]                 in scripts without blanks anywhere
 */
import type { Highlight } from '../../domain/query/highlight.ts';
import { foldValue } from '../analysis/fold-value.ts';
import { toErrorsMax } from '../index/segment/typo-table.ts';

export interface ValueMatcher {
	isMatch(value: string): boolean;
	/** What of a value matches; of an error the whole word. */
	locate(value: string): readonly Highlight[];
}

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const unspacedPattern =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Without a word, everything matches. Cost of a call: O(words typed · length of the value), a microsecond or two. */
export function createValueMatcher(text: string): ValueMatcher {
	const typed = listWords(foldValue(text)).map(({ 0: word }) => word);
	return {
		isMatch(value) {
			const words = listWords(foldValue(value)).map(({ 0: word }) => word);
			return typed.every((word) => words.some((other) => matchLength(word, other) > 0));
		},
		locate(value) {
			return listWords(value).flatMap(({ 0: word, index }) => {
				const folded = foldValue(word);
				const start = unspacedPattern.test(word) ? Math.max(0, findFirst(typed, folded)) : 0;
				const length = typed.reduce((most, one) => Math.max(most, matchLength(one, folded)), 0);
				if (length === 0) return [];
				// Folding may change the length; then the whole word is meant.
				const end = folded.length === word.length ? Math.min(word.length, start + length) : word.length;
				return [{ start: index + start, end: index + end, words: 1 }];
			});
		},
	};
}

function listWords(text: string): RegExpExecArray[] {
	return [...text.matchAll(wordPattern)];
}

function findFirst(typed: readonly string[], folded: string): number {
	return typed.reduce((first, word) => (first < 0 ? folded.indexOf(word) : first), -1);
}

/** How much of a word a typed one matches: its length, or that of the word where there are errors; 0 where it does not. */
function matchLength(typed: string, word: string): number {
	if (word.startsWith(typed)) return typed.length;
	if (unspacedPattern.test(typed)) return word.includes(typed) ? typed.length : 0;
	const errorsMax = toErrorsMax(typed.length);
	return errorsMax > 0 && toPrefixErrors(typed, word, errorsMax) <= errorsMax ? word.length : 0;
}

/**
 * The fewest letters to change, add, leave out, or swap with the next, so that `word` begins with `typed`: optimal string
 * alignment, of which the last row is compared at every length. More than `errorsMax` where it is more.
 */
function toPrefixErrors(typed: string, word: string, errorsMax: number): number {
	const width = Math.min(word.length, typed.length + errorsMax);
	let before: number[] = [];
	let above = Array.from({ length: width + 1 }, (_, at) => at);
	for (let row = 1; row <= typed.length; row++) {
		const current = [row];
		for (let at = 1; at <= width; at++) {
			const isSame = typed[row - 1] === word[at - 1];
			let least = Math.min((above[at] as number) + 1, (current[at - 1] as number) + 1);
			least = Math.min(least, (above[at - 1] as number) + (isSame ? 0 : 1));
			const isSwapped = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
			if (isSwapped) least = Math.min(least, (before[at - 2] as number) + 1);
			current.push(least);
		}
		if (Math.min(...current) > errorsMax) return errorsMax + 1;
		before = above;
		above = current;
	}
	return Math.min(...above);
}
