/** Which words of a query does a document have, in which form, and what is each worth to its score? */
import type { MatchedWord } from '../../domain/query/explanation.ts';
import { findPosting } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import type { GatherOptions } from '../query/gather-matches.ts';
import { toStatistics } from '../query/index-view.ts';
import type { ResolvedWord, Variant } from '../query/resolve-words.ts';
import { positions, toPosition, unpackCounts } from '../ranking/packed-counts.ts';
import { type PositionUse, toScoreGrid, toScoreTable } from '../ranking/score-table.ts';
import { toFoundForm } from './found-forms.ts';
import { toWorths } from './word-worth.ts';

/** The words of a document, without the names of fields. */
export interface DocumentMatch {
	readonly words: readonly Omit<MatchedWord, 'fieldNames'>[];
	/** Numbers of the words that it lacks, without optional ones. */
	readonly missing: readonly number[];
	/** Of the weight of all words: 0 … 1. */
	readonly share: number;
}

/**
 * Returns a function that finds the words of a document. A word counts by the best variant that the document has, as in
 * the loops that score all matches. Cost of a call: O(variants · log postings).
 */
export function createDocumentMatcher({ view, words }: GatherOptions): (ref: DocumentRef) => DocumentMatch {
	const { averageLengths } = toStatistics(view);
	const tables = words.positionUses.map((use) => toScoreTable(averageLengths, use));
	const grid = toScoreGrid(words.rarities);
	const worths = toWorths(words);
	return ({ segmentIndex, document }) => {
		const { segment } = view.segments[segmentIndex] as (typeof view.segments)[number];
		const ofSegment = words.bySegment[segmentIndex] ?? [];
		const areAllOptional = ofSegment.every(({ isOptional }) => isOptional);
		const found: DocumentMatch['words'][number][] = [];
		const missing: number[] = [];
		let worth = 0;
		for (const [word, { bit, isOptional, variants }] of ofSegment.entries()) {
			const best = findBest(variants, document);
			if (best === undefined) {
				if (!isOptional || areAllOptional) missing.push(word);
				continue;
			}
			const { variant, counts } = best;
			const part = (tables[word] as Float32Array)[(counts << 8) | (segment.lengths[document] as number)] as number;
			const weight = variant.weight * (words.rarities[word] as number);
			found.push({
				...{ word, ...toFoundForm(segment, variant), terms: listTerms(segment, variant) },
				...{ counts: unpackCounts(counts), position: toCountedPosition(counts, words.positionUses[word]) },
				score: weight * part + grid - grid,
			});
			worth += worths.toWorth(bit);
		}
		return { words: found, missing, share: worths.total === 0 ? 0 : worth / worths.total };
	};
}

/** The position of a word in the title, where that counts. */
function toCountedPosition(counts: number, use: PositionUse | undefined): MatchedWord['position'] {
	const position = toPosition(counts);
	if (use === 'leading' && position === positions.first) return use;
	return use === 'naming' && position === positions.naming ? use : undefined;
}

function findBest(variants: ResolvedWord['variants'], document: number) {
	for (const variant of variants) {
		const { postings, term } = variant;
		// A list that was made from several terms is the only one of its postings.
		const posting = findPosting(postings, Math.max(0, term), document);
		if (posting >= 0) return { variant, counts: postings.counts[posting] as number };
	}
	return undefined;
}

function listTerms(segment: Segment, { origin, term }: Variant): readonly (readonly string[])[] {
	if (term >= 0) return [[decodeString(segment.terms, term)]];
	return 'choices' in origin ? origin.choices : [];
}
