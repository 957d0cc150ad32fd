/**
 * How many titles have which phrases? Counted in samples of each segment, and cached: a segment never changes, and shoppers
 * type the same words again and again. Deleted documents count, too. Synonyms of an engine do not.
 */

import { createCache } from '../../lib/cache.ts';
import type { QueryWord } from '../analysis/analyzed-query.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import { listFirstDocuments } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import type { FieldValue, Vocabulary } from '../understanding/vocabulary.ts';
import { listEndings } from './compound-forms.ts';
import { hasEntry } from './document-filter.ts';
import type { IndexView } from './index-view.ts';
import {
	createPhraseChoice,
	createPhraseFinder,
	listOccurrences,
	type TitlePhrase,
	toPhraseTerms,
} from './title-phrase.ts';

/** The most documents of a term whose titles are read, in each segment. */
const titlesMax = 512;
/** The same of all terms of a word: a single character stands for many. */
const documentsMax = 4_096;

interface Counts {
	readonly titles: number;
	/** Those of the titles that are asked for. */
	readonly found: number;
}

/**
 * By question. A negation has about a hundred phrases, and its question thousands of characters. So many are kept for each
 * thread; the counts themselves are released with their segments.
 */
const knownCounts = createCache<string, WeakMap<Segment, Counts>>({
	weightMax: 4_000_000,
	weigh: (_counts, question) => question.length + questionLength,
});
/** What a question takes besides its characters. */
const questionLength = 200;

/** See `Vocabulary`. */
export function countTitles(
	view: IndexView,
	text: string,
	phrases: readonly string[],
): ReturnType<Vocabulary['countTitles']> {
	const { titles, found } = countIn(view, [text, ...phrases].join('\n'), (segment) =>
		countPhrases(segment, view, { text, phrases }),
	);
	return { titleCount: titles, phraseCount: found };
}

/** See `Vocabulary`. */
export function countTitlesOf(
	view: IndexView,
	value: FieldValue,
	text: string,
): ReturnType<Vocabulary['countTitlesOf']> {
	const { titles, found } = countIn(view, ['=', value.fieldName, ...value.values, text].join('\n'), (segment) =>
		countValues(segment, createPhraseFinder(segment)(toPhraseTerms(view.analyzer, text)), value),
	);
	return { titleCount: titles, valueCount: found };
}

/** See `Vocabulary`. */
export function countNamed(view: IndexView, value: FieldValue, word: string): ReturnType<Vocabulary['countNamed']> {
	let typed: QueryWord | undefined;
	const { titles, found } = countIn(view, ['-', value.fieldName, ...value.values, word].join('\n'), (segment) => {
		typed ??= view.analyzer.analyzeQuery(`${word} `, { hasStopWords: false }).words[0];
		if (typed === undefined) return { titles: 0, found: 0 };
		const terms = toWordTerms(typed).map((term) => findString(segment.terms, term));
		const ends = listEndings(segment, typed).map(({ ordinal }) => ordinal);
		return countValues(segment, [new Set([...terms, ...ends].filter((term) => term >= 0))], value);
	});
	return { titleCount: titles, valueCount: found };
}

/** The sum over all segments. */
function countIn({ segments, analyzer }: IndexView, asked: string, count: (segment: Segment) => Counts): Counts {
	const known = openCounts(`${analyzer.language}\n${asked}`);
	let [titles, found] = [0, 0];
	for (const { segment } of segments) {
		const counts = known.get(segment) ?? count(segment);
		known.set(segment, counts);
		titles += counts.titles;
		found += counts.found;
	}
	return { titles, found };
}

function openCounts(question: string): WeakMap<Segment, Counts> {
	const known = knownCounts.get(question);
	if (known !== undefined) return known;
	const counts = new WeakMap<Segment, Counts>();
	knownCounts.set(question, counts);
	return counts;
}

interface PhraseQuestion {
	readonly text: string;
	readonly phrases: readonly string[];
}

function countPhrases(segment: Segment, { analyzer }: IndexView, { text, phrases }: PhraseQuestion): Counts {
	const findPhrase = createPhraseFinder(segment);
	const base = findPhrase(toPhraseTerms(analyzer, text));
	if (base === undefined) return { titles: 0, found: 0 };
	const others = phrases.flatMap((other) => {
		const phrase = findPhrase(toPhraseTerms(analyzer, other));
		return phrase === undefined ? [] : { phrase };
	});
	const choose = createPhraseChoice(segment, others);
	const titled = listTitled(segment, base);
	const isFound = (document: number) =>
		[...choose(document)].some(({ phrase }) => listOccurrences(segment, document, phrase).length > 0);
	return { titles: titled.length, found: titled.filter(isFound).length };
}

function countValues(segment: Segment, phrase: TitlePhrase | undefined, value: FieldValue): Counts {
	if (phrase === undefined) return { titles: 0, found: 0 };
	const titled = listTitled(segment, phrase);
	const column = segment.keywordColumn(value.fieldName);
	if (column === undefined) return { titles: titled.length, found: 0 };
	// A value that the segment does not have is at -1, and 0 is the ordinal of no value.
	const texts = [...value.values, ...value.mixed];
	const found = texts.map((text) => findString(column.dictionary, text) + 1).filter((ordinal) => ordinal > 0);
	const ordinals = new Set(found);
	const hasValue = hasEntry(column, (at) => ordinals.has(column.ordinals[at] as number));
	return { titles: titled.length, found: titled.filter(hasValue).length };
}

/** Documents whose title has the phrase, among the first that have one of its first word's terms. */
function listTitled(segment: Segment, phrase: TitlePhrase): readonly number[] {
	const documents = new Set<number>();
	for (const term of phrase[0] ?? []) {
		if (documents.size >= documentsMax) break;
		for (const document of listFirstDocuments(segment.postings, term, titlesMax)) documents.add(document);
	}
	return [...documents].filter((document) => listOccurrences(segment, document, phrase).length > 0);
}
