/**
 * Which words of the dictionary may a misspelt word stand for? Symmetric deletes (the idea of SymSpell): two words
 * within n typing errors become equal after leaving n letters out of each. So all ways to leave letters out of the
 * dictionary's words are hashed once, and a query only has to hash its own.
 *
 *     samsng ──leave out 1──► amsng smsng sasng samng samsg samsn  and itself
 *     samsung ─leave out 1──► … samsng …                           same hash, same bucket
 *
 *     buckets [2^n + 1] ──► entries: the term in the lowest bits, the rest of the hash in the others
 *
 * Most terms in a bucket do not have the wanted hash. The rest of the hash rules them out without reading their
 * letters. Letters are left out of the first seven only; errors after those do not change the hash. A dictionary of
 * 60,000 words takes 1.2 million entries of 4 bytes.
 */
import type { Steps } from '../../../lib/steps.ts';
import { createGrowingUint32, push, toFilled } from './growing-array.ts';
import { countStrings, decodeString, type SortedStrings } from './sorted-strings.ts';

const hashedLettersMax = 7;
const entriesPerBucket = 2;
const letterLengthMin = 4;
const twoErrorsLengthMin = 8;
/** The longest words, in letters, that may be misspelt. */
export const wordLengthMax = 40;
const wordPattern = /^[\p{L}\p{M}]+$/u;

/** Typing errors allowed between a word of this length and what was typed; the shorter of the two decides. */
export function toErrorsMax(length: number): 0 | 1 | 2 {
	if (length < letterLengthMin || length > wordLengthMax) return 0;
	return length < twoErrorsLengthMin ? 1 : 2;
}

/** Whether typing errors may lead to a term: it has letters only and is neither too short nor too long. */
export function isTypoTarget(term: string): boolean {
	return toErrorsMax(term.length) > 0 && wordPattern.test(term);
}

/** The number of ways to leave at most two of seven letters out. */
const deletesMax = 1 + hashedLettersMax + (hashedLettersMax * (hashedLettersMax - 1)) / 2;

/** An array for the hashes that `writeDeletes` writes. */
export function createDeletes(): Uint32Array {
	return new Uint32Array(deletesMax);
}

/**
 * Writes the hash of every way to leave up to `errorsMax` letters out to `hashes`. The same hash may occur twice.
 * @returns how many there are
 */
export function writeDeletes(word: string, errorsMax: number, hashes: Uint32Array): number {
	const length = Math.min(word.length, hashedLettersMax);
	let count = 0;
	hashes[count++] = hashWithout(word, -1, -1);
	for (let first = 0; first < length; first++) {
		hashes[count++] = hashWithout(word, first, -1);
		if (errorsMax < 2) continue;
		for (let second = first + 1; second < length; second++) hashes[count++] = hashWithout(word, first, second);
	}
	return count;
}

/** FNV-1a over the code units except two (-1: none), mixed at the end because buckets use the low bits. */
function hashWithout(word: string, first: number, second: number): number {
	const length = Math.min(word.length, hashedLettersMax);
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
	/** Terms with a fingerprint of their hash, see `toFingerprint`. */
	readonly terms: Uint32Array;
}

/** How many of the 32 bits of an entry hold the term. */
export function toTermBits(termCount: number): number {
	return 32 - Math.clz32(Math.max(1, termCount - 1));
}

/** The other bits of an entry: the upper ones of the hash, because the lower ones choose the bucket. */
export function toFingerprint(hash: number, termBits: number): number {
	return termBits === 32 ? 0 : ((hash >>> termBits) << termBits) >>> 0;
}

/** Smaller dictionaries are scanned instead: it takes no longer, and ten thousand small indexes save the space. */
export const tabledTermsMin = 8_192;

/** The table of a dictionary too small to have one. */
export const noTypoTable: TypoTable = { buckets: new Uint32Array(2), terms: new Uint32Array(0) };

/** Words hashed in one step, which takes about 20 ms. */
const wordsPerStep = 8_192;

