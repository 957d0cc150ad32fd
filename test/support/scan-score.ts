/**
 * The score of a match, by the formulas of decision 0007: BM25 (Robertson and Zaragoza 2009) in each class, the best of
 * the classes with a share of the others (the disjunction max of Lucene), and the title's contribution.
 */
import { formQualities } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { stemPrefix } from '../../src/fulltext/analysis/token-buffer.ts';
import type { LearnedTraits } from '../../src/fulltext/query/item-traits.ts';
import { deniesSome } from './scan-denied.ts';
import type { WeightClass } from './scan-fields.ts';
import { type ByClass, listNaming, type ScannedItem, type TermCounts } from './scan-item.ts';
import type { ScanSegment } from './scan-segments.ts';
import type { Way } from './scan-way.ts';
import type { TitleCounts } from './scan-word-counts.ts';
import type { Misspelt, ScanWords } from './scan-words.ts';

interface ClassRule {
	readonly weight: number;
	/** How much longer texts lower a score: `b` of BM25. */
	readonly lengthWeight: number;
	/** More occurrences count as this many. */
	readonly countMax: number;
	/** Lengths up to and including the first number count as the second. */
	readonly lengths: readonly (readonly [upTo: number, takenFor: number])[];
}

const endless = Number.POSITIVE_INFINITY;
const rules: Readonly<Record<WeightClass, ClassRule>> = {
	A: {
		...{ weight: 1, lengthWeight: 0.4, countMax: 3 },
		lengths: [[2, 2], [4, 3.5], [6, 5.5], [8, 7.5], [11, 10], [15, 13], [22, 18], [endless, 28]], // biome-ignore format: a table
	},
	B: {
		...{ weight: 0.75, lengthWeight: 0.9, countMax: 3 },
		lengths: [[4, 3], [10, 7], [25, 17], [endless, 40]], // biome-ignore format: a table
	},
	C: {
		...{ weight: 0.12, lengthWeight: 0.5, countMax: 7 },
		lengths: [[0, 0], [8, 5], [20, 14], [40, 30], [80, 58], [160, 115], [320, 230], [endless, 480]], // biome-ignore format: a table
	},
};
const classes: readonly WeightClass[] = ['A', 'B', 'C'];
/** k1 of BM25. */
const saturation = 2;
const shareOfOthers = 0.3;

/** Words of each class in an average document, deleted ones among them. */
export function toAverageLengths(segments: readonly ScanSegment[]): ByClass {
	const documentCount = segments.reduce((sum, { documents }) => sum + documents.length, 0);
	const toAverage = (weightClass: WeightClass) =>
		segments.reduce((sum, { wordCounts }) => sum + wordCounts[weightClass], 0) / Math.max(1, documentCount);
	return { A: toAverage('A'), B: toAverage('B'), C: toAverage('C') };
}

/** How the position of a word in titles counts: as a brand's, as the thing's, or not. */
export type PositionUse = 'leading' | 'naming' | 'any';

/**
 * The noun of the query names the thing; titles begin with brands, more than 3 of 10 beside 4 that do not, and
 * brands name things in less than a quarter as many.
 */
export function toPositionUse(words: ScanWords, index: number, match: TitleMatch): PositionUse {
	if (isLeading(words, index, match)) return 'leading';
	return index === findNoun(match) ? 'naming' : 'any';
}

function isLeading(words: ScanWords, index: number, { misspelt }: TitleMatch): boolean {
	const { titled, first, naming } = words.toPositionCounts(index, misspelt);
	const typed = words.toTypedCounts(index);
	return first / (titled + 4) > 0.3 && naming < first / 4 && (typed.naming === 0 || typed.naming < typed.first / 4);
}

/** The likeliest noun by its place, unless another word names things in more than 4 times the share of its titles. */
function findNoun(match: TitleMatch): number | undefined {
	const { words, misspelt, analyzer } = match;
	const mayName = analyzer.naming
		.listNouns(words.query.words.map(({ text }) => text))
		.filter((index) => words.query.words[index]?.isOptional === false && words.isThere(index, misspelt))
		.filter((index) => !isLeading(words, index, match));
	const toShare = ({ titled, naming }: TitleCounts) => (naming + 1) / (titled + 4);
	const toOwn = (index: number) => toShare(words.toPositionCounts(index, misspelt));
	const toTyped = (index: number) => {
		const typed = words.toTypedCounts(index);
		return typed.naming === 0 ? 0 : toShare(typed);
	};
	const toBest = (index: number) => Math.max(toOwn(index), toTyped(index));
	return mayName.find((index) => mayName.every((other) => toBest(index) >= 0.25 * toOwn(other)));
}

