/** Is a word that may still be typed one of the index, or one of its titles? */
import type { AnalyzedQuery } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { ScanSegment } from './scan-segments.ts';

export type Finish = 'open' | 'known' | 'finished';

/** By word, whether documents contain it as typed, even deleted ones, and whether several titles do. */
export function listFinishes(segments: readonly ScanSegment[], { words }: AnalyzedQuery): readonly Finish[] {
	const documents = segments.flatMap((segment) => segment.documents);
	return words.map(({ text, prefixes }) => {
		const found = documents.flatMap(({ scanned }) => scanned.terms.get(text) ?? []);
		if (prefixes.length === 0 || found.length === 0) return 'open';
		const isCharacter = /^\p{Lo}\p{M}*$/u.test(text);
		const isEnough = text.length === 1 ? words.length > 1 : found.filter(({ A }) => A > 0).length > 1;
		return isEnough && !isCharacter ? 'finished' : 'known';
	});
}