/** Builds the table of a dictionary, in steps. Cost: about 2 µs for each word. */
export function* makeTypoTable(dictionary: SortedStrings): Steps<TypoTable> {
	const gathered = createGrowingUint32();
	const owners = createGrowingUint32();
	const deletes = createDeletes();
	const termCount = countStrings(dictionary);
	const termBits = toTermBits(termCount);
	for (let term = 0; term < termCount; term++) {
		if (term % wordsPerStep === wordsPerStep - 1) yield;
		const word = decodeString(dictionary, term);
		if (!isTypoTarget(word)) continue;
		const count = writeDeletes(word, toErrorsMax(word.length), deletes);
		for (let at = 0; at < count; at++) {
			push(gathered, deletes[at] as number);
			push(owners, (toFingerprint(deletes[at] as number, termBits) | term) >>> 0);
		}
	}
	yield;
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
 * Counts the typing errors between two words: letters left out, added, replaced or swapped with their neighbour
 * (optimal string alignment). @returns the number of errors, or `errorsMax` + 1 when there are more. Cost: O(length),
 * no allocation.
 * @param errorsMax 0 … 2
 */
export function countErrors(left: string, right: string, errorsMax: number): number {
	if (left.length > wordLengthMax || right.length > wordLengthMax) return errorsMax + 1;
	for (let at = 0; at < left.length; at++) leftUnits[at] = left.charCodeAt(at);
	for (let at = 0; at < right.length; at++) rightUnits[at] = right.charCodeAt(at);
	return countErrorsBetween(
		{ units: leftUnits, start: 0, end: left.length },
		{ units: rightUnits, start: 0, end: right.length },
		errorsMax,
	);
}

/** The letters of a word: entries start … end-1. */
export interface Letters {
	readonly units: Uint8Array | Uint16Array;
	readonly start: number;
	readonly end: number;
}

/**
 * As `countErrors`, for words of at most `wordLengthMax` letters that are not strings.
 *
 *     headphnoes │ headphones     head ph no es: equal in front and behind, the error is in between
 *     hedphonse  │ headphones     he dphonse, he adphones: one error at the start, one at the end, none between
 *
 * With at most two errors these are all the cases, so no table of distances is needed.
 */
export function countErrorsBetween(left: Letters, right: Letters, errorsMax: number): number {
	const tooMany = errorsMax + 1;
	let leftStart = left.start;
	let leftEnd = left.end;
	let rightStart = right.start;
	let rightEnd = right.end;
	if (Math.abs(leftEnd - leftStart - (rightEnd - rightStart)) > errorsMax) return tooMany;
	// Skips the common beginning and the common end, which have no errors.
	while (leftStart < leftEnd && rightStart < rightEnd && left.units[leftStart] === right.units[rightStart]) {
		leftStart += 1;
		rightStart += 1;
	}
	while (leftStart < leftEnd && rightStart < rightEnd && left.units[leftEnd - 1] === right.units[rightEnd - 1]) {
		leftEnd -= 1;
		rightEnd -= 1;
	}
	const leftRest = leftEnd - leftStart;
	const rightRest = rightEnd - rightStart;
	if (leftRest === 0 || rightRest === 0) return Math.min(leftRest + rightRest, tooMany);
	leftWord = left.units;
	rightWord = right.units;
	const isSwapped = leftRest > 1 && rightRest > 1 && isSwap(leftStart, rightStart);
	if (leftRest === rightRest && (leftRest === 1 || (leftRest === 2 && isSwapped))) return 1;
	if (errorsMax < 2) return tooMany;
	leftWordEnd = leftEnd;
	rightWordEnd = rightEnd;
	const areTwo =
		isLastError(leftStart + 1, rightStart + 1) ||
		isLastError(leftStart + 1, rightStart) ||
		isLastError(leftStart, rightStart + 1) ||
		(isSwapped && isLastError(leftStart + 2, rightStart + 2));
	return areTwo ? 2 : tooMany;
}

/** Whether two letters are in reverse order in the other word. */
function isSwap(left: number, right: number): boolean {
	return leftWord[left] === rightWord[right + 1] && leftWord[left + 1] === rightWord[right];
}

/**
 * Whether the rests of the words, from these offsets on, differ by at most one error. Their last letters differ, so the
 * error is at the end, and everything before it must be equal.
 */
function isLastError(leftFrom: number, rightFrom: number): boolean {
	let left = leftFrom;
	let right = rightFrom;
	while (left < leftWordEnd && right < rightWordEnd && leftWord[left] === rightWord[right]) {
		left += 1;
		right += 1;
	}
	const leftRest = leftWordEnd - left;
	const rightRest = rightWordEnd - right;
	if (leftRest > 1 || rightRest > 1) return leftRest === 2 && rightRest === 2 && isSwap(left, right);
	return true;
}

const leftUnits = new Uint16Array(wordLengthMax);
const rightUnits = new Uint16Array(wordLengthMax);
/** The words that `isLastError` compares, up to their common end. */
let leftWord: Uint8Array | Uint16Array = leftUnits;
let rightWord: Uint8Array | Uint16Array = rightUnits;
let leftWordEnd = 0;
let rightWordEnd = 0;
