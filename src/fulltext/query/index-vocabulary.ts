/** What understanding asks of an index, answered from its segments. */

import type { Pace, Steps } from '../../lib/steps.ts';
import { formQualities } from '../analysis/analyzed-query.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { listFirstDocuments } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { toFormWeight } from '../ranking/match-weights.ts';
import type { FieldValue, Vocabulary } from '../understanding/vocabulary.ts';
import { findEntries } from './column-walk.ts';
import type { IndexView, LiveSegment } from './index-view.ts';
import { resolveWords } from './resolve-words.ts';
import {
	createPhraseChoice,
	createPhraseFinder,
	listOccurrences,
	type TitlePhrase,
	toPhraseTerms,
} from './title-phrase.ts';
import { hasLive } from './value-filter.ts';
import { type TableEntry, toValueTable, type ValueTable } from './value-table.ts';

/** The most documents of a term whose titles are read, in each segment. */
const titlesMax = 512;
/** The same of all terms of a word: a single character stands for many. */
const documentsMax = 4_096;

interface TabledSegment extends LiveSegment {
	readonly table: ValueTable;
}

/** Opens the vocabulary of a view. Cost: that of `toValueTable` for segments that are new. */
export function* openVocabulary(
	view: IndexView,
	{ toKey, pace }: { readonly toKey: (text: string) => string; readonly pace: Pace },
): Steps<Vocabulary> {
	const segments: TabledSegment[] = [];
	for (const live of view.segments) {
		const table = yield* toValueTable(live.segment, { toKey, pace });
		segments.push({ ...live, table });
	}
	return {
		priceFields: mergeNames(segments.map(({ table }) => table.priceFields)),
		findValues: (key) => mergeEntries(segments, ({ byKey }) => byKey.get(key)),
		hasLongerValue: (key) => segments.some(({ table }) => table.beginnings.has(key)),
		isFieldName: (word) => segments.some(({ table }) => table.nameWords.has(word)),
		findPeople: (group) => mergeEntries(segments, ({ byPeople }) => byPeople.get(group)),
		findMaterials: (word) => mergeEntries(segments, ({ byMaterial }) => byMaterial.get(word)),
		findNumberFields: (word) =>
			mergeNames(segments.map(({ table }) => table.numberFields.get(word) ?? [])).toSorted(
				(a, b) => a.length - b.length || (a < b ? -1 : 1),
			),
		countNumber: (fieldName, number) =>
			segments.reduce((sum, { segment }) => sum + countNumber(segment, fieldName, number), 0),
		countDocuments: (text) => countDocuments(view, text),
		countTitles: (text, phrases) => countTitles(view, text, phrases),
		countTitlesOf: (value, text) => countTitlesOf(view, value, text),
	};
}

/** Names in the order of the longest list, then those that only others have. */
function mergeNames(lists: readonly (readonly string[])[]): readonly string[] {
	return [...new Set(lists.toSorted((a, b) => b.length - a.length).flat())];
}

function mergeEntries(
	segments: readonly TabledSegment[],
	find: (table: ValueTable) => readonly TableEntry[] | undefined,
): readonly FieldValue[] {
	const merged = new Map<string, { readonly use: FieldValue['use']; readonly values: Set<string>; count: number }>();
	for (const { table, live } of segments) {
		for (const { fieldName, use, column, ordinals } of find(table) ?? []) {
			const value = merged.get(fieldName) ?? { use, values: new Set<string>(), count: 0 };
			merged.set(fieldName, value);
			for (const ordinal of ordinals) {
				value.count += (column.listOffsets[ordinal] as number) - (column.listOffsets[ordinal - 1] as number);
				if (hasLive(column, [ordinal], live)) value.values.add(decodeString(column.dictionary, ordinal - 1));
			}
		}
	}
	return [...merged].flatMap(([fieldName, { use, values, count }]) =>
		values.size === 0 ? [] : { fieldName, use, values: [...values].sort(), documentCount: count },
	);
}

/** Counts by field and number: shoppers name the same sizes again and again. */
const knownCounts = new WeakMap<Segment, Map<string, number>>();
const knownCountsMax = 1_000;

function countNumber(segment: Segment, fieldName: string, number: number): number {
	const known = knownCounts.get(segment) ?? new Map<string, number>();
	knownCounts.set(segment, known);
	const key = `${number} ${fieldName}`;
	const cached = known.get(key);
	if (cached !== undefined) return cached;
	let count = 0;
	for (const other of segment.numberColumn(fieldName)?.numbers ?? []) if (other === number) count += 1;
	if (known.size >= knownCountsMax) known.clear();
	known.set(key, count);
	return count;
}

/** Synonyms and parts of a word weigh less: they say something else. */
const inflectionWeight = toFormWeight(formQualities.stem);

/** The number of documents with the rarest word, in the inflection or spelling that most documents have. */
function countDocuments({ segments, analyzer }: IndexView, text: string): number {
	const query = analyzer.analyzeQuery(`${text} `);
	if (query.words.length === 0) return 0;
	const counts = query.words.map(() => 0);
	for (const { segment } of segments) {
		for (const [index, { variants }] of resolveWords(segment, query).entries()) {
			const said = variants.filter(({ weight }) => weight >= inflectionWeight);
			counts[index] = (counts[index] ?? 0) + said.reduce((most, { postingCount }) => Math.max(most, postingCount), 0);
		}
	}
	return Math.min(...counts);
}

function countTitles(
	{ segments, analyzer }: IndexView,
	text: string,
	phrases: readonly string[],
): ReturnType<Vocabulary['countTitles']> {
	const words = toPhraseTerms(analyzer, text);
	const wordsOfPhrases = phrases.map((phrase) => toPhraseTerms(analyzer, phrase));
	let titleCount = 0;
	let phraseCount = 0;
	for (const { segment } of segments) {
		const findPhrase = createPhraseFinder(segment);
		const base = findPhrase(words);
		if (base === undefined) continue;
		const others = wordsOfPhrases.flatMap((ofPhrase) => {
			const phrase = findPhrase(ofPhrase);
			return phrase === undefined ? [] : { phrase };
		});
		const choose = createPhraseChoice(segment, others);
		for (const document of listTitled(segment, base)) {
			titleCount += 1;
			const isOne = [...choose(document)].some(({ phrase }) => listOccurrences(segment, document, phrase).length > 0);
			if (isOne) phraseCount += 1;
		}
	}
	return { titleCount, phraseCount };
}

function countTitlesOf(
	{ segments, analyzer }: IndexView,
	{ fieldName, values }: FieldValue,
	text: string,
): ReturnType<Vocabulary['countTitlesOf']> {
	const words = toPhraseTerms(analyzer, text);
	let titleCount = 0;
	let valueCount = 0;
	for (const { segment } of segments) {
		const phrase = createPhraseFinder(segment)(words);
		if (phrase === undefined) continue;
		const column = segment.keywordColumn(fieldName);
		// That of a value that the segment does not have is 0, as is the one of no value.
		const found = values.map((value) => (column === undefined ? 0 : findString(column.dictionary, value) + 1));
		const ordinals = new Set(found.filter((ordinal) => ordinal > 0));
		for (const document of listTitled(segment, phrase)) {
			titleCount += 1;
			if (column !== undefined && hasOrdinal(column, document, ordinals)) valueCount += 1;
		}
	}
	return { titleCount, valueCount };
}

function hasOrdinal(column: KeywordColumn, document: number, ordinals: ReadonlySet<number>): boolean {
	const [from, to] = findEntries(column, document);
	for (let at = from; at < to; at++) if (ordinals.has(column.ordinals[at] as number)) return true;
	return false;
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
