/**
 * Which terms of a segment may a misspelt word stand for? Those within one or two typing errors, and those that sound like
 * it. The former are found by hash and then compared letter by letter, the latter as `similar-sounds.ts` says.
 */
import { createCache } from '../../lib/cache.ts';
import type { SoundAlikes } from '../analysis/sound-alikes.ts';
import { countPostings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { countStrings, decodeString, fetchStrings, type SortedStrings } from '../index/segment/sorted-strings.ts';
import {
	countErrors,
	countErrorsBetween,
	createDeletes,
	isTypoTarget,
	type Letters,
	tabledTermsMin,
	toErrorsMax,
	toFingerprint,
	toTermBits,
	wordLengthMax,
	writeDeletes,
} from '../index/segment/typo-table.ts';
import type { Slip } from '../ranking/slip-likelihood.ts';
import { toObjectName } from './live-name.ts';
import { findSimilarSounds } from './similar-sounds.ts';

export interface SimilarTerm extends Slip {
	readonly term: number;
}

/** More terms than this are too vague to help. Those that sound alike are kept, then those with fewer errors. */
const similarTermsMax = 48;

/** The misspelt word. */
interface Wanted {
	readonly text: string;
	/** Its letters where each is a single byte; otherwise undefined. */
	readonly ascii: Letters | undefined;
	readonly errorsMax: number;
	/** The most bytes that a similar term can have. */
	readonly bytesMax: number;
	/** A bit for each letter a–z that occurs. */
	readonly letterBits: number;
}

/**
 * By segment and word: a search asks for the same word up to four times, and so does its next page. Of all indexes of a
 * thread; a kilobyte each, and three at most.
 */
const known = createCache<string, readonly SimilarTerm[]>({ entriesMax: 2_000 });

/**
 * Terms within the number of errors that both `word` and the term allow, and terms that sound alike, without the word
 * itself, by term number. Cost: about 50 µs for a word that was not asked for lately.
 * @param soundAlikes always the same for a segment
 */
export function findSimilarTerms(segment: Segment, word: string, soundAlikes: SoundAlikes): readonly SimilarTerm[] {
	if (!isTypoTarget(word)) return [];
	const key = `${toObjectName(segment)} ${word}`;
	const cached = known.get(key);
	if (cached !== undefined) return cached;
	const found = searchSimilarTerms(segment, word, soundAlikes);
	known.set(key, found);
	return found;
}

function searchSimilarTerms(segment: Segment, word: string, soundAlikes: SoundAlikes): SimilarTerm[] {
	const { terms, postings } = segment;
	const wanted = toWanted(word);
	const misspelt: MisspeltTerm[] = [];
	visitCandidates(segment, wanted, (count) => addSimilar(terms, count, { wanted, found: misspelt }));
	const sounds = findSimilarSounds(terms, word, soundAlikes);
	const found = addSounds(segment, misspelt, { word, sounds });
	if (found.length > similarTermsMax) {
		const toFrequency = (term: number) => countPostings(postings, term);
		const toRank = ({ errorCount, soundChangeCount }: SimilarTerm) => (soundChangeCount > 0 ? 0 : errorCount);
		found.sort((a, b) => toRank(a) - toRank(b) || toFrequency(b.term) - toFrequency(a.term) || a.term - b.term);
		found.length = similarTermsMax;
	}
	return found.sort((a, b) => a.term - b.term);
}

type MisspeltTerm = Omit<SimilarTerm, 'soundChangeCount'>;

/** Of a term that is similar by its sound alone. */
const manyErrors = 3;
/** In a word of up to so many letters, two sounds that are more errors than this leave too little of it: kurta and kate. */
const shortLengthMax = 6;
const shortErrorsMax = 2;

interface SoundingTerms {
	readonly word: string;
	/** The changes of sound by term, 0 for the word itself. */
	readonly sounds: ReadonlyMap<number, number>;
}

function addSounds(
	{ terms }: Segment,
	misspelt: readonly MisspeltTerm[],
	{ word, sounds }: SoundingTerms,
): SimilarTerm[] {
	const found = misspelt.map((similar) => ({ ...similar, soundChangeCount: sounds.get(similar.term) ?? 0 }));
	const known = new Set(misspelt.map(({ term }) => term));
	for (const [term, soundChangeCount] of sounds) {
		if (soundChangeCount === 0 || known.has(term)) continue;
		const text = decodeString(terms, term);
		if (!isTypoTarget(text) || (soundChangeCount > 1 && isAnotherWord(word, text))) continue;
		found.push({ term, errorCount: manyErrors, soundChangeCount });
	}
	return found;
}

function isAnotherWord(word: string, text: string): boolean {
	return word.length <= shortLengthMax && countErrors(word, text, shortErrorsMax) > shortErrorsMax;
}

/**
 * Whether a similar word is close enough to be what was meant even where nothing else speaks for it: it sounds alike, or
 * has one error, and not in the first letter, where hands and spelling seldom go wrong.
 */
export function isClose(word: string, similar: string, { errorCount, soundChangeCount }: Slip): boolean {
	return soundChangeCount > 0 || (errorCount === 1 && similar[0] === word[0]);
}

function toWanted(text: string): Wanted {
	let isAscii = true;
	let letterBits = 0;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit >= 0x80) isAscii = false;
		letterBits |= toLetterBit(unit);
		typedBytes[at] = unit;
	}
	const ascii = isAscii ? { units: typedBytes, start: 0, end: text.length } : undefined;
	const errorsMax = toErrorsMax(text.length);
	// Each error adds at most one letter, and a letter takes one to three bytes. Each letter outside ASCII is an error.
	const bytesMax = isAscii ? text.length + 3 * errorsMax : 3 * (text.length + errorsMax);
	return { text, ascii, errorsMax, bytesMax, letterBits };
}

