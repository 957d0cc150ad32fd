/**
 * Which words of the dictionary may be meant by a misspelt one? Symmetric deletes (the idea of SymSpell): two words
 * within n typing errors become equal after leaving n letters out of each, so all ways to leave letters out of the
 * dictionary's words are hashed once, and a query only has to hash its own.
 *
 *     samsng ──leave out 1──► amsng smsng sasng samng samsg samsn  and itself
 *     samsung ─leave out 1──► … samsng …                           same hash, same bucket
 *
 *     buckets [2^n + 1] ──► terms, each with some word of that hash; candidates have to be compared anyway
 *
 * Letters are left out of the first seven only; errors behind them leave the hash as it is. A dictionary of 60,000
 * words takes 1.2 million entries of 4 bytes.
 */
import { createGrowingUint32, push, toFilled } from './growing-array.ts';
import { countStrings, decodeString, type SortedStrings } from './sorted-strings.ts';

const hashedLettersMax = 7;
const entriesPerBucket = 2;
const letterLengthMin = 4;
const twoErrorsLengthMin = 8;
const wordLengthMax = 40;
const wordPattern = /^[\p{L}\p{M}]+$/u;

/** Typing errors allowed between a word and what was typed: the shorter of the two decides. Numbers get none. */
export function toErrorsMax(length: number): 0 | 1 | 2 {
	if (length < letterLengthMin || length > wordLengthMax) return 0;
	return length < twoErrorsLengthMin ? 1 : 2;
}

/** Whether a term can be reached through typing errors: letters alone, neither too short nor endless. */
export function isTypoTarget(term: string): boolean {
	return toErrorsMax(term.length) > 0 && wordPattern.test(term);
}

/** Calls `visit` with the hash of every way to leave up to `errorsMax` letters out. The same hash may come twice. */
export function visitDeletes(word: string, errorsMax: number, visit: (hash: number) => void): void {
	const length = Math.min(word.length, hashedLettersMax);
	visit(hashWithout(word, length, -1, -1));
	for (let first = 0; first < length; first++) {
		visit(hashWithout(word, length, first, -1));
		if (errorsMax < 2) continue;
		for (let second = first + 1; second < length; second++) visit(hashWithout(word, length, first, second));
	}
}

/** FNV-1a over the code units, with a last mix as buckets use the low bits. */
function hashWithout(word: string, length: number, first: number, second: number): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < length; at++) {
		if (at === first || at === second) continue;
		hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
	}
	return (hash ^ (hash >>> 15)) >>> 0;
}

export interface TypoTable {
	/** Power of two + 1 entries. */
	readonly buckets: Uint32Array;
	readonly terms: Uint32Array;
}

/** Dictionaries smaller than this are walked instead: it takes no longer, and ten thousand small indexes save the space. */
export const tabledTermsMin = 8_192;

/** The table of a dictionary that has none. */
export const noTypoTable: TypoTable = { buckets: new Uint32Array(2), terms: new Uint32Array(0) };

/** The table of a dictionary. Cost: about 2 µs for each word. */
export function toTypoTable(dictionary: SortedStrings): TypoTable {
	const gathered = createGrowingUint32();
	const owners = createGrowingUint32();
	const termCount = countStrings(dictionary);
	for (let term = 0; term < termCount; term++) {
		const word = decodeString(dictionary, term);
		if (!isTypoTarget(word)) continue;
		visitDeletes(word, toErrorsMax(word.length), (hash) => {
			push(gathered, hash);
			push(owners, term);
		});
	}
	const hashes = toFilled(gathered);
	const bucketCount = 2 ** Math.max(0, Math.ceil(Math.log2(hashes.length / entriesPerBucket + 1)));
	const mask = bucketCount - 1;
	const buckets = new Uint32Array(bucketCount + 1);
	for (const hash of hashes) buckets[(hash & mask) + 1] = (buckets[(hash & mask) + 1] as number) + 1;
	for (let at = 0; at < bucketCount; at++) buckets[at + 1] = (buckets[at + 1] as number) + (buckets[at] as number);
	const next = buckets.slice();
	const terms = new Uint32Array(hashes.length);
	for (let at = 0; at < hashes.length; at++) {
		const bucket = (hashes[at] as number) & mask;
		const to = next[bucket] as number;
		terms[to] = owners.data[at] as number;
		next[bucket] = to + 1;
	}
	return { buckets, terms };
}

/**
 * Typing errors between two words: letters left out, added, replaced or swapped with their neighbour (optimal string
 * alignment). @returns the number of errors, or `errorsMax` + 1 when there are more. Cost: O(length²), no allocation.
 */
export function countErrors(left: string, right: string, errorsMax: number): number {
	const tooMany = errorsMax + 1;
	if (Math.abs(left.length - right.length) > errorsMax) return tooMany;
	if (left.length > wordLengthMax || right.length > wordLengthMax) return tooMany;
	const width = right.length + 1;
	for (let column = 0; column < width; column++) distances[column] = column;
	for (let row = 1; row <= left.length; row++) {
		const at = row * width;
		distances[at] = row;
		let least = row;
		for (let column = 1; column < width; column++) {
			const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
			let best = Math.min(
				(distances[at + column - 1] as number) + 1,
				(distances[at - width + column] as number) + 1,
				(distances[at - width + column - 1] as number) + (isSame ? 0 : 1),
			);
			const isSwapped =
				row > 1 &&
				column > 1 &&
				left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
				left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
			if (isSwapped) best = Math.min(best, (distances[at - 2 * width + column - 2] as number) + 1);
			distances[at + column] = best;
			least = Math.min(least, best);
		}
		if (least > errorsMax) return tooMany;
	}
	return Math.min(distances[left.length * width + right.length] as number, tooMany);
}

const distances = new Uint8Array((wordLengthMax + 1) * (wordLengthMax + 1));
