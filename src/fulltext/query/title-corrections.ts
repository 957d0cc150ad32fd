/**
 * What does a title say beyond the words that it has? By what the score of a candidate is multiplied beside its title's factor:
 *
 *     inflection   1 …     another number of the noun names the thing, see `named-inflections.ts`
 *     denied       0.25    it says that it is without something that was typed, see `denied-words.ts`
 *     along        0.5     it has the noun only as what comes along, see `accompanying-words.ts`
 */
import type { TitleCorrections, TitleQuery } from '../ranking/title-factor.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { toTitleDenials } from '../understanding/title-denials.ts';
import { accompanyingFactor, createAccompanyingTest } from './accompanying-words.ts';
import { createDeniedWords } from './denied-words.ts';
import type { Gathering } from './gathering.ts';
import { createInflectionFactors } from './named-inflections.ts';
import { lackingFactor } from './strict-matches.ts';

type Correct = (document: number, query: TitleQuery) => TitleCorrections;

const nothingCorrected: TitleCorrections = { inflection: 1, denied: 1, along: 1 };

/**
 * By segment, a function that corrects a document whose title factor was just computed. Cost of a call: O(words of its title), and look-ups
 * of the words for some.
 */
export function createTitleCorrections({
	options,
	segments,
	averageLengths,
	weighings,
}: Gathering): readonly Correct[] {
	const { rarities, positionUses, bySegment, affirmed, noun } = options.words;
	const { additions } = options.view.analyzer.naming;
	const denials = affirmed === 0 ? undefined : toTitleDenials(options.view.analyzer);
	return segments.map((segment, at) => {
		const counted = { rarities, positionUses, averageLengths, weighing: weighings.bySegment[at] as Weighing };
		const toInflection = createInflectionFactors(segment, bySegment[at] ?? [], counted);
		const findDenied = denials === undefined ? undefined : createDeniedWords(segment, denials);
		const isAlong = createAccompanyingTest(segment, { additions, noun });
		return (document, { termBits, namingBits, seen }) => {
			const hasNoun = (seen.covered & noun) !== 0;
			const inflection = hasNoun ? (toInflection?.(document) ?? 1) : 1;
			const isDenied = ((findDenied?.(document, termBits) ?? 0) & affirmed) !== 0;
			const along = hasNoun && isAlong(document, namingBits) ? accompanyingFactor : 1;
			if (inflection * along === 1 && !isDenied) return nothingCorrected;
			return { inflection, denied: isDenied ? lackingFactor : 1, along };
		};
	});
}

/** What each correction adds to a title's factor, 0 where nothing is corrected. Their sum and the factor are their product. */
export function toCorrectionGains(
	titleFactor: number,
	{ inflection, denied, along }: TitleCorrections,
): TitleCorrections {
	return {
		inflection: titleFactor * (inflection - 1),
		denied: titleFactor * inflection * (denied - 1),
		along: titleFactor * inflection * denied * (along - 1),
	};
}
