/**
 * What was probably meant where a word is misspelt? For each such word, the similar term that most documents have; one
 * with two errors needs as many more documents as its score is lower.
 *
 *     samsng tables   samsung: 25 documents · 0.5   →   samsung tables
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import { countPostings } from '../index/segment/postings.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { toTypoWeight } from '../ranking/match-weights.ts';
import type { IndexView } from './index-view.ts';
import { findSimilarTerms, isClose } from './similar-terms.ts';

interface Correction {
	readonly view: IndexView;
	/** Whether only close terms count, see `isClose`. */
	readonly isCautious: boolean;
	readonly pace: Pace;
}

/**
 * The text with these words corrected, in the spelling of the index; undefined when none has a similar term. Cost: that of
 * `findSimilarTerms` for each word and segment.
 */
export function* correctText(
	correction: Correction,
	text: string,
	words: readonly string[],
): Steps<string | undefined> {
	const meant = new Map<string, string>();
	for (const word of new Set(words)) {
		const best = yield* findMeant(correction, word);
		if (best !== undefined) meant.set(word, best);
	}
	const { source, words: located } = correction.view.analyzer.locateWords(text);
	let corrected = '';
	let end = 0;
	for (const { term, start, end: wordEnd } of located) {
		const replacement = meant.get(term);
		if (replacement === undefined || start < end) continue;
		corrected += source.slice(end, start) + replacement;
		end = wordEnd;
	}
	return end === 0 ? undefined : corrected + source.slice(end);
}

function* findMeant({ view, isCautious, pace }: Correction, word: string): Steps<string | undefined> {
	const worths = new Map<string, number>();
	for (const { segment } of view.segments) {
		for (const similar of findSimilarTerms(segment, word)) {
			if (isCautious && !isClose(segment, word, similar)) continue;
			const { term, errorCount } = similar;
			const text = decodeString(segment.terms, term);
			const worth = countPostings(segment.postings, term) * toTypoWeight(errorCount);
			worths.set(text, (worths.get(text) ?? 0) + worth);
		}
		if (pace.isDue()) yield;
	}
	const byWorth = [...worths].sort(([a, worthA], [b, worthB]) => worthB - worthA || (a < b ? -1 : 1));
	return byWorth[0]?.[0];
}
