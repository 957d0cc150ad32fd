/**
 * Which prefixes of terms may a misspelt one stand for? One letter was changed, added, left out, or swapped with the
 * next. The dictionary is walked along the prefix, and at each letter the alternatives that terms have there are tried.
 *
 *     hedph   at 2: terms continue he a… h… l… …   with a inserted: head|ph ✓
 */
import { decodeString, findPrefixRange, hasPrefix, type SortedStrings } from '../index/segment/sorted-strings.ts';
import { toErrorsMax } from '../index/segment/typo-table.ts';

export interface SimilarPrefix {
	readonly prefix: string;
	/** Terms that start with it: from … to-1, at least one. */
	readonly from: number;
	readonly to: number;
}

const lettersPattern = /^[\p{L}\p{M}]+$/u;
/** The most letters tried at one offset; more than this would be another script's. */
const lettersTriedMax = 64;

/** Prefixes of terms within one error of `prefix`, without itself, each once. Cost: about a millisecond. */
export function findSimilarPrefixes(terms: SortedStrings, prefix: string): SimilarPrefix[] {
	if (toErrorsMax(prefix.length) === 0 || !lettersPattern.test(prefix)) return [];
	const found = new Map<string, SimilarPrefix>();
	const tried = new Set([prefix]);

	function attempt(candidate: string): void {
		if (tried.has(candidate)) return;
		tried.add(candidate);
		const [from, to] = findPrefixRange(terms, candidate);
		if (from < to) found.set(candidate, { prefix: candidate, from, to });
	}

	for (let at = 0; at < prefix.length; at++) {
		const head = prefix.slice(0, at);
		const rest = prefix.slice(at);
		if (at > 0 && !hasPrefix(terms, head)) break;
		if (rest.length > 1) attempt(head + rest.charAt(1) + rest.charAt(0) + rest.slice(2));
		attempt(head + rest.slice(1));
		for (const letter of listNextLetters(terms, head)) {
			attempt(head + letter + rest.slice(1));
			attempt(head + letter + rest);
		}
	}
	return [...found.values()];
}

/** The letters that follow `head` in terms. Cost: O(letters · log terms). */
function listNextLetters(terms: SortedStrings, head: string): string[] {
	const letters: string[] = [];
	const [from, to] = findPrefixRange(terms, head);
	for (let at = from; at < to && letters.length < lettersTriedMax; ) {
		const next = decodeString(terms, at).codePointAt(head.length);
		if (next === undefined) {
			at += 1;
			continue;
		}
		const letter = String.fromCodePoint(next);
		if (lettersPattern.test(letter)) letters.push(letter);
		at = Math.max(at + 1, findPrefixRange(terms, head + letter)[1]);
	}
	return letters;
}
