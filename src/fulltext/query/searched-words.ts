/** Which postings of all segments stand for each word of a query, and how rare is it? */
import type { AnalyzedQuery, QueryWord } from '../analysis/analyzed-query.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { type PositionUse, toRarity } from '../ranking/score-table.ts';
import { isDenying, toTitleDenials } from '../understanding/title-denials.ts';
import { type IndexView, type LiveSegment, toStatistics } from './index-view.ts';
import { toPositionUses } from './position-uses.ts';
import type { ResolvedWord } from './resolve-words.ts';

/** What a filler counts of its rarity. Titles say such words by chance, and descriptions in sentences. */
const fillerShare = 0.15;
/** The words of a purpose count at most this much of those of the thing, where items have any of these. */
const purposeMax = 2 / 3;

/** The words of the query in every segment, and their rarity over all of them. Without words, everything matches. */
export interface SearchedWords {
	readonly bySegment: readonly (readonly ResolvedWord[])[];
	readonly rarities: readonly number[];
	/** The bit of the word that names what is searched, see `position-uses.ts`; 0 where none does. */
	readonly noun: number;
	/** How the position of each word in titles counts, parallel to `rarities`. */
	readonly positionUses: readonly PositionUse[];
	/** Approximately how many documents have each word. */
	readonly matchCounts: readonly number[];
	/** The bits of the words that a title should not deny: 0 where the query denies something itself, see `denied-words.ts`. */
	readonly affirmed: number;
}

export function toSearchedWords(
	view: IndexView,
	query: AnalyzedQuery,
	bySegment: readonly (readonly ResolvedWord[])[],
): SearchedWords {
	const { documentCount } = toStatistics(view);
	const matchCounts = query.words.map((_, index) => {
		const found = bySegment.reduce((sum, words) => sum + (words[index]?.matchCount ?? 0), 0);
		return view.whole === undefined ? found : Math.max(found, countInWhole(view, bySegment, index));
	});
	const texts = query.words.map(({ text }) => text);
	const { naming } = view.analyzer;
	const nouns = naming.listNouns(texts).filter((index) => query.words[index]?.isOptional === false);
	const positionUses = toPositionUses(view, bySegment, nouns);
	const noun = positionUses.indexOf('naming');
	return {
		bySegment,
		matchCounts,
		positionUses,
		noun: noun < 0 ? 0 : 1 << noun,
		affirmed: isDenying(toTitleDenials(view.analyzer), texts) ? 0 : toAffirmed(query.words, positionUses),
		rarities: toRarities(query.words, { matchCounts, documentCount, purpose: naming.findPurpose(texts) }),
	};
}

/** Brands are not denied: `Nike Free Run`. */
function toAffirmed(words: readonly QueryWord[], positionUses: readonly PositionUse[]): number {
	return words.reduce((bits, { isOptional }, index) => {
		return isOptional || positionUses[index] === 'leading' ? bits : bits | (1 << index);
	}, 0);
}

export interface Occurrences {
	/** Approximately how many documents have each word. */
	readonly matchCounts: readonly number[];
	readonly documentCount: number;
	/** The first word that says what the thing is for or has, see `NamingRules`. */
	readonly purpose: number | undefined;
}

/**
 * The rarity of each word, of fillers a share of it. What a thing is for or has counts less than the thing: `table for small
 * kitchen` is a table, however rare kitchens are.
 */
export function toRarities(
	words: readonly QueryWord[],
	{ matchCounts, documentCount, purpose }: Occurrences,
): readonly number[] {
	const rarities = words.map(({ isFiller }, index) => {
		const rarity = toRarity(matchCounts[index] ?? 0, documentCount);
		return isFiller ? fillerShare * rarity : rarity;
	});
	if (purpose === undefined) return rarities;
	const isCounted = (index: number) => words[index]?.isOptional === false && (matchCounts[index] ?? 0) > 0;
	const counted = rarities.map((rarity, index) => (isCounted(index) ? rarity : 0));
	const ofThing = toSum(counted.slice(0, purpose));
	const ofPurpose = toSum(counted.slice(purpose));
	if (ofThing === 0 || ofPurpose <= purposeMax * ofThing) return rarities;
	const factor = (purposeMax * ofThing) / ofPurpose;
	return rarities.map((rarity, index) => (index < purpose ? rarity : factor * rarity));
}

function toSum(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}

/** The documents of the whole index that have the most frequent term of a word, as far as its terms were counted. */
function countInWhole(
	{ segments, whole }: IndexView,
	bySegment: readonly (readonly ResolvedWord[])[],
	index: number,
): number {
	let most = 0;
	for (const [at, words] of bySegment.entries()) {
		const { terms } = (segments[at] as LiveSegment).segment;
		for (const { term } of words[index]?.variants ?? []) {
			if (term >= 0) most = Math.max(most, whole?.countTerm(decodeString(terms, term)) ?? 0);
		}
	}
	return most;
}
