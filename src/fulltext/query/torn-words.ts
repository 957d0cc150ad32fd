/**
 * Which two words of a text are one that was torn apart by mistake? Those that hardly any product has as two words, where
 * many have them as one, or a synonym of that.
 *
 *     sun glasses     sunglasses: 889 products      sun and glasses: 4     →  sunglasses
 *     table lamp      tablelamp: none                                      as typed
 *
 * What they stand for is searched in any case, see `query-analyzer.ts` and `synonyms.ts`; this only says so.
 */
import type { Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery, QueryWord } from '../analysis/analyzed-query.ts';
import { type Counting, countTogether } from './doubt-words.ts';
import { resolveWords } from './resolve-words.ts';
import { toSearchedWords } from './searched-words.ts';
import { commonWordMin } from './similar-words.ts';

/** One word is meant where it is in this many times as many products as the two. */
const tornFactor = 10;

/** The text with torn words written together; undefined when none is torn. Cost: a search for two words for each such pair. */
export function* joinTornWords(counting: Counting, text: string, query: AnalyzedQuery): Steps<string | undefined> {
	const joins = new Set<string>();
	for (const [index, word] of query.words.entries()) {
		const next = query.words[index + 1];
		if (next !== undefined && (yield* isTorn(counting, word, next))) joins.add(toPair(word.text, next.text));
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

function* isTorn(counting: Counting, first: QueryWord, second: QueryWord): Steps<boolean> {
	const { view } = counting;
	const isPossible = [first, second].every(({ isTypoTolerant, isOptional }) => isTypoTolerant && !isOptional);
	if (!isPossible) return false;
	const together = view.analyzer.analyzeQuery(`${first.text}${second.text} `);
	const oneWord = readWords(counting, together);
	const countOfOne = oneWord.matchCounts[0] ?? 0;
	if (together.words.length !== 1 || countOfOne < commonWordMin) return false;
	// Without what they stand for together.
	const apart = readWords(counting, { words: [first, second], spans: [], isTruncated: false });
	const countOfTwo = yield* countTogether(counting, [
		{ words: apart, index: 0 },
		{ words: apart, index: 1 },
	]);
	return countOfOne >= tornFactor * countOfTwo;
}

function readWords({ view }: Counting, query: AnalyzedQuery) {
	const bySegment = view.segments.map(({ segment }) => resolveWords(segment, query));
	return toSearchedWords(view, query, bySegment);
}
