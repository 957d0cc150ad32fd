/** In which ways can an item contain a word of a query, and how many items of an index do? */
import {
	type AnalyzedQuery,
	formQualities,
	type QueryForm,
	type QueryPrefix,
} from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { compareTexts } from './plain-order.ts';
import { lowerPurpose, toRarity } from './plain-rarity.ts';
import { toDoubtFactor } from './plain-typos.ts';
import { type Apart, listApart } from './scan-apart.ts';
import { type Finish, listFinishes } from './scan-finishes.ts';
import type { ScannedItem, TermCounts } from './scan-item.ts';
import { listInflections, listMeantWords } from './scan-meant.ts';
import type { ScanDocument, ScanSegment } from './scan-segments.ts';
import { isInflection, type Way } from './scan-way.ts';
import {
	toWeight,
	weightOfPrefix,
	weightOfPrefixOfKnown,
	weightOfSound,
	weights,
	weightsOfTypos,
} from './scan-weights.ts';
import { countMatches, sumMostTitled, type TitleCounts } from './scan-word-counts.ts';

export type Terms = ReadonlyMap<string, TermCounts>;

interface TypoQuery extends AnalyzedQuery {
	readonly toMeantWeight: ToMeantWeight;
	/** By word, whether documents contain it as typed, even deleted ones, and whether several titles do. */
	readonly finishes: readonly Finish[];
	/** By word, the items whose title has it written apart. */
	readonly apart: readonly ReadonlyMap<Terms, Apart>[];
}

/** What a term weighs that is found for a misspelt word; 0 if it is not. */
type ToMeantWeight = (typos: Typos, word: string, term: string) => number;

/** Which typos count: none, what sounds alike or has one error that is not in the first letter, or all. */
type Typos = 'none' | 'close' | 'all';

/** All ways in which these terms contain a word of the query, the best first. */
function listWays(
	terms: Terms,
	{ toMeantWeight, finishes, apart, ...query }: TypoQuery,
	index: number,
	typos: Typos,
): Way[] {
	const word = query.words[index];
	if (word === undefined) return [];
	const spans = query.spans.filter(({ firstWord, wordCount }) => index >= firstWord && index < firstWord + wordCount);
	const countsApart = apart[index]?.get(terms)?.counts;
	const ways: Way[] = [
		...(countsApart === undefined ? [] : [{ name: 'apart', weight: weights.joined, counts: countsApart }]),
		...word.forms.flatMap((form) => findForm(terms, form)),
		...(finishes[index] === 'finished'
			? []
			: word.prefixes.flatMap((prefix) => findPrefix(terms, prefix, finishes[index] === 'known'))),
		...spans.flatMap(({ form, prefixes }) => [
			...findForm(terms, form),
			...prefixes.flatMap((prefix) => findPrefix(terms, prefix)),
		]),
		...(word.isTypoTolerant ? findTypos(terms, (term) => toMeantWeight(typos, word.text, term)) : []),
	];
	return ways.sort((a, b) => b.weight - a.weight);
}

/** A form with one choice has several equal terms; of several choices, the first one represents all. */
function findForm(terms: Terms, { choices, quality }: QueryForm): Way[] {
	const weight = toWeight(quality);
	const found = choices.map((choice) => choice.filter((term) => terms.has(term)));
	const [first = []] = found;
	const isPart = quality === formQualities.part;
	if (choices.length === 1) {
		const isRelative = quality === formQualities.relative;
		const way = { isWritten: !isPart, isRelative, weight };
		return first.map((term) => ({ ...way, name: term, counts: terms.get(term) as TermCounts }));
	}
	if (found.some((ofChoice) => ofChoice.length === 0)) return [];
	return [
		{ name: JSON.stringify(choices), isScattered: isPart, weight, counts: terms.get(first[0] as string) as TermCounts },
	];
}

function findPrefix(terms: Terms, { term: prefix, quality }: QueryPrefix, isKnown = false): Way[] {
	const weight = toWeight(quality) * (isKnown ? weightOfPrefixOfKnown : weightOfPrefix);
	const found = [...terms.keys()].filter((term) => term.startsWith(prefix)).sort(compareTexts);
	return found.map((term) => ({ name: term, isBegun: true, weight, counts: terms.get(term) as TermCounts }));
}

function findTypos(terms: Terms, toMeantWeight: (term: string) => number): Way[] {
	const found = [...terms.keys()].map((term) => ({ term, weight: toMeantWeight(term) }));
	return found
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => compareTexts(a.term, b.term))
		.map(({ term, weight }) => ({ name: term, weight, counts: terms.get(term) as TermCounts }));
}