/** The letters of the current word. */
const typedBytes = new Uint8Array(wordLengthMax);

const deletes = createDeletes();
const bucketStarts = createDeletes();
const bucketEnds = createDeletes();
const firstEntries = createDeletes();

/** The current candidates. */
const candidates = new Uint32Array(1_024);
/**
 * Recent candidates of the word, as term + 1, at the index that their lowest bits give. A later candidate replaces an
 * earlier one.
 */
const seen = new Uint32Array(1_024);

/**
 * Writes terms that share a hash with the word to `candidates`, a few of them repeatedly; or all terms where the
 * dictionary is too small to have a table. Calls `check` with the number of candidates each time the array is full, and
 * at the end.
 */
function visitCandidates(segment: Segment, wanted: Wanted, check: (count: number) => void): void {
	const termCount = countStrings(segment.terms);
	if (termCount >= tabledTermsMin) {
		visitTabled(segment, wanted, check);
		return;
	}
	let count = 0;
	for (let term = 0; term < termCount; term++) {
		candidates[count++] = term;
		if (count < candidates.length) continue;
		check(count);
		count = 0;
	}
	check(count);
}

function visitTabled(segment: Segment, { text, errorsMax }: Wanted, check: (count: number) => void): void {
	const { terms, typoTerms } = segment;
	const termBits = toTermBits(countStrings(terms));
	const termMask = toFingerprint(0xffffffff, termBits) ^ 0xffffffff;
	const hashCount = writeDeletes(text, errorsMax, deletes);
	findBuckets(segment, hashCount);
	seen.fill(0);
	let count = 0;
	for (let index = 0; index < hashCount; index++) {
		const fingerprint = toFingerprint(deletes[index] as number, termBits);
		const start = bucketStarts[index] as number;
		const end = bucketEnds[index] as number;
		for (let at = start; at < end; at++) {
			const entry = at === start ? (firstEntries[index] as number) : (typoTerms[at] as number);
			if ((entry & ~termMask) >>> 0 !== fingerprint) continue;
			// The same term may share several hashes with the word.
			const term = entry & termMask;
			const slot = term & (seen.length - 1);
			if (seen[slot] === term + 1) continue;
			seen[slot] = term + 1;
			candidates[count++] = term;
			if (count < candidates.length) continue;
			check(count);
			count = 0;
		}
	}
	check(count);
}

