/**
 * Which words of a query are probably typing errors that some products have, too? A similar word is in many more
 * products, and keeps the company of the words beside it in the query.
 *
 *     ligth bulb   ligth   1 product,      0 with bulb     light   4,400 products,   76 with bulb    doubted
 *     bunk beds    bunk   12 products,    11 with beds     bank      900 products,    0 with beds    as typed
 *
 *     brush cleaner   cleaner   1 title, with brush    cleanser   20 descriptions beside brush, and no such title: as typed
 *     vase          vase   12 products, nothing beside it     case 3,000 products: as typed, `slip-likelihood.ts` says why
 *     foutains with brick look   foutains in no product, and long: fountain is meant, whatever stands beside it
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import { findPosting, visitPostings } from '../index/segment/postings.ts';
import { toTitleCount } from '../ranking/packed-counts.ts';
import type { PositionUse } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { checkedVariantsMax, toRow } from './best-variant.ts';
import { type IndexView, toStatistics } from './index-view.ts';
import { matchWords } from './match-words.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { ScratchMemory } from './scratch.ts';
import type { SearchedWords } from './searched-words.ts';
import { commonWordMin, findSimilarWords, isProbablyMisspelt } from './similar-words.ts';
import { toViewWeighings } from './view-weighings.ts';

/** A rare word is doubted if a similar one is in this many times as many products, alone and beside its neighbours. */
const doubtFactor = 10;
/**
 * So that chance does not decide, a similar word needs at least this many products with a neighbour, and this many times
 * as many as if the words were independent of each other, or this share of the products with the rarer word.
 */
const companyMin = 3;
const liftMin = 3;
const rarerShareMin = 0.8;
/** A word of so many letters that no product has is nearly always a similar one misspelt; a shorter one is often a name. */
const tellingLengthMin = 7;

/** Whether so many products have a word as it was typed that it is unlikely to be misspelt. */
export function isCommonWord({ matchCounts }: SearchedWords, word: number): boolean {
	return (matchCounts[word] as number) >= commonWordMin;
}

/** Whether few products have a word as it was typed, and many have a similar one. */
export function isDoubtful(asTyped: SearchedWords, corrected: SearchedWords, word: number): boolean {
	const typedCount = asTyped.matchCounts[word] as number;
	const countMin = Math.max(commonWordMin, doubtFactor * typedCount);
	return typedCount < commonWordMin && (corrected.matchCounts[word] as number) >= countMin;
}

/** What counting documents needs. */
export interface Counting {
	readonly view: IndexView;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
}

interface Doubting extends Counting {
	readonly asTyped: SearchedWords;
	/** With close typo variants for rare words. */
	readonly corrected: SearchedWords;
	readonly query: AnalyzedQuery;
}

/**
 * By word, whether it is doubted. Writes to the memory. Cost: for each rare word with a frequent similar one, at most
 * four searches for two words.
 */
export function* findDoubted(doubting: Doubting): Steps<readonly boolean[]> {
	const doubted: boolean[] = [];
	for (const word of doubting.query.words.keys()) doubted.push(yield* isDoubted(doubting, word));
	return doubted;
}

function* isDoubted(doubting: Doubting, word: number): Steps<boolean> {
	const { asTyped, corrected, query } = doubting;
	const typedCount = asTyped.matchCounts[word] as number;
	if (typedCount > 0) return isDoubtful(asTyped, corrected, word) && (yield* isInWrongCompany(doubting, word));
	if (corrected.matchCounts[word] === 0) return false;
	return (query.words[word]?.text.length ?? 0) >= tellingLengthMin || (yield* isInWrongCompany(doubting, word));
}

/** Whether the words beside it keep company with a similar word rather than with this one. */
function* isInWrongCompany(doubting: Doubting, word: number): Steps<boolean> {
	const neighbours = listNeighbours(doubting, word);
	if (neighbours.length === 0) return yield* isLikelySlip(doubting, word);
	let typedCount = 0;
	let correctedCount = 0;
	let neededCount = 0;
	for (const neighbour of neighbours) {
		neededCount += toNeededCount(doubting, [toNumbered(doubting.corrected, word), neighbour]);
		typedCount += yield* countTogether(doubting, [toNumbered(doubting.asTyped, word), neighbour]);
		correctedCount += yield* countTogether(doubting, [toNumbered(doubting.corrected, word), neighbour]);
	}
	if (correctedCount < Math.max(companyMin, doubtFactor * typedCount, neededCount)) return false;
	return typedCount === 0 || !isTitled(doubting, word, neighbours);
}

/** Where a similar word has more postings, titles are not read. */
const readPostingsMax = 16_384;

/**
 * Whether titles have the word as typed beside a neighbour, and not so many more have a similar one: other fields say less of a word
 * than that. Cost: O(postings of the words · forms of the neighbours · log postings).
 */
