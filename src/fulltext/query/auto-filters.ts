/**
 * Is a word of the query the value of a field? Then it becomes a filter.
 *
 *     red levis jeans    colour has "Red", brand has "Levi's"
 *     words  jeans       filters  colour = Red, brand = Levi's
 *
 * The longest run of words that is a value wins. Values are compared without case, accents and punctuation.
 */

import type { TermsFilter } from '../../domain/query/filter.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { countStrings, decodeString } from '../index/segment/sorted-strings.ts';
import type { IndexView } from './index-view.ts';
import { hasLive } from './value-filter.ts';

const wordsPerValueMax = 4;
/** Fields with more values than this are not choices that a shopper makes; they are left alone. */
const valuesMax = 20_000;

export interface AutoFiltered {
	/** The query without the words that became filters. */
	readonly query: AnalyzedQuery;
	readonly autoFilters: readonly TermsFilter[];
}

/** Turns words that are values into filters. Cost: O(words · fields · segments) after the first call. */
export function* applyAutoFilters(
	view: IndexView,
	query: AnalyzedQuery,
	{ fieldNames, pace }: { readonly fieldNames: readonly string[]; readonly pace: Pace },
): Steps<AutoFiltered> {
	if (fieldNames.length === 0) return { query, autoFilters: [] };
	for (const { segment } of view.segments) {
		for (const fieldName of fieldNames) {
			const column = segment.keywordColumn(fieldName);
			if (column === undefined || ordinalsByText.has(column)) continue;
			toOrdinals(column);
			if (pace.isDue()) yield;
		}
	}
	const autoFilters: TermsFilter[] = [];
	const taken = new Set<number>();
	for (let at = 0; at < query.words.length; ) {
		const found = findValue(view, query, { at, fieldNames, autoFilters });
		if (found === undefined) {
			at += 1;
			continue;
		}
		autoFilters.push(found.filter);
		for (let word = at; word < at + found.wordCount; word++) taken.add(word);
		at += found.wordCount;
	}
	return { query: withoutWords(query, taken), autoFilters };
}

interface Search {
	readonly at: number;
	readonly fieldNames: readonly string[];
	readonly autoFilters: readonly TermsFilter[];
}

function findValue(view: IndexView, { words }: AnalyzedQuery, { at, fieldNames, autoFilters }: Search) {
	const free = fieldNames.filter((name) => autoFilters.every(({ fieldName }) => fieldName !== name));
	for (let wordCount = Math.min(wordsPerValueMax, words.length - at); wordCount > 0; wordCount--) {
		const run = words.slice(at, at + wordCount);
		const text = run.map((word) => word.text).join('');
		for (const fieldName of free) {
			const values = findSpellings(view, fieldName, text);
			if (values.length === 0) continue;
			const filter: TermsFilter = { kind: 'terms', fieldName, values };
			return { filter, wordCount };
		}
	}
	return undefined;
}

/** The values of the field that compare equal to `text` and that a live item has, in any segment. */
function findSpellings(view: IndexView, fieldName: string, text: string): string[] {
	const values = new Set<string>();
	for (const { segment, live } of view.segments) {
		const column = segment.keywordColumn(fieldName);
		if (column === undefined) continue;
		for (const ordinal of toOrdinals(column).get(text) ?? []) {
			if (hasLive(column, [ordinal], live)) values.add(decodeString(column.dictionary, ordinal - 1));
		}
	}
	return [...values].sort();
}

const ordinalsByText = new WeakMap<KeywordColumn, ReadonlyMap<string, readonly number[]>>();

/** The ordinals of a column's values by the form in which they are compared. */
function toOrdinals(column: KeywordColumn): ReadonlyMap<string, readonly number[]> {
	const known = ordinalsByText.get(column);
	if (known !== undefined) return known;
	const ordinals = new Map<string, number[]>();
	const count = countStrings(column.dictionary);
	for (let index = 0; index < count && count <= valuesMax; index++) {
		const text = toComparable(decodeString(column.dictionary, index));
		if (text === '') continue;
		const same = ordinals.get(text);
		if (same === undefined) ordinals.set(text, [index + 1]);
		else same.push(index + 1);
	}
	ordinalsByText.set(column, ordinals);
	return ordinals;
}

function toComparable(value: string): string {
	return value
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]+/gu, '')
		.toLowerCase();
}

function withoutWords(query: AnalyzedQuery, taken: ReadonlySet<number>): AnalyzedQuery {
	if (taken.size === 0) return query;
	const words = query.words.filter((_, index) => !taken.has(index));
	const spans = query.spans.flatMap((span) => {
		let takenBefore = 0;
		for (const word of taken) {
			if (word >= span.firstWord && word < span.firstWord + span.wordCount) return [];
			if (word < span.firstWord) takenBefore += 1;
		}
		return [{ ...span, firstWord: span.firstWord - takenBefore }];
	});
	return { ...query, words, spans };
}