/** The weight of a word that occurs this often in each class of an item, apart from its rarity. */
export function toPart(
	counts: TermCounts,
	{ lengths, averages, use }: { readonly lengths: ByClass; readonly averages: ByClass; readonly use: PositionUse },
): number {
	const parts = classes.map((weightClass) => {
		const { weight, lengthWeight, countMax } = rules[weightClass];
		const average = Math.max(1, toRounded(averages[weightClass], weightClass));
		const norm = 1 - lengthWeight + (lengthWeight * toRounded(lengths[weightClass], weightClass)) / average;
		const frequency =
			weightClass === 'A' ? toTitleFrequency(counts, norm, use) : Math.min(countMax, counts[weightClass]) / norm;
		return (weight * frequency) / (saturation + frequency);
	});
	parts.sort((a, b) => b - a);
	const [best = 0, ...others] = parts;
	return best + shareOfOthers * toSum(others);
}

/** The length of the title does not lower what stands where it counts. */
function toTitleFrequency({ A, position }: TermCounts, norm: number, use: PositionUse): number {
	if (A === 0) return 0;
	const count = Math.min(A, position === 'inside' ? rules.A.countMax : 2);
	if (use === 'naming' && position === 'naming') return (count + 1) / Math.min(1, norm);
	if (use === 'leading' && position === 'first') return 2 / Math.min(1, norm);
	return (use === 'leading' ? 1 : count) / norm;
}

/**
 * What all titles and attributes of an item say of the words, by BM25F (Robertson, Zaragoza and Taylor 2004): a tenth or so beside
 * the score, in lists whose items may lack words.
 */
function toFieldSum(item: ScannedItem, { words, misspelt }: TitleMatch, averages: ByClass): number {
	const weigh = ({ A, B }: Pick<ByClass, 'A' | 'B'>) => A + 0.75 * B;
	const toLength = ({ A, B }: ByClass) => weigh({ A: toRounded(A, 'A'), B: toRounded(B, 'B') });
	const half = 0.5 * (0.5 + (0.5 * toLength(item.lengths)) / Math.max(1, toLength(averages)));
	const parts = words.toRarities(misspelt).map((rarity, index) => {
		const way = words.findWritten(item, index, misspelt);
		if (way === undefined) return 0;
		const { A, B, position } = way.counts;
		const titleCount = Math.min(A, position === 'inside' ? rules.A.countMax : 2);
		const frequency = way.weight * weigh({ A: titleCount, B: Math.min(B, rules.B.countMax) });
		return (rarity * frequency) / (half + frequency);
	});
	return 0.18 * toSum(parts);
}

/** In such lists, what has the noun of the query nowhere is another thing, unless a brand was typed, too. */
function toOtherFactor(item: ScannedItem, match: TitleMatch): number {
	const { words, misspelt } = match;
	const noun = findNoun(match);
	const hasBrand = [...words.query.words.keys()].some((index) => isLeading(words, index, match));
	return noun === undefined || hasBrand || words.findBest(item, noun, misspelt) !== undefined ? 1 : 0.8;
}

/** The score of an item in a list whose items may lack words. @param own what its sum is multiplied by */
export function addFields(
	score: number,
	item: ScannedItem,
	{ match, averages, own }: { readonly match: TitleMatch; readonly averages: ByClass; readonly own: number },
): number {
	return toOtherFactor(item, match) * (score + toFieldSum(item, match, averages) * own);
}

function toRounded(length: number, weightClass: WeightClass): number {
	return rules[weightClass].lengths.find(([upTo]) => length <= upTo)?.[1] as number;
}

export interface TitleMatch {
	readonly words: ScanWords;
	readonly misspelt: Misspelt;
	readonly analyzer: Analyzer;
}

/** The factor, 1 or more, by which words of the query in the item's title raise its score. */
export function toTitleFactor(item: ScannedItem, match: TitleMatch, averages: ByClass): number {
	const factors = [toCoverageFactor(item, match), toInflectionFactor(item, match, averages)];
	if (isDenied(item, match)) factors.push(0.25);
	if (isOnlyAlong(item, match)) factors.push(0.5);
	return factors.reduce((product, factor) => product * factor, 1);
}

