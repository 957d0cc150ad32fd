/** Which titles have a word written apart? Every two words of a title that stand side by side are compared with it. */
import type { QueryWord } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { toWordTerms } from '../../src/fulltext/analysis/synonyms.ts';
import type { TermCounts } from './scan-item.ts';
import type { ScanSegment } from './scan-segments.ts';

/** How an item has a word apart: as often as the second half, in these terms. */
export interface Apart {
	readonly counts: TermCounts;
	readonly terms: ReadonlySet<string>;
}

/** By the terms of an item. Both halves have at least three letters. */
export function listApart(
	segments: readonly ScanSegment[],
	{ text, isTypoTolerant, isOptional }: QueryWord,
	{ isStopWord, analyzeQuery }: Analyzer,
): ReadonlyMap<ReadonlyMap<string, TermCounts>, Apart> {
	const apart = new Map<ReadonlyMap<string, TermCounts>, Apart>();
	if (!isTypoTolerant || isOptional || !/^\p{L}{6,40}$/u.test(text)) return apart;
	for (const { scanned } of segments.flatMap(({ documents }) => documents)) {
		for (const [at, words] of scanned.wholeTitle.entries()) {
			const head = words.find((word) => text.startsWith(word) && word.length >= 3 && text.length - word.length >= 3);
			const tail = text.slice(head?.length);
			if (head === undefined || isStopWord(head) || isStopWord(tail)) continue;
			const tails = analyzeQuery(`${tail} `, { hasStopWords: false }).words.flatMap(toWordTerms);
			const second = tails.find((term) => scanned.wholeTitle[at + 1]?.includes(term));
			const counts = second === undefined ? undefined : tails.flatMap((term) => scanned.terms.get(term) ?? [])[0];
			if (counts !== undefined) apart.set(scanned.terms, { counts, terms: new Set([head, ...tails]) });
		}
	}
	return apart;
}