/** Finds the entries of the first `hashCount` hashes of `deletes`. */
function findBuckets({ typoBuckets, typoTerms }: Segment, hashCount: number): void {
	const mask = typoBuckets.length - 2;
	for (let index = 0; index < hashCount; index++) {
		const bucket = (deletes[index] as number) & mask;
		bucketStarts[index] = typoBuckets[bucket] as number;
		bucketEnds[index] = typoBuckets[bucket + 1] as number;
	}
	// Each of these reads is a cache miss. Without a branch in between, the processor waits for all of them at once.
	for (let index = 0; index < hashCount; index++)
		firstEntries[index] = typoTerms[bucketStarts[index] as number] as number;
}

/** Adds those candidates that are similar to `found`. */
function addSimilar(
	terms: SortedStrings,
	count: number,
	{ wanted, found }: { readonly wanted: Wanted; readonly found: MisspeltTerm[] },
): void {
	const keptCount = keepLikelyLengths(terms, count, wanted);
	fetchStrings(terms, candidates, keptCount);
	for (let index = 0; index < keptCount; index++) {
		const term = candidates[index] as number;
		const errorCount = countTermErrors(terms, term, wanted);
		if (errorCount > 0 && !found.some((known) => known.term === term)) found.push({ term, errorCount });
	}
}

/** Drops candidates that are too short or too long, before their letters are read. @returns how many stay. */
function keepLikelyLengths({ offsets }: SortedStrings, count: number, { text, errorsMax, bytesMax }: Wanted): number {
	const bytesMin = text.length - errorsMax;
	let kept = 0;
	for (let index = 0; index < count; index++) {
		const term = candidates[index] as number;
		const length = (offsets[term + 1] as number) - (offsets[term] as number);
		candidates[kept] = term;
		if (length >= bytesMin && length <= bytesMax) kept += 1;
	}
	return kept;
}

/**
 * The errors between the word and a term; 0 when they are equal, when the term is not subject to typos, or when it has
 * more errors than either allows.
 */
function countTermErrors(terms: SortedStrings, term: number, wanted: Wanted): number {
	const start = terms.offsets[term] as number;
	const end = terms.offsets[term + 1] as number;
	// Where each letter is a byte on both sides, bytes are compared directly and no string is made.
	if (wanted.ascii === undefined || !isAscii(terms.bytes, start, end)) return countWideErrors(terms, term, wanted);
	const errorsMax = Math.min(wanted.errorsMax, toErrorsMax(end - start));
	const errorCount = countErrorsBetween(wanted.ascii, { units: terms.bytes, start, end }, errorsMax);
	return errorCount <= errorsMax && hasLettersAlone(terms.bytes, start, end) ? errorCount : 0;
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
	let all = 0;
	for (let at = start; at < end; at++) all |= bytes[at] as number;
	return all < 0x80;
}

function hasLettersAlone(bytes: Uint8Array, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		const letter = (bytes[at] as number) | 0x20;
		if (letter < 0x61 || letter > 0x7a) return false;
	}
	return true;
}

/** As `countTermErrors`, for words with letters of several bytes. */
function countWideErrors(terms: SortedStrings, term: number, wanted: Wanted): number {
	if (isTooDifferent(terms, term, wanted)) return 0;
	const text = decodeString(terms, term);
	if (!isTypoTarget(text)) return 0;
	const errorsMax = Math.min(wanted.errorsMax, toErrorsMax(text.length));
	const errorCount = countErrors(wanted.text, text, errorsMax);
	return errorCount > errorsMax ? 0 : errorCount;
}

function toLetterBit(byte: number): number {
	const letter = byte - 0x61;
	return letter >= 0 && letter < 26 ? 1 << letter : 0;
}

/**
 * Whether the bytes alone show that the term is too different, as is the case for most candidates. An error changes the
 * set of letters by at most two.
 */
function isTooDifferent({ offsets, bytes }: SortedStrings, term: number, { letterBits, errorsMax }: Wanted): boolean {
	const start = offsets[term] as number;
	const end = offsets[term + 1] as number;
	let seen = 0;
	for (let at = start; at < end; at++) {
		const letter = (bytes[at] as number) - 0x61;
		if (letter >= 0 && letter < 26) seen |= 1 << letter;
	}
	let differing = letterBits ^ seen;
	let differenceCount = 0;
	for (; differing !== 0; differing &= differing - 1) differenceCount += 1;
	return differenceCount > 2 * errorsMax;
}
