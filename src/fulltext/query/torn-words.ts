/**
 * Which two words of a text are one that was torn apart by mistake? Those that hardly any product has as two words, where
 * many have them as one, or a synonym of that. What is said is in some product.
 *
 *     sun glasses     sunglasses: 889 products      sun and glasses: 4     →  sunglasses
 *     table lamp      tablelamp: none                                      as typed
 *     sun cream       suncream: none, sunscreen: 300                       as typed
 *
 * What they stand for is searched in any case, see `query-analyzer.ts` and `synonyms.ts`; this only says so.
 */
import type { Steps } from '../../lib/steps.ts';
import { type AnalyzedQuery, formQualities, type QueryWord } from '../analysis/analyzed-query.ts';
import { hasPrefix } from '../index/segment/sorted-strings.ts';
import { type Counting, countTogether } from './doubt-words.ts';
import type { IndexView } from './index-view.ts';
import { resolveWords } from './resolve-words.ts';
import { type SearchedWords, toSearchedWords } from './searched-words.ts';
import { commonWordMin } from './similar-words.ts';

/** One word is meant where it is in this many times as many products as the two. */
const tornFactor = 10;

/**
 * So many letters of the second word follow those of the first in whatever the two may be together: its inflections begin
 * like it.
 */
const sharedLettersMax = 2;

/**
 * The text with torn words written together; undefined when none is torn. Cost: a look into each dictionary for each pair of
 * words, and a search for the two where terms begin like both.
 */
export function* joinTornWords(counting: Counting, text: string, query: AnalyzedQuery): Steps<string | undefined> {
	const joins = new Set<string>();
	for (const [index, word] of query.words.entries()) {
		const next = query.words[index + 1];
		if (next === undefined || !mayBeTorn(counting.view, query, index)) continue;
		if (yield* isTorn(counting, word, next)) joins.add(toPair(word.text, next.text));
	}
	if (joins.size === 0) return undefined;
	const { source, words } = counting.view.analyzer.locateWords(text);
	let joined = '';
	let end = 0;
	for (const [index, { term, start }] of words.entries()) {
		const next = words[index + 1];
		const isPair = next !== undefined && start >= end && joins.has(toPair(term, next.term));
		if (!isPair || !/^\s+$/.test(source.slice(words[index]?.end, next.start))) continue;
		joined += source.slice(end, start) + term + next.term;
		end = next.end;
	}
	return end === 0 ? undefined : joined + source.slice(end);
}

function toPair(first: string, second: string): string {
	return `${first} ${second}`;
}

/** Whether both are words that may be misspelt, and together may be one of the index or have synonyms. */
function mayBeTorn({ segments }: IndexView, { words, spans }: AnalyzedQuery, index: number): boolean {
	const pair = words.slice(index, index + 2);
	if (pair.some(({ isTypoTolerant, isOptional }) => !isTypoTolerant || isOptional)) return false;
	const [first = '', second = ''] = pair.map(({ text }) => text);
	const beginning = first + second.slice(0, sharedLettersMax);
	if (segments.some(({ segment }) => hasPrefix(segment.terms, beginning))) return true;
	return spans.some(
		({ firstWord, wordCount, form }) =>
			firstWord === index && wordCount === pair.length && form.quality === formQualities.synonym,
	);
}

function* isTorn(counting: Counting, first: QueryWord, second: QueryWord): Steps<boolean> {
	const { view } = counting;
	const together = readWords(view, view.analyzer.analyzeQuery(`${first.text}${second.text} `));
	const [countOfOne = 0, ...others] = together.matchCounts;
	if (others.length > 0 || countOfOne < commonWordMin || !isSpelt(together)) return false;
	// Without what they stand for together.
	const apart = readWords(view, { words: [first, second], spans: [], isTruncated: false });
	const countOfTwo = yield* countTogether(counting, [
		{ words: apart, index: 0 },
		{ words: apart, index: 1 },
	]);
	return countOfOne >= tornFactor * countOfTwo;
}

/** Whether some product has the only word in a spelling or an inflection. */
function isSpelt({ bySegment }: SearchedWords): boolean {
	return bySegment.some(([word]) =>
		word?.variants.some(({ origin }) => 'choices' in origin && origin.quality < formQualities.relative),
	);
}

function readWords(view: IndexView, query: AnalyzedQuery) {
	const bySegment = view.segments.map(({ segment }) => resolveWords(segment, query));
	return toSearchedWords(view, query, bySegment);
}
