/**
 * Is a word of the query a brand, or does it name the thing? Titles tell, by where they have it:
 *
 *     samsung      first in 82 % of the titles that have it        a brand: Samsung's own products begin with it
 *     laptop       first in 1 %, and the noun of the query         the thing: titles that name it are laptops
 *     toilet       first in 67 %, but names things in 33 %         the thing, of which a shop has more accessories
 *     black        neither                                         its position says nothing
 *
 * Cases for a Samsung have the word behind `for` or in the middle. No list of brands is needed, and this holds in
 * languages whose nouns are not known to be first or last, too.
 *
 * In a query what the thing is like may stand behind it. So a word that names things much more often than the one in the
 * usual place of nouns is taken for the noun:
 *
 *     headphones   names the thing in 67 % of the titles that have it       the noun of `headphones over ear`
 *     ear          in 5 %
 *     shower       in 22 %
 *     curtain      in 45 %                                                  the noun of `shower curtain`, as the last
 *     cherche      in no item                                               no noun of `je cherche une robe`
 *
 * Of the inflections of a word those count that most titles have. What was typed may name things where they do not:
 *
 *     boot laces   lace is first in 30 dresses and boots, laces names things in 2 titles of 2: neither a brand nor a description
 */

import { type Cache, createCache } from '../../lib/cache.ts';
import { formQualities } from '../analysis/analyzed-query.ts';
import type { Segment } from '../index/segment/segment.ts';
import { positions, toPosition, toTitleCount } from '../ranking/packed-counts.ts';
import type { PositionUse } from '../ranking/score-table.ts';
import type { IndexView } from './index-view.ts';
import {
	isInflection,
	isRelative,
	isScattered,
	listWritten,
	type ResolvedWord,
	type Variant,
} from './resolve-words.ts';

/** In how many titles a word is, in how many of them it is first, and in how many it names the thing. */
interface PositionCounts {
	readonly titled: number;
	readonly first: number;
	readonly naming: number;
}

/** A word leads titles if it is first in more than this share of those that have it. Brands have 0.4 … 1, things 0 … 0.1. */
const leadingShareMin = 0.3;
/**
 * And if it names things less often than this share of how often it is first: `Toilet Seat`, `Toilet Brush` and `Elongated Toilet` make no
 * brand. Decision 0025 has other shares.
 */
const namingOfLeadingMax = 0.25;
/** As many titles as these, in which it is not first, are added, so that one title is no evidence. */
const priorTitles = 4;
/** Of which it names things in this many, because a word in the place of nouns does so in a quarter of its titles. */
const priorNaming = 1;
/**
 * The noun is the likeliest word by its place that names things at least this many times as often as the one that does so most
 * often. From 0.2 to 0.4 the judged queries of two catalogues, in any order of their words, gain about the same.
 */
const namingShareMin = 0.25;

/**
 * How the position of each word counts, in the order of the query; at most one is `naming`. Cost: O(segments · words), and a few
 * microseconds for each word of a segment that was not searched before.
 *
 * @param nouns the indexes of the words that may say what is searched, the likeliest one first
 */
export function toPositionUses(
	{ segments }: Pick<IndexView, 'segments'>,
	bySegment: readonly (readonly ResolvedWord[])[],
	nouns: readonly number[],
): PositionUse[] {
	const wordCount = bySegment[0]?.length ?? 0;
	const areWritten = listWritten(bySegment);
	const count = (index: number, listVariants: (word: ResolvedWord) => readonly Variant[]) =>
		segments.reduce((sum, { segment }, at) => {
			const variants = listVariants(bySegment[at]?.[index] as ResolvedWord);
			return addCounts(sum, countPositions(segment, variants));
		}, none);
	const ofWords = Array.from({ length: wordCount }, (_, index) => ({
		most: count(index, (word) => listCounted(word, areWritten[index] === true)),
		typed: count(index, ({ variants }) => variants.filter(isTyped)),
	}));
	const uses = ofWords.map((counts): PositionUse => (isLeading(counts) ? 'leading' : 'any'));
	const isKnown = (index: number) => bySegment.some((words) => (words[index]?.variants.length ?? 0) > 0);
	const noun = findNoun(
		ofWords,
		nouns.filter((index) => uses[index] === 'any' && isKnown(index)),
	);
	return noun === undefined ? uses : uses.with(noun, 'naming');
}

