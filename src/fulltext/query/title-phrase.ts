/**
 * Does a title have words one after another, in any inflection?
 *
 *     phrase   without handles      0 without   1 handles, handle (stem)
 *     title    Mug without handle   …           handle is a form of handles: yes
 */

import { formQualities } from '../analysis/analyzed-query.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { otherFormFlag, toEntryTerm } from '../index/segment/title-words.ts';

/** For each word of the phrase, the terms of its forms. Not empty. */
export type TitlePhrase = readonly ReadonlySet<number>[];

const inflections = new Set<number>([
	formQualities.exact,
	formQualities.joined,
	formQualities.unit,
	formQualities.variant,
	formQualities.stem,
]);

/** The names of the terms that may stand for each word of a text; empty for a text without words. */
export function toPhraseTerms(analyzer: Analyzer, text: string): readonly (readonly string[])[] {
	// The blank says that the last word is complete.
	return analyzer
		.analyzeQuery(`${text} `)
		.words.map(({ forms }) =>
			forms.flatMap(({ choices, quality }) =>
				choices.length === 1 && inflections.has(quality) ? (choices[0] ?? []) : [],
			),
		);
}

/** The phrase in a segment; undefined when no title of it can have the phrase. Cost: O(forms · log terms). */
export function findPhrase(segment: Segment, words: readonly (readonly string[])[]): TitlePhrase | undefined {
	const phrase = words.map(
		(names) => new Set(names.map((name) => findString(segment.terms, name)).filter((at) => at >= 0)),
	);
	return phrase.length === 0 || phrase.some(({ size }) => size === 0) ? undefined : phrase;
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
	readonly phrase: TitlePhrase;
	readonly negated: readonly NegatedMention[];
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

/** Tests of titles for words that may be negated there. Cost of a call: O(entries of the title · phrases that occur). */
export function createMentionTests(
	segment: Segment,
	analyzer: Analyzer,
	{ text, negated }: { readonly text: string; readonly negated: readonly string[] },
): MentionTests {
	const mention = toMention(segment, analyzer, { text, negated });
	if (mention === undefined) return { isMentioned: () => false, isDenied: () => false };
	return {
		isMentioned(document) {
			const mentioned = listOccurrences(segment, document, mention.phrase);
			if (mentioned.length === 0) return false;
			const denied = listDenied(segment, document, mention);
			return mentioned.some((position) => !denied.has(position));
		},
		isDenied: (document) =>
			listOccurrences(segment, document, mention.phrase).length > 0 && listDenied(segment, document, mention).size > 0,
	};
}

function toMention(
	segment: Segment,
	analyzer: Analyzer,
	{ text, negated }: { readonly text: string; readonly negated: readonly string[] },
): Mention | undefined {
	const words = toPhraseTerms(analyzer, text);
	const phrase = findPhrase(segment, words);
	if (phrase === undefined) return undefined;
	return {
		phrase,
		negated: negated.flatMap((wording) => {
			const ofWording = toPhraseTerms(analyzer, wording);
			const found = findPhrase(segment, ofWording);
			const isBehind = wording.startsWith(text);
			return found === undefined ? [] : { phrase: found, leadCount: isBehind ? 0 : ofWording.length - words.length };
		}),
	};
}

/** Where the title has the words behind or before a negation. */
function listDenied(segment: Segment, document: number, { negated }: Mention): ReadonlySet<number> {
	return new Set(
		negated.flatMap(({ phrase, leadCount }) =>
			listOccurrences(segment, document, phrase).map((position) => position + leadCount),
		),
	);
}
