/**
 * Which words of a query name a value of a field? The longest run of words comes first, then the first field that is not
 * used yet; these words are then removed from the query.
 */
import type { TermsFilter } from '../../src/domain/query/filter.ts';
import type { AnalyzedQuery } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { ScannedItem } from './scan-item.ts';

const wordsPerValueMax = 4;

interface Asked {
	readonly fieldNames: readonly string[];
	/** All items that are searched. */
	readonly items: readonly ScannedItem[];
}

export interface AutoFiltered {
	readonly query: AnalyzedQuery;
	readonly autoFilters: readonly TermsFilter[];
}

export function takeAutoFilters(query: AnalyzedQuery, { fieldNames, items }: Asked): AutoFiltered {
	const autoFilters: TermsFilter[] = [];
	/** For each remaining word, its position in the original query. */
	const left: number[] = [];
	for (let at = 0; at < query.words.length; ) {
		const free = fieldNames.filter((name) => !autoFilters.some(({ fieldName }) => fieldName === name));
		const found = findLongest(query, at, { fieldNames: free, items });
		if (found === undefined) left.push(at);
		else autoFilters.push(found.filter);
		at += found?.wordCount ?? 1;
	}
	return { query: keepWords(query, left), autoFilters };
}

function findLongest({ words }: AnalyzedQuery, at: number, { fieldNames, items }: Asked) {
	for (const wordCount of [4, 3, 2, 1].filter((count) => count <= wordsPerValueMax && at + count <= words.length)) {
		const text = words
			.slice(at, at + wordCount)
			.map((word) => word.text)
			.join('');
		for (const fieldName of fieldNames) {
			const values = new Set(items.flatMap(({ texts }) => texts.get(fieldName) ?? []));
			const meant = [...values].filter((value) => toLetters(value) === text).sort();
			if (meant.length > 0) return { wordCount, filter: { kind: 'terms', fieldName, values: meant } as const };
		}
	}
	return undefined;
}

function toLetters(value: string): string {
	return (value.normalize('NFKD').match(/[\p{L}\p{N}]/gu) ?? []).join('').toLowerCase();
}

/** A span is removed with any of its words. */
function keepWords(query: AnalyzedQuery, left: readonly number[]): AnalyzedQuery {
	return {
		...query,
		words: query.words.filter((_, index) => left.includes(index)),
		spans: query.spans.flatMap((span) => {
			const positions = Array.from({ length: span.wordCount }, (_, index) => left.indexOf(span.firstWord + index));
			return positions.includes(-1) ? [] : { ...span, firstWord: positions[0] as number };
		}),
	};
}
