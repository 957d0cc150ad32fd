/**
 * Does a title have words one after another, in any inflection?
 *
 *     phrase   without handles      0 without   1 handles, handle (stem)
 *     title    Mug without handle   …           handle is a form of handles: yes
 *
 * One character of a script without blanks is found wherever a title has it: 蓋 in ガラス蓋付き.
 */

import { memoize } from '../../lib/cache.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findPrefixRange, findString } from '../index/segment/sorted-strings.ts';
import { otherFormFlag, toEntryTerm } from '../index/segment/title-words.ts';
import { type AbsentWords, isCharacter } from '../understanding/part.ts';

/** For each word of the phrase, the terms of its forms. Not empty. */
export type TitlePhrase = readonly ReadonlySet<number>[];

/** By word of a phrase, the names of the terms that may stand for it, and how these may begin. */
type PhraseTerms = readonly { readonly names: readonly string[]; readonly beginnings: readonly string[] }[];

/** A negation has about a hundred phrases of some two hundred bytes, and each is asked for several times. */
const cachedPhrases = { entriesMax: 5_000, textLengthMax: 100 };

const readers = new WeakMap<Analyzer, (text: string) => PhraseTerms>();

/** The names of the terms that may stand for each word of a text; empty for a text without words. */
export function toPhraseTerms(analyzer: Analyzer, text: string): PhraseTerms {
	const read = readers.get(analyzer) ?? memoize((phrase) => readPhraseTerms(analyzer, phrase), cachedPhrases);
	readers.set(analyzer, read);
	return read(text);
}

function readPhraseTerms(analyzer: Analyzer, text: string): PhraseTerms {
	// The blank says that the last word is complete.
	return analyzer.analyzeQuery(`${text} `).words.map((word) => ({
		names: toWordTerms(word),
		beginnings: word.prefixes.map(({ term }) => term),
	}));
}

/**
 * Finds phrases in a segment: undefined when no title of it can have the phrase. Cost: O(forms · log terms) for words
 * that no phrase had before.
 */
export function createPhraseFinder({ terms }: Segment): (words: PhraseTerms) => TitlePhrase | undefined {
	const known = new Map<string, number>();
	const toTerm = (name: string) => {
		const term = known.get(name) ?? findString(terms, name);
		known.set(name, term);
		return term;
	};
	return (words) => {
		const phrase: ReadonlySet<number>[] = [];
		for (const { names, beginnings } of words) {
			const found = new Set(names.map(toTerm).filter((term) => term >= 0));
			for (const beginning of beginnings) {
				const [from, to] = findPrefixRange(terms, beginning);
				for (let term = from; term < to; term++) found.add(term);
			}
			if (found.size === 0) return undefined;
			phrase.push(found);
		}
		return phrase.length === 0 ? undefined : phrase;
	};
}

/**
 * Returns a function that lists the phrases that a title may have: those whose first word it has. Cost of a call:
 * O(entries of the title + phrases returned).
 */
export function createPhraseChoice<Phrased extends { readonly phrase: TitlePhrase }>(
	segment: Segment,
	phrases: readonly Phrased[],
): (document: number) => Iterable<Phrased> {
	const { titleOffsets, titleTerms } = segment;
	const byFirstTerm = new Map<number, Phrased[]>();
	for (const phrased of phrases) {
		for (const term of phrased.phrase[0] ?? []) {
			const list = byFirstTerm.get(term);
			if (list === undefined) byFirstTerm.set(term, [phrased]);
			else list.push(phrased);
		}
	}
	return (document) => {
		const chosen = new Set<Phrased>();
		const end = titleOffsets[document + 1] as number;
		for (let at = titleOffsets[document] as number; at < end; at++) {
			for (const phrased of byFirstTerm.get(toEntryTerm(titleTerms[at] as number)) ?? []) chosen.add(phrased);
		}
		return chosen;
	};
}

