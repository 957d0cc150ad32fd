/**
 * How does a search engine search where a request does not say? These are its owner's settings, apart from the schema
 * of items.
 */
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';
import type { FacetRequest } from './index-query.ts';
import { facetBucketsMax, facetsMax, fieldNameLengthMax } from './query-limits.ts';
import { findPhraseProblem, findSynonymFaults, type SynonymRule } from './synonym-rule.ts';

export interface SearchSettings {
	readonly synonyms: readonly SynonymRule[];
	/** Words that items may lack, in addition to those of the language. */
	readonly stopWords: readonly string[];
	/** Words that are never taken for misspelt ones. */
	readonly exactWords: readonly string[];
	/** Whether misspelt words are corrected. */
	readonly isTypoTolerant: boolean;
	/** For requests that name none; empty for no facets, null for those that suit most shops. */
	readonly facets: readonly FacetRequest[] | null;
	/** Fields whose values may become filters when typed; null for those that suit most shops. */
	readonly autoFilterFields: readonly string[] | null;
	/** Whether items out of stock come after all others where the order is by score. */
	readonly isOutOfStockLast: boolean;
	/** Whether suggestions are served. */
	readonly hasSuggestions: boolean;
	/** Whether what shoppers click, put into the cart and buy moves items. */
	readonly hasLearning: boolean;
	/** How far: 0 … 1. */
	readonly learningStrength: number;
	/** Whether learned and plain ranking are interleaved, to compare them. */
	readonly hasInterleaving: boolean;
	/** When that was last switched on, as milliseconds since 1970; null if it never was. */
	readonly interleavingSinceMs: number | null;
}

export const defaultSearchSettings: SearchSettings = {
	synonyms: [],
	stopWords: [],
	exactWords: [],
	isTypoTolerant: true,
	facets: null,
	autoFilterFields: null,
	isOutOfStockLast: false,
	hasSuggestions: true,
	hasLearning: true,
	learningStrength: 1,
	hasInterleaving: false,
	interleavingSinceMs: null,
};

/** A learned factor is at most 1 + this at full strength, and at least 1 / (1 + this). */
export const learnedFactorRange = 1;

export const autoFilterFieldsMax = 20;

/** Of stop words and of exact words: a thread prepares them at the first search after a change, at about 20 µs each. */
export const listedWordsMax = 500;

/** @returns every fault of the settings that are present */
export function findSearchSettingsFaults(settings: Partial<SearchSettings>): Fault[] {
	const { synonyms, stopWords, exactWords, facets, autoFilterFields } = settings;
	return [
		...(synonyms === undefined ? [] : findSynonymFaults('synonyms', synonyms)),
		...findWordFaults('stop_words', stopWords ?? []),
		...findWordFaults('exact_words', exactWords ?? []),
		...findFacetFaults(facets ?? []),
		...findFieldFaults('auto_filter_fields', autoFilterFields ?? [], autoFilterFieldsMax),
	];
}

function findWordFaults(path: string, words: readonly string[]): Fault[] {
	if (words.length > listedWordsMax) return toFaults(path, `must have at most ${listedWordsMax} entries`);
	const seen = new Set<string>();
	return words.flatMap((word, index) => {
		const name = word.toLowerCase();
		const problem = seen.has(name) ? 'is named twice' : findWordProblem(word);
		seen.add(name);
		return toFaults(`${path}.${index}`, problem);
	});
}

function findWordProblem(word: string): string | undefined {
	return findPhraseProblem(word) ?? (/\s/u.test(word) ? 'must be one word' : undefined);
}

function findFacetFaults(facets: readonly FacetRequest[]): Fault[] {
	const names = facets.map(({ fieldName }) => fieldName);
	const sizeFaults = facets.flatMap(({ size }, index) => {
		const isWithin = Number.isInteger(size) && size >= 1 && size <= facetBucketsMax;
		return toFaults(`facets.${index}.size`, isWithin ? undefined : `must be from 1 to ${facetBucketsMax}`);
	});
	return [...findFieldFaults('facets', names, facetsMax), ...sizeFaults];
}

function findFieldFaults(path: string, names: readonly string[], countMax: number): Fault[] {
	if (names.length > countMax) return toFaults(path, `must have at most ${countMax} entries`);
	return names.flatMap((name, index) => {
		const problem = names.indexOf(name) < index ? 'is named twice' : findFieldNameProblem(name);
		return toFaults(`${path}.${index}`, problem);
	});
}

/** What is wrong with a field name from an owner; undefined when it is valid. */
export function findFieldNameProblem(name: string): string | undefined {
	if (name.trim() === '' || /\p{Cc}/u.test(name) || !name.isWellFormed()) return 'must be the name of a field';
	return name.length > fieldNameLengthMax ? `length must be less than or equal to ${fieldNameLengthMax}` : undefined;
}
