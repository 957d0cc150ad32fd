/**
 * Which terms of a dictionary end with a word? The table lists the dictionary's words of letters, sorted by their bytes
 * from the last to the first, so that words with the same end are neighbours. It is made for languages that write words
 * together, where the end of a compound says what it is: a winterjacke is a jacke.
 *
 *     terms      jacke  ␁winterjack  winterjacke  winterlampe
 *     by end     ␁winterjack   winterjacke   winterlampe        jacke is too short to be a compound
 */
import { countStrings, type SortedStrings } from './sorted-strings.ts';

/** Shorter terms are not compounds, which have two parts of at least three letters. */
const compoundBytesMin = 6;
const stemByte = 1;

/** The numbers of terms that may be compounds, sorted by their ends. Cost: O(terms · log terms). */
export function toTermsByEnd(terms: SortedStrings): Uint32Array {
	const numbers: number[] = [];
	for (let term = 0; term < countStrings(terms); term++) if (isWord(terms, term)) numbers.push(term);
	return Uint32Array.from(numbers).sort((a, b) => compareEnds(terms, a, b));
}

function isWord({ offsets, bytes }: SortedStrings, term: number): boolean {
	const start = offsets[term] as number;
	const end = offsets[term + 1] as number;
	const first = bytes[start] === stemByte ? start + 1 : start;
	if (end - first < compoundBytesMin) return false;
	for (let at = first; at < end; at++) {
		const byte = bytes[at] as number;
		if (byte < 0x80 && (byte < 0x61 || byte > 0x7a)) return false;
	}
	return true;
}

function compareEnds({ offsets, bytes }: SortedStrings, left: number, right: number): number {
	const shared = Math.min(toLength(offsets, left), toLength(offsets, right));
	const leftEnd = offsets[left + 1] as number;
	const rightEnd = offsets[right + 1] as number;
	for (let at = 1; at <= shared; at++) {
		const difference = (bytes[leftEnd - at] as number) - (bytes[rightEnd - at] as number);
		if (difference !== 0) return difference;
	}
	return toLength(offsets, left) - toLength(offsets, right);
}

function toLength(offsets: Uint32Array, term: number): number {
	return (offsets[term + 1] as number) - (offsets[term] as number);
}

/** The terms of `byEnd` that end with `ending`, including `ending` itself. Cost: O(log terms + terms found). */
export function findTermsWithEnd(terms: SortedStrings, byEnd: Uint32Array, ending: string): Uint32Array {
	const key = Buffer.from(ending);
	const from = findFirst(byEnd, (term) => compareWithEnd(terms, term, key) >= 0);
	const to = findFirst(byEnd, (term) => compareWithEnd(terms, term, key) > 0);
	return byEnd.subarray(from, to);
}

/** The first index whose term passes; all terms behind it must pass too. */
function findFirst(byEnd: Uint32Array, passes: (term: number) => boolean): number {
	let low = 0;
	let high = byEnd.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (passes(byEnd[middle] as number)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/**
 * 0 when the term ends with the key; otherwise negative when it comes before those that do, and positive when after.
 */
function compareWithEnd({ offsets, bytes }: SortedStrings, term: number, key: Uint8Array): number {
	const length = toLength(offsets, term);
	const end = offsets[term + 1] as number;
	for (let at = 1; at <= key.length; at++) {
		if (at > length) return -1;
		const difference = (bytes[end - at] as number) - (key[key.length - at] as number);
		if (difference !== 0) return difference;
	}
	return 0;
}
