/** What understanding asks of an index, answered from its segments. */

import type { Pace, Steps } from '../../lib/steps.ts';
import { formQualities } from '../analysis/analyzed-query.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { toFormWeight } from '../ranking/match-weights.ts';
import { toLetters } from '../understanding/understanding.ts';
import type { FieldValue, Vocabulary } from '../understanding/vocabulary.ts';
import type { IndexView, LiveSegment } from './index-view.ts';
import { resolveWords } from './resolve-words.ts';
import { countNamed, countTitles, countTitlesOf, estimateLacking } from './title-counts.ts';
import { hasLive } from './value-filter.ts';
import { type TableEntry, toValueTable, type ValueTable } from './value-table.ts';

interface TabledSegment extends LiveSegment {
	readonly table: ValueTable;
}

/** Opens the vocabulary of a view. Cost: that of `toValueTable` for segments that are new. */
export function* openVocabulary(
	view: IndexView,
	{ toKey, pace }: { readonly toKey: (text: string) => string; readonly pace: Pace },
): Steps<Vocabulary> {
	const segments: TabledSegment[] = [];
	const language = findLanguage(view.analyzer.language);
	for (const live of view.segments) {
		const table = yield* toValueTable(live.segment, { toKey, language, pace });
		segments.push({ ...live, table });
	}
	return {
		priceFields: mergeNames(segments.map(({ table }) => table.priceFields)),
		findValues: (key) => mergeEntries(segments, ({ byKey }) => byKey.get(key)),
		findLongerBrands: (text) => mergeEntries(segments, ({ byBrandBeginning }) => byBrandBeginning.get(toLetters(text))),
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
		countNamed: (value, word) => countNamed(view, value, word),
		estimateLacking: (value, fieldName) => estimateLacking(view, value, fieldName),
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
	const merged = new Map<string, MergedValue>();
	for (const { table, live } of segments) {
		for (const { fieldName, use, column, ordinals, mixed } of find(table) ?? []) {
			const value = merged.get(fieldName) ?? { use, values: new Set(), mixed: new Set(), count: 0 };
			merged.set(fieldName, value);
			for (const text of listLiveTexts(column, ordinals, live)) value.values.add(text);
			for (const text of listLiveTexts(column, mixed, live)) value.mixed.add(text);
			for (const ordinal of [...ordinals, ...mixed]) value.count += countDocumentsOf(column, ordinal);
		}
	}
	return [...merged].flatMap(([fieldName, { use, values, mixed, count }]) =>
		values.size === 0
			? []
			: { fieldName, use, values: [...values].sort(), mixed: [...mixed].sort(), documentCount: count },
	);
}

function listLiveTexts(
	column: KeywordColumn,
	ordinals: readonly number[],
	live: LiveSegment['live'],
): readonly string[] {
	return ordinals
		.filter((ordinal) => hasLive(column, [ordinal], live))
		.map((ordinal) => decodeString(column.dictionary, ordinal - 1));
}

function countDocumentsOf({ listOffsets }: KeywordColumn, ordinal: number): number {
	return (listOffsets[ordinal] as number) - (listOffsets[ordinal - 1] as number);
}

interface MergedValue {
	readonly use: FieldValue['use'];
	readonly values: Set<string>;
	readonly mixed: Set<string>;
	count: number;
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
