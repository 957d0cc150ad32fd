/** Which words may a misspelt one mean? Computed by a table of distances. */
import type { SoundAlikes } from '../../src/fulltext/analysis/sound-alikes.ts';
import { countSoundChanges } from './plain-sounds.ts';

/**
 * The number of typos; 0 when one cannot mean the other: they are equal, too different, too short, or not words of
 * letters.
 */
export function countTypos(typed: string, term: string): number {
	const errorsMax = Math.min(toErrorsMax(typed), toErrorsMax(term));
	const errorCount = errorsMax === 0 ? 0 : countErrors(typed, term);
	return errorCount <= errorsMax ? errorCount : 0;
}

/**
 * In how many times as many items a word must be for the typed one to be doubted beside it; 0 when that never happens: the
 * words do not sound alike and have two errors, or one cannot mean the other.
 */
export function toDoubtFactor(typed: string, term: string, soundAlikes: SoundAlikes): number {
	const bySound = [0, 1, 0.1][countSoundChanges(typed, term, soundAlikes)] as number;
	const isOneError = countTypos(typed, term) === 1;
	const isSwap = typed.length === term.length && [...typed].sort().join('') === [...term].sort().join('');
	const byError = isOneError ? (isSwap || term.length > typed.length ? 1 : 0.2) : 0;
	const byTwo = countTypos(typed, term) === 2 ? 0.025 : 0;
	if (bySound === 0 && byError === 0) return 0;
	const likelihood = Math.max(bySound, byError, byTwo) * (typed[0] === term[0] ? 1 : 0.2);
	return (typed.length <= 5 ? 200 : typed.length <= 7 && bySound === 0 ? 20 : 10) / likelihood;
}

/** One error from four letters on, two from eight on. */
function toErrorsMax(word: string): number {
	if (!isTypoWord(word)) return 0;
	return word.length < 8 ? 1 : 2;
}

/** Whether it may be misspelt, or be what a misspelt word means. */
export function isTypoWord(word: string): boolean {
	return /^[\p{L}\p{M}]{4,40}$/u.test(word);
}

/** Typing errors: letters left out, added, replaced or swapped with their neighbour (optimal string alignment). */
export function countErrors(a: string, b: string): number {
	const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
	const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
	for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j;
	for (let i = 1; i <= a.length; i++) {
		for (let j = 1; j <= b.length; j++) {
			const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
			(rows[i] as number[])[j] = Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1);
		}
	}
	return at(a.length, b.length);
}
