/**
 * What is a match worth whose title names the thing by another inflection than the one that counts?
 *
 *     knives
 *     title         Chef Knife 8 inch                   `knife` names the thing
 *     description   The sharpest of all our knives      the word as typed, which is what counts
 *
 * A word counts by the best form that a document has, wherever it has that. So a plural in a description or a category would lower
 * what the title says. Among the best candidates the noun of the query counts by the inflection that names the thing, if the best
 * inflection is not in the title and that one is worth more. Any inflection in the title instead of those that name loses judged queries.
 */
import { formQualities } from '../analysis/analyzed-query.ts';
import { findPosting } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { positions, toPosition, toTitleCount } from '../ranking/packed-counts.ts';
import { type AverageLengths, type PositionUse, toScoreTable } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { checkedVariantsMax, findBestVariant } from './best-variant.ts';
import type { ResolvedWord, Variant } from './resolve-words.ts';

export interface CountedWords {
	/** The rarity of each word over the whole index, and how its position counts, parallel to the words. */
	readonly rarities: readonly number[];
	readonly positionUses: readonly PositionUse[];
	readonly averageLengths: AverageLengths;
	readonly weighing: Weighing;
}

/**
 * Returns a function that says by what factor the score of a document rises, at least 1; undefined where none can. Cost of a call:
 * O(inflections · log postings), and where a title names the thing so O(variants of all words · log postings).
 */
export function createInflectionFactors(
	segment: Segment,
	words: readonly ResolvedWord[],
	{ rarities, positionUses, averageLengths, weighing }: CountedWords,
): ((document: number) => number) | undefined {
	const noun = positionUses.indexOf('naming');
	const inflections = words[noun]?.variants.filter(isInflected) ?? [];
	// With one inflection, it is the best one.
	if (inflections.length < 2 || words.some(({ variants }) => variants.length > checkedVariantsMax)) return undefined;
	const { lengths } = segment;
	// Most searches have no such title.
	let tables: readonly Float32Array[] | undefined;

	function toWorth(word: number, document: number, { weight, counts }: Counted): number {
		tables ??= positionUses.map((use) => toScoreTable(averageLengths, use, weighing));
		const part = (tables[word] as Float32Array)[(counts << 8) | (lengths[document] as number)] as number;
		return (rarities[word] as number) * weight * part;
	}

	/** What the inflections that name the thing are worth; none where the best inflection that the document has is in its title. */
	function listNamed(document: number): readonly number[] {
		const named: number[] = [];
		let isFirst = true;
		for (const { postings, term, weight } of inflections) {
			const posting = findPosting(postings, term, document);
			if (posting < 0) continue;
			const counts = postings.counts[posting] as number;
			if (isFirst && toTitleCount(counts) > 0) return [];
			isFirst = false;
			if (toPosition(counts) === positions.naming) named.push(toWorth(noun, document, { weight, counts }));
		}
		return named;
	}

	return (document) => {
		const named = listNamed(document);
		if (named.length === 0) return 1;
		const counted = words.map((word, index) => {
			const found = findBestVariant(word, document);
			if (found === undefined) return 0;
			return toWorth(index, document, { weight: found.variant.weight, counts: found.counts });
		});
		const gained = Math.max(0, Math.max(...named) - (counted[noun] as number));
		const sum = counted.reduce((total, worth) => total + worth, 0);
		// Owners may give fields no weight at all.
		return sum === 0 ? 1 : 1 + gained / sum;
	};
}

interface Counted {
	/** Of the variant. */
	readonly weight: number;
	/** Packed. */
	readonly counts: number;
}

/** Whether a variant is the word itself or another inflection or spelling of it. */
function isInflected({ term, origin }: Variant): boolean {
	return term >= 0 && 'choices' in origin && origin.quality <= formQualities.stem;
}