/** Whether every word of the title that is the noun stands behind `with`, and behind no later word that names the thing. */
function isOnlyAlong(item: ScannedItem, match: TitleMatch): boolean {
	const { words, misspelt } = match;
	const noun = findNoun(match);
	if (noun === undefined) return false;
	const { title, naming } = item;
	const isNoun = (terms: readonly string[]) =>
		words.isNamedBy(terms, noun, misspelt) || words.isHalf(item, terms, noun);
	const found = [...title.keys()].filter((at) => isNoun(title[at] as readonly string[]));
	const isAlong = (at: number) => {
		const from = title.slice(0, at + 1).findLastIndex(([word = '']) => ['with', 'without', 'w'].includes(word));
		return from >= 0 && !naming.slice(from + 1, at + 1).includes(true);
	};
	return found.length > 0 && found.every(isAlong);
}

/** Whether the title has a word of the query only to say that the thing is without it. */
function isDenied(item: ScannedItem, match: TitleMatch): boolean {
	const { words, misspelt } = match;
	const indexes = [...words.query.words.keys()];
	const isSaid = (terms: readonly string[], index: number) =>
		words.isSaidBy(terms, index, misspelt) || words.isHalf(item, terms, index);
	const said = item.wholeTitle.map((terms) => new Set(indexes.filter((index) => isSaid(terms, index))));
	const affirmed = indexes.filter(
		(index) => words.query.words[index]?.isOptional === false && !isLeading(words, index, match),
	);
	const queryWords = words.query.words.map(({ text }) => text);
	return deniesSome({ titleWords: item.titleWords, said }, { queryWords, affirmed });
}

/** 1 … 3.65. */
function toCoverageFactor(item: ScannedItem, { words, misspelt, analyzer }: TitleMatch): number {
	const { title, naming, kinds } = item;
	const isSaid = (terms: readonly string[], index: number) =>
		words.isSaidBy(terms, index, misspelt) || words.isHalf(item, terms, index);
	const isNamedBy = (terms: readonly string[], index: number) =>
		words.isNamedBy(terms, index, misspelt) || words.isHalf(item, terms, index);
	const indexes = [...words.query.words.keys()];
	/** For each word of the title, the words of the query that it matches. */
	const said = title.map((terms) => new Set(indexes.filter((index) => isSaid(terms, index))));
	const covered = indexes.filter((index) => said.some((ofWord) => ofWord.has(index)));
	const { typed, heads } = listKindWords(kinds, { words, misspelt, analyzer });
	const noun = findNoun({ words, misspelt, analyzer });
	const isMeant = (ofKind: readonly number[]) => ofKind.length > 0 && (noun === undefined || ofKind.includes(noun));
	const ofKinds = [typed, heads].find(isMeant) ?? [];
	if (covered.length === 0 && ofKinds.length === 0) return 1;
	const rarities = words.toRarities(misspelt);
	const toShare = (some: Iterable<number>) =>
		toSum([...new Set(some)].map((index) => rarities[index] as number)) / toSum(rarities);
	const coverage = toShare(covered);
	const closeness = indexes.slice(1).map((index) => toCloseness(said, index - 1, index));
	const density = said.filter((ofWord) => ofWord.size > 0).length / Math.max(1, said.length);
	const isWhole = density === 1 && covered.length === indexes.length;
	const namedWords = title
		.filter((_, position) => naming[position] === true)
		.map((terms) => listNaming(terms, analyzer))
		.map((terms) => new Set(indexes.filter((index) => isNamedBy(terms, index))));
	const isNamed = noun !== undefined && namedWords.some((ofWord) => ofWord.has(noun));
	const namedShare = namedWords.filter((ofWord) => ofWord.size > 0).length / Math.max(1, namedWords.length);
	const neighbours = closeness.length === 0 ? 0 : toSum(closeness) / closeness.length;
	const ofTitle = 0.5 * coverage + 0.25 * neighbours + 0.3 * density + (isWhole ? 0.1 : 0);
	const ofKind = ofKinds.length > 0 ? (ofKinds === typed ? 1 : 0.7) * toShare([...covered, ...ofKinds]) : 0;
	return 1 + ofTitle + ofKind + (isNamed ? 0.5 * coverage * Math.min(1, 1.8 * namedShare) : 0);
}

/**
 * The factor, 1 or more, by which the score rises where the title names the thing by an inflection of the noun, and the best one is
 * elsewhere: the sum of the words with what the noun is worth by that one, in place of what it counts.
 */
