/**
 * How many titles have which phrases, and do documents with one value have others? Counted in samples of each segment, and
 * cached: a segment never changes, and shoppers type the same words again and again. Deleted documents count, too. Synonyms
 * of an engine do not.
 */

import { createCache } from '../../lib/cache.ts';
import type { QueryWord } from '../analysis/analyzed-query.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { listFirstDocuments } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { listAccepted } from '../understanding/part.ts';
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

/** The most documents of a term, or of a spelling of a value, that are read in each segment. */
const titlesMax = 512;
/** The same of all terms of a word, and of all spellings of a value: a single character stands for many. */
const documentsMax = 4_096;

interface Counts {
	/** Titles, or documents. */
	readonly all: number;
	/** Those of them that are asked for. */
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
	const { all, found } = countIn(view, [text, ...phrases].join('\n'), (segment) =>
		countPhrases(segment, view, { text, phrases }),
	);
	return { titleCount: all, phraseCount: found };
}

/** See `Vocabulary`. */
export function countTitlesOf(
	view: IndexView,
	value: FieldValue,
	text: string,
): ReturnType<Vocabulary['countTitlesOf']> {
	const { all, found } = countIn(view, ['=', value.fieldName, ...value.values, text].join('\n'), (segment) =>
		countValues(segment, createPhraseFinder(segment)(toPhraseTerms(view.analyzer, text)), value),
	);
	return { titleCount: all, valueCount: found };
}

/** See `Vocabulary`. */
export function countNamed(view: IndexView, value: FieldValue, word: string): ReturnType<Vocabulary['countNamed']> {
	let typed: QueryWord | undefined;
	const { all, found } = countIn(view, ['-', value.fieldName, ...value.values, word].join('\n'), (segment) => {
		typed ??= view.analyzer.analyzeQuery(`${word} `, { hasStopWords: false }).words[0];
		if (typed === undefined) return { all: 0, found: 0 };
		const terms = toWordTerms(typed).map((term) => findString(segment.terms, term));
		const ends = listEndings(segment, typed).map(({ ordinal }) => ordinal);
		return countValues(segment, [new Set([...terms, ...ends].filter((term) => term >= 0))], value);
	});
	return { titleCount: all, valueCount: found };
}

/** See `Vocabulary`. */
export function estimateLacking(view: IndexView, value: FieldValue, fieldName: string): number {
	const { all, found } = countIn(view, ['!', value.fieldName, ...value.values, fieldName].join('\n'), (segment) => {
		const column = segment.keywordColumn(value.fieldName);
		if (column === undefined) return { all: 0, found: 0 };
		const documents = listHolders(column, value);
		const other = segment.keywordColumn(fieldName);
		if (other === undefined) return { all: documents.length, found: documents.length };
		const hasOther = hasEntry(other, (at) => other.ordinals[at] !== 0);
		return { all: documents.length, found: documents.filter((document) => !hasOther(document)).length };
	});
	return all === 0 ? 0 : (found / all) * value.documentCount;
}

/** The sum over all segments. */
function countIn({ segments, analyzer }: IndexView, asked: string, count: (segment: Segment) => Counts): Counts {
	const known = openCounts(`${analyzer.language}\n${asked}`);
	let [all, found] = [0, 0];
	for (const { segment } of segments) {
		const counts = known.get(segment) ?? count(segment);
		known.set(segment, counts);
		all += counts.all;
		found += counts.found;
	}
	return { all, found };
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
	if (base === undefined) return { all: 0, found: 0 };
	const others = phrases.flatMap((other) => {
		const phrase = findPhrase(toPhraseTerms(analyzer, other));
		return phrase === undefined ? [] : { phrase };
	});
	const choose = createPhraseChoice(segment, others);
	const titled = listTitled(segment, base);
	const isFound = (document: number) =>
		[...choose(document)].some(({ phrase }) => listOccurrences(segment, document, phrase).length > 0);
	return { all: titled.length, found: titled.filter(isFound).length };
}

function countValues(segment: Segment, phrase: TitlePhrase | undefined, value: FieldValue): Counts {
	if (phrase === undefined) return { all: 0, found: 0 };
	const titled = listTitled(segment, phrase);
	const column = segment.keywordColumn(value.fieldName);
	if (column === undefined) return { all: titled.length, found: 0 };
	const ordinals = new Set(listOrdinals(column, value));
	const hasValue = hasEntry(column, (at) => ordinals.has(column.ordinals[at] as number));
	return { all: titled.length, found: titled.filter(hasValue).length };
}

/** Of the spellings of a value that the segment has, and of values that list it with others. */
function listOrdinals({ dictionary }: KeywordColumn, value: FieldValue): readonly number[] {
	// A text that the segment does not have is at -1, and 0 is the ordinal of no value.
	return listAccepted(value)
		.map((text) => findString(dictionary, text) + 1)
		.filter((ordinal) => ordinal > 0);
}

/** Documents with the value: the first ones of each spelling. */
function listHolders(column: KeywordColumn, value: FieldValue): readonly number[] {
	const { listDocuments, listOffsets } = column;
	const documents: number[] = [];
	for (const ordinal of listOrdinals(column, value)) {
		if (documents.length >= documentsMax) break;
		const from = listOffsets[ordinal - 1] as number;
		const to = Math.min(from + titlesMax, listOffsets[ordinal] as number);
		documents.push(...listDocuments.subarray(from, to));
	}
	return documents;
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
