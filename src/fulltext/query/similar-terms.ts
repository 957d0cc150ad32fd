/** Which terms of a segment may be meant by a misspelt word? Candidates by hash, then compared letter by letter. */
import { countPostings } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { countStrings, decodeString, type SortedStrings } from '../segment/sorted-strings.ts';
import { countErrors, isTypoTarget, tabledTermsMin, toErrorsMax, visitDeletes } from '../segment/typo-table.ts';

export interface SimilarTerm {
	readonly term: number;
	/** 1 or 2. */
	readonly errorCount: number;
}

/** More candidates than this are too vague to help; those with fewer errors, then the more frequent ones, stay. */
const similarTermsMax = 48;

/**
 * Terms within the errors allowed for `word` and for the term itself, without the word itself, by term number.
 * Cost: about 20 µs for one error, 100 µs for two.
 */
export function findSimilarTerms(segment: Segment, word: string): SimilarTerm[] {
	const { terms, postings } = segment;
	if (!isTypoTarget(word)) return [];
	const errorsMax = toErrorsMax(word.length);
	const letters = toLetterBits(word);
	const found: SimilarTerm[] = [];
	for (const term of findCandidates(segment, word, errorsMax)) {
		if (isStranger(terms, term, { letters, length: word.length, errorsMax })) continue;
		const text = decodeString(terms, term);
		if (!isTypoTarget(text)) continue;
		const errorCount = countErrors(word, text, Math.min(errorsMax, toErrorsMax(text.length)));
		const isAllowed = errorCount > 0 && errorCount <= Math.min(errorsMax, toErrorsMax(text.length));
		if (isAllowed) found.push({ term, errorCount });
	}
	if (found.length > similarTermsMax) {
		const toFrequency = (term: number) => countPostings(postings, term);
		found.sort((a, b) => a.errorCount - b.errorCount || toFrequency(b.term) - toFrequency(a.term) || a.term - b.term);
		found.length = similarTermsMax;
	}
	return found.sort((a, b) => a.term - b.term);
}

/** Terms that share a hash with the word; all terms where the dictionary is too small for a table. */
function findCandidates({ terms, typoBuckets, typoTerms }: Segment, word: string, errorsMax: number): Iterable<number> {
	const termCount = countStrings(terms);
	if (termCount < tabledTermsMin) return Array.from({ length: termCount }, (_, term) => term);
	const mask = typoBuckets.length - 2;
	const candidates = new Set<number>();
	visitDeletes(word, errorsMax, (hash) => {
		const bucket = hash & mask;
		const end = typoBuckets[bucket + 1] as number;
		for (let at = typoBuckets[bucket] as number; at < end; at++) candidates.add(typoTerms[at] as number);
	});
	return candidates;
}

/** A bit for each letter a–z that occurs. */
function toLetterBits(word: string): number {
	let bits = 0;
	for (let at = 0; at < word.length; at++) {
		const letter = word.charCodeAt(at) - 0x61;
		if (letter >= 0 && letter < 26) bits |= 1 << letter;
	}
	return bits;
}

/**
 * Whether the term's bytes alone show that it is too different, as those of most candidates do. An error changes the
 * length by one letter and the set of letters by two at most; a letter takes one to three bytes.
 */
function isStranger(
	{ offsets, bytes }: SortedStrings,
	term: number,
	{ letters, length, errorsMax }: { readonly letters: number; readonly length: number; readonly errorsMax: number },
): boolean {
	const start = offsets[term] as number;
	const end = offsets[term + 1] as number;
	if (end - start + errorsMax < length || end - start > 3 * (length + errorsMax)) return true;
	let bits = letters;
	let seen = 0;
	for (let at = start; at < end; at++) {
		const letter = (bytes[at] as number) - 0x61;
		if (letter >= 0 && letter < 26) seen |= 1 << letter;
	}
	bits ^= seen;
	let differenceCount = 0;
	for (; bits !== 0; bits &= bits - 1) differenceCount += 1;
	return differenceCount > 2 * errorsMax;
}