function toInflectionFactor(item: ScannedItem, match: TitleMatch, averages: ByClass): number {
	const { words, misspelt } = match;
	const noun = findNoun(match);
	const [best, ...others] = noun === undefined ? [] : words.listInflected(item, noun);
	if (noun === undefined || best === undefined || best.counts.A > 0) return 1;
	const toWorth = (index: number, way: Way) => {
		const use = toPositionUse(words, index, match);
		const part = toPart(way.counts, { lengths: item.lengths, averages, use });
		return (words.toRarities(misspelt)[index] as number) * way.weight * part;
	};
	const worths = [...words.query.words.keys()].map((index) => {
		const way = words.findBest(item, index, misspelt);
		return way === undefined ? 0 : toWorth(index, way);
	});
	const named = others.filter(({ counts }) => counts.position === 'naming').map((way) => toWorth(noun, way));
	const ofNoun = worths[noun] as number;
	return toSum(worths) === 0 ? 1 : 1 + (Math.max(ofNoun, ...named) - ofNoun) / toSum(worths);
}

/** The words of the query that name those kinds of an item whose every word was typed, and those that are heads of its other kinds. */
function listKindWords(kinds: readonly string[], { words, misspelt, analyzer }: TitleMatch) {
	const indexes = [...words.query.words.keys()];
	const listSaid = (terms: readonly string[]) => indexes.filter((index) => words.isNamedBy(terms, index, misspelt));
	const named = kinds.map((value) =>
		toKind(value, analyzer).map(({ terms, isHead }) => ({ said: listSaid(terms), isHead })),
	);
	const isTyped = (ofWords: (typeof named)[number]) => ofWords.every(({ said }) => said.length > 0);
	const { typed = [], others = [] } = Object.groupBy(named, (ofWords) => (isTyped(ofWords) ? 'typed' : 'others'));
	return {
		typed: typed.flat().flatMap(({ said }) => said),
		heads: others.flat().flatMap(({ said, isHead }) => (isHead ? said : [])),
	};
}

/** The factor by what an item has in common with those that shoppers choose. */
export function toTraitFactor({ wholeTitle, kinds }: ScannedItem, traits: LearnedTraits | undefined): number {
	if (traits === undefined) return 1;
	const ofWords = wholeTitle.map((forms) => {
		const names = forms.map((form) => `t ${form.replace(stemPrefix, '')}`);
		return names.find((name) => traits.worths.has(name)) ?? `unknown ${forms.at(-1)}`;
	});
	const known = [...new Set([...ofWords, ...kinds.map((kind) => `k ${kind}`)])].map((name) => traits.worths.get(name));
	const worth = toSum(known.map((trait) => trait?.worth ?? 0));
	const squares = toSum(known.map((trait) => trait?.squaredImportance ?? traits.otherSquaredImportance));
	const mean = squares === 0 ? 0 : worth / Math.sqrt(squares);
	const sure = mean > traits.doubt ? mean - traits.doubt : mean < -traits.doubt ? mean + traits.doubt : 0;
	return Math.min(traits.factorMax, Math.max(1 / traits.factorMax, 1 + sure));
}

/** 1 for two words of the query if the second follows the first or is the same word of the title; a half if nearly. */
function toCloseness(said: readonly ReadonlySet<number>[], first: number, second: number): number {
	const listPlaceholders = (index: number) => [...said.keys()].filter((position) => said[position]?.has(index));
	const distances = listPlaceholders(first).flatMap((from) => listPlaceholders(second).map((to) => to - from));
	if (distances.includes(0) || distances.includes(1)) return 1;
	return distances.includes(2) || distances.includes(-1) ? 0.5 : 0;
}

/** Longer values do not name a kind. */
const kindWordsMax = 4;

interface KindWord {
	/** The word and its stem. */
	readonly terms: readonly string[];
	/** Whether it is what the kind is about. */
	readonly isHead: boolean;
}

/** The words of the last node of a path; none if the value does not name a kind. */
function toKind(value: string, analyzer: Analyzer): readonly KindWord[] {
	const name = value.slice(value.lastIndexOf('>') + 1);
	const { words } = analyzer.analyzeQuery(`${name} `);
	const heads = name.split(/ & |, /).map((part) => {
		const texts = analyzer.analyzeQuery(`${part} `).words.map(({ text }) => text);
		return texts[analyzer.naming.findHead(texts)];
	});
	const kept = words
		.map((word) => ({ ...word, isHead: heads.includes(word.text) }))
		.filter(({ isOptional }) => !isOptional);
	if (kept.length > kindWordsMax) return [];
	return kept.map(({ text, forms, isHead }) => {
		const stems = forms
			.filter(({ quality }) => quality === formQualities.stem || quality === formQualities.relative)
			.flatMap(({ choices }) => choices.flat());
		const terms = [text, ...stems.filter((term) => term.startsWith(stemPrefix) && term !== stemPrefix + text)];
		return { terms, isHead };
	});
}

function toSum(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}
