/** Which words of a query does a document have, in which form, and what is each worth to its score? */
import type { MatchedWord } from '../../domain/query/explanation.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { findBestVariant } from '../query/best-variant.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import type { GatherOptions } from '../query/gathering.ts';
import { toStatistics } from '../query/index-view.ts';
import type { Variant } from '../query/resolve-words.ts';
import { toViewWeighings } from '../query/view-weighings.ts';
import { countIn, positions, toPosition } from '../ranking/packed-counts.ts';
import { type PositionUse, toScoreGrid, toScoreTable } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
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
	const { bySegment, partMax } = toViewWeighings(view);
	const grid = toScoreGrid(words.rarities, partMax);
	const worths = toWorths(words);
	return ({ segmentIndex, document }) => {
		const { segment } = view.segments[segmentIndex] as (typeof view.segments)[number];
		const weighing = bySegment[segmentIndex] as Weighing;
		const ofSegment = words.bySegment[segmentIndex] ?? [];
		const areAllOptional = ofSegment.every(({ isOptional }) => isOptional);
		const found: DocumentMatch['words'][number][] = [];
		const missing: number[] = [];
		let worth = 0;
		for (const [word, resolved] of ofSegment.entries()) {
			const { bit, isOptional } = resolved;
			const best = findBestVariant(resolved, document);
			if (best === undefined) {
				if (!isOptional || areAllOptional) missing.push(word);
				continue;
			}
			const { variant, counts } = best;
			const table = toScoreTable(averageLengths, words.positionUses[word] as PositionUse, weighing);
			const part = table[(counts << 8) | (segment.lengths[document] as number)] as number;
			const weight = variant.weight * (words.rarities[word] as number);
			found.push({
				...{ word, ...toFoundForm(segment, variant), terms: listTerms(segment, variant) },
				...{ counts: countByClass(weighing, counts), position: toCountedPosition(counts, words.positionUses[word]) },
				score: weight * part + grid - grid,
			});
			worth += worths.toWorth(bit);
		}
		return { words: found, missing, share: worths.total === 0 ? 0 : worth / worths.total };
	};
}

/** How often a word occurs in each class, at most as often as the byte holds. */
function countByClass({ slots }: Weighing, counts: number): [number, number, number] {
	const byClass: [number, number, number] = [0, 0, 0];
	for (const slot of slots) byClass[slot.weightClass] += countIn(slot, counts);
	return byClass;
}

/** The position of a word in the title, where that counts. */
function toCountedPosition(counts: number, use: PositionUse | undefined): MatchedWord['position'] {
	const position = toPosition(counts);
	if (use === 'leading' && position === positions.first) return use;
	return use === 'naming' && position === positions.naming ? use : undefined;
}

function listTerms(segment: Segment, { origin, term }: Variant): readonly (readonly string[])[] {
	if (term >= 0) return [[decodeString(segment.terms, term)]];
	return 'choices' in origin ? origin.choices : [];
}