/** Positions of the words of a title that begin the phrase, ascending. Cost: O(entries of the title). */
export function listOccurrences(segment: Segment, document: number, phrase: TitlePhrase): readonly number[] {
	const { titleOffsets, titleTerms } = segment;
	const end = titleOffsets[document + 1] as number;
	const found: number[] = [];
	/** By word of the phrase, the position at which it was last seen. */
	const seenAt = phrase.map(() => -2);
	let position = -1;
	for (let at = titleOffsets[document] as number; at < end; at++) {
		const entry = titleTerms[at] as number;
		if (entry < otherFormFlag) position += 1;
		const term = toEntryTerm(entry);
		for (let word = phrase.length - 1; word >= 0; word--) {
			const isNext = word === 0 || seenAt[word - 1] === position - 1;
			if (!isNext || seenAt[word] === position || !(phrase[word] as ReadonlySet<number>).has(term)) continue;
			seenAt[word] = position;
			if (word === phrase.length - 1) found.push(position - word);
		}
	}
	return found;
}

interface Mention {
	/** Undefined where no title of the segment has the words, except within their negation: sleeveless. */
	readonly phrase: TitlePhrase | undefined;
	/** Whether it is a single character, which stands in words of all kinds: a title that negates it once does without it. */
	readonly isCharacter: boolean;
	/** The negations that a title may have. */
	readonly chooseNegated: (document: number) => Iterable<NegatedMention>;
}

interface NegatedMention {
	readonly phrase: TitlePhrase;
	/** How many words of the negation stand before what is negated. */
	readonly leadCount: number;
}

export interface MentionTests {
	/** Whether the title has the words and does not negate them every time. */
	readonly isMentioned: (document: number) => boolean;
	/** Whether the title says that the thing is without them. */
	readonly isDenied: (document: number) => boolean;
}

/**
 * Tests of the titles of a segment for words that may be negated there. Every search of a segment with the same words
 * shares them. Cost: that of `createPhraseFinder` for each phrase the first time that a segment is asked for; of a test,
 * O(entries of the title · phrases that begin there).
 */
export function createMentionTests(analyzer: Analyzer, words: AbsentWords): (segment: Segment) => MentionTests {
	const bySegment = new Map<Segment, MentionTests>();
	return (segment) => {
		const tests = bySegment.get(segment) ?? toMentionTests(segment, toMention(segment, analyzer, words));
		bySegment.set(segment, tests);
		return tests;
	};
}

function toMentionTests(segment: Segment, mention: Mention | undefined): MentionTests {
	if (mention === undefined) return { isMentioned: () => false, isDenied: () => false };
	const { phrase } = mention;
	return {
		isMentioned(document) {
			const mentioned = phrase === undefined ? [] : listOccurrences(segment, document, phrase);
			if (mentioned.length === 0) return false;
			const denied = listDenied(segment, document, mention);
			if (mention.isCharacter && denied.size > 0) return false;
			return mentioned.some((position) => !denied.has(position));
		},
		isDenied: (document) => listDenied(segment, document, mention).size > 0,
	};
}

function toMention(segment: Segment, analyzer: Analyzer, { text, negated }: AbsentWords): Mention | undefined {
	const findPhrase = createPhraseFinder(segment);
	const words = toPhraseTerms(analyzer, text);
	const phrase = findPhrase(words);
	const phrases = negated.flatMap((wording) => {
		const ofWording = toPhraseTerms(analyzer, wording);
		const found = findPhrase(ofWording);
		const isBehind = wording.startsWith(text);
		return found === undefined ? [] : { phrase: found, leadCount: isBehind ? 0 : ofWording.length - words.length };
	});
	if (phrase === undefined && phrases.length === 0) return undefined;
	return { phrase, isCharacter: isCharacter(text), chooseNegated: createPhraseChoice(segment, phrases) };
}

/** Where the title has the words behind or before a negation. */
function listDenied(segment: Segment, document: number, { chooseNegated }: Mention): ReadonlySet<number> {
	const denied = new Set<number>();
	for (const { phrase, leadCount } of chooseNegated(document)) {
		for (const position of listOccurrences(segment, document, phrase)) denied.add(position + leadCount);
	}
	return denied;
}