/** By word, the terms of the words that it may mean and of their inflections are listed once: items are scanned many times. */
function createMeantWeights(vocabulary: readonly string[], analyzer: Analyzer): ToMeantWeight {
	const known = new Map<string, ReadonlyMap<string, number>>();

	function listMeant(typos: Typos, word: string): ReadonlyMap<string, number> {
		const weighed = new Map<string, number>();
		for (const { text, isSound, errorCount } of listMeantWords(vocabulary, word, analyzer)) {
			if (typos === 'close' && !isSound && (errorCount > 1 || text[0] !== word[0])) continue;
			const weight = isSound ? weightOfSound : (weightsOfTypos[errorCount] as number);
			for (const { terms, quality } of listInflections(text, analyzer)) {
				const inflected = weight * toWeight(quality);
				for (const term of terms) weighed.set(term, Math.max(weighed.get(term) ?? 0, inflected));
			}
		}
		return weighed;
	}

	return (typos, word, term) => {
		if (typos === 'none') return 0;
		const key = `${typos} ${word}`;
		const ofWord = known.get(key) ?? listMeant(typos, word);
		known.set(key, ofWord);
		return ofWord.get(term) ?? 0;
	};
}

/** Which words may be misspelt: none, those that are doubted, those that few items contain as typed, or all of them. */
export type Misspelt = 'none' | 'doubted' | 'rare' | 'all';

/** The words of a query in an index. */
export interface ScanWords {
	readonly query: AnalyzedQuery;
	/** The best way in which the item contains the word; undefined if it does not. */
	findBest(scanned: ScannedItem, index: number, misspelt: Misspelt): Way | undefined;
	/** The best way in which somebody may have written the word there. */
	findWritten(scanned: ScannedItem, index: number, misspelt: Misspelt): Way | undefined;
	/** The ways in which an item has the word itself or another inflection of it, the best first. */
	listInflected(scanned: ScannedItem, index: number): readonly Way[];
	/** Whether one of the terms is half of the word, and the item has that apart. */
	isHalf(scanned: ScannedItem, terms: readonly string[], index: number): boolean;
	/** Whether any single one of the terms is the word. */
	isSaidBy(terms: readonly string[], index: number, misspelt: Misspelt): boolean;
	/** The same without relatives of the word and, where documents have it, without others that it begins. */
	isNamedBy(terms: readonly string[], index: number, misspelt: Misspelt): boolean;
	/** BM25's inverse document frequency of each word. */
	toRarities(misspelt: Misspelt): readonly number[];
	/** In how many titles the word is, in how many of them first, and naming the thing, even of deleted documents. */
	toPositionCounts(index: number, misspelt: Misspelt): TitleCounts;
	/** The same of the word as it was typed. */
	toTypedCounts(index: number): TitleCounts;
	/** Whether a document contains the word, even a deleted one. */
	isThere(index: number, misspelt: Misspelt): boolean;
	/** Whether few documents contain the word as typed, and ten times as many with rare words corrected. */
	isDoubtful(index: number): boolean;
	/** Whether a document contains the word as typed, even a deleted one that no merge has dropped. */
	isKnown(index: number): boolean;
	/** About how many documents contain the word as typed or inflected. */
	countInflected(index: number): number;
	/** Whether so many documents contain the word as typed that it does not count as misspelt. */
	isCommon(index: number): boolean;
}

function isInTitle({ counts }: Way): boolean {
	return counts.A > 0;
}

/** A single occurrence. */
const once: TermCounts = { A: 1, B: 0, C: 0, position: 'inside' };
/** A word is common from this many documents on. */
const commonMin = 16;
/** A similar word is meant only if this many documents have it together with a neighbour. */
const companyMin = 3;