function isTitled({ asTyped, corrected }: Doubting, word: number, neighbours: readonly Numbered[]): boolean {
	const sum = (words: SearchedWords) =>
		neighbours.reduce((count, neighbour) => count + countTitles(toNumbered(words, word), neighbour), 0);
	const typedCount = sum(asTyped);
	return typedCount > 0 && sum(corrected) < doubtFactor * typedCount;
}

/** How many titles have both words; infinite where that takes too long. */
function countTitles(rare: Numbered, neighbour: Numbered): number {
	const ofSegments = rare.words.bySegment.map((words, segment) => ({
		word: words[rare.index] as ResolvedWord,
		other: neighbour.words.bySegment[segment]?.[neighbour.index] as ResolvedWord,
	}));
	const postingCount = ofSegments.reduce((sum, { word }) => sum + word.postingCount, 0);
	const isLong = ofSegments.some(({ other }) => other.variants.length > checkedVariantsMax);
	if (isLong || postingCount > readPostingsMax) return Number.POSITIVE_INFINITY;
	return ofSegments.reduce((sum, { word, other }) => {
		const titled = [...listTitled(word)];
		return sum + titled.filter((document) => isInTitle(other, document)).length;
	}, 0);
}

/** The documents whose titles have the word. */
function listTitled({ variants }: ResolvedWord): ReadonlySet<number> {
	const documents = new Set<number>();
	for (const variant of variants) {
		const { postings } = variant;
		visitPostings(postings, toRow(variant), (document, at) => {
			if (toTitleCount(postings.counts[at] as number) > 0) documents.add(document);
		});
	}
	return documents;
}

function isInTitle({ variants }: ResolvedWord, document: number): boolean {
	return variants.some((variant) => {
		const { postings } = variant;
		const posting = findPosting(postings, toRow(variant), document);
		return posting >= 0 && toTitleCount(postings.counts[posting] as number) > 0;
	});
}

/** Whether the numbers of products alone say that a similar word is meant, or no product has the word. */
function* isLikelySlip({ view, asTyped, query, pace }: Doubting, word: number): Steps<boolean> {
	const documentCount = asTyped.matchCounts[word] as number;
	if (documentCount === 0) return true;
	const { text = '' } = query.words[word] ?? {};
	return isProbablyMisspelt({ text, documentCount }, yield* findSimilarWords(view, text, pace));
}

/** A word of a reading. */
export interface Numbered {
	readonly words: SearchedWords;
	readonly index: number;
}

function toNumbered(words: SearchedWords, index: number): Numbered {
	return { words, index };
}

/** The nearest needed word on each side that some product has, possibly corrected. */
function listNeighbours({ asTyped, corrected, query }: Doubting, word: number): readonly Numbered[] {
	const isNeeded = (index: number) => query.words[index]?.isOptional === false;
	const toReading = (index: number) => toNumbered(asTyped.matchCounts[index] === 0 ? corrected : asTyped, index);
	const known = [...asTyped.matchCounts.keys()]
		.filter((index) => index !== word && isNeeded(index))
		.map(toReading)
		.filter(({ words, index }) => (words.matchCounts[index] as number) > 0);
	const before = known.findLast(({ index }) => index < word);
	const behind = known.find(({ index }) => index > word);
	return [before, behind].filter((neighbour) => neighbour !== undefined);
}

/** In how many documents two words must be together for it not to be by chance. */
function toNeededCount({ view }: Doubting, pair: readonly [Numbered, Numbered]): number {
	const { documentCount } = toStatistics(view);
	const counts = pair.map(({ words, index }) => words.matchCounts[index] as number);
	const byChance = counts.reduce((expected, count) => expected * (count / documentCount), documentCount);
	return Math.min(liftMin * byChance, rarerShareMin * Math.min(...counts));
}

/** How many documents have both words. Writes to the memory. */
export function* countTogether({ view, memory, pace }: Counting, pair: readonly [Numbered, Numbered]): Steps<number> {
	const { averageLengths } = toStatistics(view);
	const { bySegment, partMax } = toViewWeighings(view);
	const rarities = pair.map(({ words, index }) => words.rarities[index] as number);
	const positionUses = pair.map(({ words, index }) => words.positionUses[index] as PositionUse);
	let count = 0;
	for (const [segmentIndex, { segment }] of view.segments.entries()) {
		const words = pair.map((of) => of.words.bySegment[segmentIndex]?.[of.index] as ResolvedWord);
		const { boosts, lengths } = segment;
		const ofWords = { words, rarities, positionUses, needsAll: true, coverage: undefined };
		const ofFields = { averageLengths, weighing: bySegment[segmentIndex] as Weighing, partMax };
		const scratch = memory.borrow(segment.documentCount + 1);
		const kernels = scratch.findKernels(segment);
		count += yield* matchWords({ ...ofWords, ...ofFields, kernels, boosts, lengths, pace }, scratch);
	}
	return count;
}