/** In the inflection that most titles have, and as it was typed: `laces` names things where `lace` does not. */
interface CountsOfWord {
	readonly most: PositionCounts;
	readonly typed: PositionCounts;
}

function isLeading({ most: { titled, first, naming }, typed }: CountsOfWord): boolean {
	const isNaming = typed.naming > 0 && typed.naming >= namingOfLeadingMax * typed.first;
	return first > leadingShareMin * (titled + priorTitles) && naming < namingOfLeadingMax * first && !isNaming;
}

function isTyped({ term, origin }: Variant): boolean {
	return term >= 0 && 'choices' in origin && origin.quality === formQualities.exact;
}

function toNamingShare({ titled, naming }: PositionCounts): number {
	return (naming + priorNaming) / (titled + priorTitles);
}

function findNoun(ofWords: readonly CountsOfWord[], nouns: readonly number[]): number | undefined {
	const counts = nouns.map((index) => ofWords[index] as CountsOfWord);
	const shareMin = namingShareMin * Math.max(...counts.map(({ most }) => toNamingShare(most)));
	// What names nothing as it was typed says nothing: `ears` in no title.
	return nouns.find((_, at) => {
		const { most, typed } = counts[at] as CountsOfWord;
		return toNamingShare(most) >= shareMin || (typed.naming > 0 && toNamingShare(typed) >= shareMin);
	});
}

function addCounts(a: PositionCounts, b: PositionCounts): PositionCounts {
	return { titled: a.titled + b.titled, first: a.first + b.first, naming: a.naming + b.naming };
}

const none: PositionCounts = { titled: 0, first: 0, naming: 0 };

/**
 * The variants whose places are those of the word. Relatives, compounds, words that it begins and scattered variants have places of
 * their own: `generator` is no brand because titles begin with `generic`, nor is `jacke` because they begin with `winterjacke`.
 * @param isWritten whether some segment has the word itself
 */
function listCounted({ variants }: ResolvedWord, isWritten: boolean): readonly Variant[] {
	if (isWritten) return variants.filter(isInflection);
	const whole = variants.filter((variant) => !isScattered(variant));
	const others = whole.filter((variant) => !isRelative(variant));
	return [others, whole, variants].find(({ length }) => length > 0) ?? [];
}

/** Those of the variant with the most postings; of several, of the one in most titles. */
function countPositions(segment: Segment, counted: readonly Variant[]): PositionCounts {
	let most = none;
	const countMax = Math.max(...counted.map(({ postingCount }) => postingCount));
	const largest = counted.filter(({ postingCount }) => postingCount === countMax);
	for (const variant of largest) {
		const counts = variant.term < 0 ? readPositions(variant) : readKnownPositions(segment, variant);
		if (compareCounts(counts, most) > 0) most = counts;
	}
	return most;
}

function compareCounts(a: PositionCounts, b: PositionCounts): number {
	return a.titled - b.titled || a.first - b.first || a.naming - b.naming;
}

/** Shared by the searches of a thread: common words have thousands of postings. Terms of a segment never change. */
const positionsOfSegments = new WeakMap<Segment, Cache<number, PositionCounts>>();
const cachedMax = 4_096;

function readKnownPositions(segment: Segment, variant: Variant): PositionCounts {
	const cache = positionsOfSegments.get(segment) ?? createCache<number, PositionCounts>({ entriesMax: cachedMax });
	positionsOfSegments.set(segment, cache);
	const known = cache.get(variant.term);
	if (known !== undefined) return known;
	const counts = readPositions(variant);
	cache.set(variant.term, counts);
	return counts;
}

/** Of more postings than this, evenly spread ones are read: about as many, so that a share is at most two percent off. */
const readPostingsMax = 2_048;

function readPositions({ postings, chunkFrom, chunkTo }: Variant): PositionCounts {
	const { chunkStarts, counts } = postings;
	const start = chunkStarts[chunkFrom] as number;
	const end = chunkStarts[chunkTo] as number;
	const step = Math.ceil((end - start) / readPostingsMax);
	let titled = 0;
	let first = 0;
	let naming = 0;
	for (let posting = start; posting < end; posting += step) {
		const packed = counts[posting] as number;
		if (toTitleCount(packed) > 0) titled += 1;
		const position = toPosition(packed);
		if (position === positions.first) first += 1;
		else if (position === positions.naming) naming += 1;
	}
	return { titled: titled * step, first: first * step, naming: naming * step };
}