export function createScanWords(
	segments: readonly ScanSegment[],
	analyzed: AnalyzedQuery,
	analyzer: Analyzer,
): ScanWords {
	const ways = new Map<string, Map<Terms, readonly Way[]>>();
	const finishes = listFinishes(segments, analyzed);
	const documentCounts = countDocuments(segments);
	const vocabulary = [...documentCounts.keys()];
	const whole = { ...analyzed, toMeantWeight: createMeantWeights(vocabulary, analyzer), finishes, apart: [] };
	const apart = analyzed.words.map((word, index) => {
		const isIn = ({ scanned: { terms } }: ScanDocument) => listWays(terms, whole, index, 'none').length > 0;
		const isKnown = segments.some(({ documents }) => documents.some(isIn));
		const isSplit = !isKnown && word.text.length > 6 && listMeantWords(vocabulary, word.text, analyzer).length === 0;
		return isSplit ? new Map<Terms, Apart>() : listApart(segments, word, analyzer);
	});
	const query = { ...whole, apart };
	const documentCount = segments.reduce((count, { documents }) => count + documents.length, 0);
	const countWays = (index: number, typos: Typos) => countMatches(segments, ({ terms }) => toWays(terms, index, typos));
	const typed = query.words.map((_, index) => countWays(index, 'none'));
	const isCommon = (index: number) => (typed[index] as number) >= commonMin;
	const toTypos = (index: number, misspelt: Misspelt): Typos => {
		if (misspelt === 'doubted') return isDoubted(index) ? 'close' : 'none';
		return misspelt === 'all' || (misspelt === 'rare' && !isCommon(index)) ? 'all' : 'none';
	};
	const known = new Map<string, readonly number[]>();
	const single = withoutJoins(query);
	const said = new Map<string, boolean>();
	const named = new Map<string, boolean>();
	const written = new Map<number, boolean>();
	const doubted = new Map<number, boolean>();

	/** Items are asked for the same word many times. */
	function toWays(terms: Terms, index: number, typos: Typos): readonly Way[] {
		const key = `${index} ${typos}`;
		const ofWord = ways.get(key) ?? new Map<Terms, readonly Way[]>();
		ways.set(key, ofWord);
		const ofItem = ofWord.get(terms) ?? listWays(terms, query, index, typos);
		ofWord.set(terms, ofItem);
		return ofItem;
	}

	/** Whether a document has the word, and not only others that it begins or that come from the same root. */
	function isWritten(index: number): boolean {
		const has = ({ scanned }: ScanDocument) => toWays(scanned.terms, index, 'none').some(isInflection);
		const is = written.get(index) ?? segments.some(({ documents }) => documents.some(has));
		written.set(index, is);
		return is;
	}

	function toCounts(misspelt: Misspelt): readonly number[] {
		const counts = known.get(misspelt) ?? query.words.map((_, index) => countWays(index, toTypos(index, misspelt)));
		known.set(misspelt, counts);
		return counts;
	}

	/** How many documents contain the word, perhaps with typos, together with another one. */
	function countBeside(index: number, typos: Typos, other: number): number {
		const typosOfOther = typed[other] === 0 ? 'close' : 'none';
		const hasBoth = ({ scanned: { terms } }: ScanDocument) =>
			toWays(terms, index, typos).length > 0 && toWays(terms, other, typosOfOther).length > 0;
		return segments.reduce((sum, { documents }) => sum + documents.filter(hasBoth).length, 0);
	}

	/** The same in titles. */
	function countInTitles(index: number, typos: Typos, other: number): number {
		const typosOfOther = typed[other] === 0 ? 'close' : 'none';
		const hasBoth = ({ scanned: { terms } }: ScanDocument) =>
			toWays(terms, index, typos).some(isInTitle) && toWays(terms, other, typosOfOther).some(isInTitle);
		return segments.reduce((sum, { documents }) => sum + documents.filter(hasBoth).length, 0);
	}

	/** Whether the nearest needed words that documents contain are more often beside a similar word. */
	function isInWrongCompany(index: number): boolean {
		const isNeighbour = (other: number) =>
			other !== index && query.words[other]?.isOptional === false && toCloseCount(other) > 0;
		const others = [...query.words.keys()].filter(isNeighbour);
		const nearest = [others.findLast((other) => other < index), others.find((other) => other > index)];
		const neighbours = nearest.filter((other) => other !== undefined);
		const sum = (typos: Typos) => neighbours.reduce((count, other) => count + countBeside(index, typos, other), 0);
		const toCount = (other: number) => (typed[other] === 0 ? toCloseCount(other) : (typed[other] as number));
		const toChance = (other: number) => {
			const [count, countOfOther] = [toCloseCount(index), toCount(other)];
			const expected = documentCount * (count / documentCount) * (countOfOther / documentCount);
			return Math.min(3 * expected, 0.8 * Math.min(count, countOfOther));
		};
		const byChance = neighbours.reduce((count, other) => count + toChance(other), 0);
		if (neighbours.length === 0) return isLikelySlip(index);
		if (sum('close') < Math.max(companyMin, 10 * sum('none'), byChance)) return false;
		const toTitled = (typos: Typos) =>
			neighbours.reduce((count, other) => count + countInTitles(index, typos, other), 0);
		return toTitled('none') === 0 || toTitled('close') >= 10 * toTitled('none');
	}

	/** Whether no document contains the word, or so many a similar one that this is rather a slip. */
	function isLikelySlip(index: number): boolean {
		const { text = '' } = query.words[index] ?? {};
		const asTyped = typed[index] as number;
		return [...documentCounts].some(([term, count]) => {
			const factor = toDoubtFactor(text, term, analyzer.soundAlikes);
			return asTyped === 0 || (count >= commonMin && factor > 0 && count >= factor * asTyped);
		});
	}

	const toCloseCount = (index: number) => (isCommon(index) ? (typed[index] as number) : countWays(index, 'close'));

	function isDoubtful(index: number, corrected: number): boolean {
		const asTyped = typed[index] as number;
		return asTyped < commonMin && corrected >= Math.max(commonMin, 10 * asTyped);
	}

	function isDoubted(index: number): boolean {
		const known = doubted.get(index);
		if (known !== undefined) return known;
		const close = toCloseCount(index);
		const isLong = (query.words[index]?.text.length ?? 0) >= 7;
		const is =
			typed[index] === 0
				? close > 0 && (isLong || isInWrongCompany(index))
				: isDoubtful(index, close) && isInWrongCompany(index);
		doubted.set(index, is);
		return is;
	}

	return {
		query,
		findBest: ({ terms }, index, misspelt) => toWays(terms, index, toTypos(index, misspelt))[0],
		findWritten: ({ terms }, index, misspelt) =>
			toWays(terms, index, toTypos(index, misspelt)).find(({ isWritten }) => isWritten === true),
		listInflected: ({ terms }, index) =>
			toWays(terms, index, 'none').filter((way) => isInflection(way) && way.weight >= weights.stem),
		isHalf: ({ terms }, said, index) => said.some((term) => apart[index]?.get(terms)?.terms.has(term)),
		isSaidBy(terms, index, misspelt) {
			const typos = toTypos(index, misspelt);
			return terms.some((term) => {
				const key = `${index} ${typos} ${term}`;
				const isSaid = said.get(key) ?? listWays(new Map([[term, once]]), single, index, typos).length > 0;
				said.set(key, isSaid);
				return isSaid;
			});
		},
		isNamedBy(terms, index, misspelt) {
			const typos = toTypos(index, misspelt);
			const isOther = (way: Way) => way.isRelative === true || (way.isBegun === true && isWritten(index));
			return terms.some((term) => {
				const key = `${index} ${typos} ${term}`;
				const isNamed =
					named.get(key) ?? listWays(new Map([[term, once]]), single, index, typos).some((way) => !isOther(way));
				named.set(key, isNamed);
				return isNamed;
			});
		},
		toRarities(misspelt) {
			const counts = toCounts(misspelt);
			const rarities = counts.map(
				(count, index) =>
					toRarity(Math.min(count, documentCount), documentCount) * (query.words[index]?.isFiller ? 0.15 : 1),
			);
			return lowerPurpose(rarities, {
				purpose: analyzer.naming.findPurpose(query.words.map(({ text }) => text)),
				isNeeded: (index) => query.words[index]?.isOptional === false && (counts[index] as number) > 0,
			});
		},
		isDoubtful: (index) => isDoubtful(index, toCounts('rare')[index] as number),
		toPositionCounts(index, misspelt) {
			const typos = toTypos(index, misspelt);
			return sumMostTitled(segments, ({ terms }) => toWays(terms, index, typos), isWritten(index));
		},
		toTypedCounts: (index) =>
			sumMostTitled(segments, ({ terms }) => toWays(terms, index, 'none').filter(({ weight }) => weight === 1), true),
		isThere: (index, misspelt) => (toCounts(misspelt)[index] as number) > 0,
		isKnown: (index) => (typed[index] as number) > 0,
		countInflected: (index) =>
			countMatches(segments, ({ terms }) =>
				toWays(terms, index, 'none').filter(({ weight }) => weight >= weights.stem),
			),
		isCommon,
	};
}

/** Forms with several choices never match a single word of a title. */
function withoutJoins(query: TypoQuery): TypoQuery {
	const isSingle = ({ choices }: QueryForm) => choices.length === 1;
	return {
		...query,
		words: query.words.map((word) => ({ ...word, forms: word.forms.filter(isSingle) })),
		spans: query.spans.filter(({ form }) => isSingle(form)),
	};
}

/** How many documents contain each term. */
function countDocuments(segments: readonly ScanSegment[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { scanned } of segments.flatMap(({ documents }) => documents))
		for (const term of scanned.terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}
