/** Which part of a long text shows why it was found? */
import type { HighlightedText } from '../../domain/query/highlight.ts';

/** What stands between blanks; of scripts without blanks, every two characters. */
const wordPattern =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,2}\p{M}*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

export interface Snippet {
	/** Whether there is text before and after it. */
	readonly before: boolean;
	readonly after: boolean;
	readonly highlighted: HighlightedText;
}

/**
 * The `wordsMax` (≥ 1) neighbouring words with the most different words of the query, the first of equally good ones, with the first
 * highlight not at its edge where there is room. A highlight is never cut. Cost: O(length).
 */
export function cutSnippet({ text, highlights }: HighlightedText, wordsMax: number): Snippet {
	const words = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
		start: index,
		end: index + word.length,
	}));
	const whole = { before: false, after: false, highlighted: { text, highlights } };
	if (words.length <= wordsMax) return whole;
	// By word, the bits of the highlights that begin in it.
	const bits = new Int32Array(words.length);
	let word = 0;
	for (const highlight of highlights) {
		while (word < words.length - 1 && (words[word] as Span).end <= highlight.start) word += 1;
		bits[word] = (bits[word] as number) | highlight.words;
	}
	const first = findBest(bits, wordsMax);
	const lead = Math.min(Math.floor(wordsMax / 4), first);
	const from = Math.min(first - (fits(bits, first, wordsMax - lead) ? lead : 0), words.length - wordsMax);
	const start = from === 0 ? 0 : (words[from] as Span).start;
	const last = from + wordsMax - 1;
	const cutEnd = last === words.length - 1 ? text.length : (words[last] as Span).end;
	const inside = highlights.filter((highlight) => highlight.start >= start && highlight.start < cutEnd);
	const end = Math.max(cutEnd, inside.at(-1)?.end ?? 0);
	const moved = inside.map((highlight) => ({
		...highlight,
		start: highlight.start - start,
		end: highlight.end - start,
	}));
	return {
		before: start > 0,
		after: end < text.length,
		highlighted: { text: text.slice(start, end), highlights: moved },
	};
}

interface Span {
	readonly start: number;
	readonly end: number;
}

/** The word with which the best window begins: one with a highlight; 0 where there is none. */
function findBest(bits: Int32Array, size: number): number {
	let best = 0;
	let bestCount = 0;
	for (let at = 0; at < bits.length; at++) {
		if (bits[at] === 0) continue;
		const count = countDistinct(bits, at, size);
		if (count > bestCount) [best, bestCount] = [at, count];
	}
	return best;
}

/** Whether a shorter window has as many of the words. */
function fits(bits: Int32Array, from: number, size: number): boolean {
	return countDistinct(bits, from, size) === countDistinct(bits, from, bits.length);
}

function countDistinct(bits: Int32Array, from: number, size: number): number {
	let all = 0;
	for (let at = from; at < Math.min(bits.length, from + size); at++) all |= bits[at] as number;
	let count = 0;
	for (let left = all; left !== 0; left &= left - 1) count += 1;
	return count;
}
