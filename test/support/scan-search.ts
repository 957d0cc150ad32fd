/**
 * The oracle of the full-text core, in a simple way: every item is checked, one value after another.
 *
 * It shares only the analysis of texts with the core: how a title or a query is split into terms, and in which forms a
 * word may be found. These are some thousand rules for fifty languages, which a second implementation would only repeat.
 * `scan-analysis.test.ts` has the expected analysis of the words in the random catalogues, worked out by hand. Everything
 * else is written again here from the documents (decision 0007, `docs/search-api.md`), with maps and sorted arrays; a
 * rule in `test/rules` checks that. The model in `scan-segments.ts` says what is deleted, and which segment has which
 * document.
 */
import type { FacetKind } from '../../src/domain/query/facet-kind.ts';
import type { Filter, TermsFilter } from '../../src/domain/query/filter.ts';
import type { IndexQuery, PopularityField, QueryName } from '../../src/domain/query/index-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import type { LearnedTraits } from '../../src/fulltext/query/item-traits.ts';
import type { QueryPart } from '../../src/fulltext/understanding/part.ts';
import type { Vocabulary } from '../../src/fulltext/understanding/vocabulary.ts';
import { takeAutoFilters } from './scan-auto-filters.ts';
import { countLevels, countTerms, measureRange } from './scan-counts.ts';
import { type ByClass, isOutOfStock, type ScannedItem, toBoost, toGroupId, toIdentifier } from './scan-item.ts';
import { listLoosened, listReadings } from './scan-loosened.ts';
import { compareRanked, isSameScore, type RankedItem } from './scan-order.ts';
import { createPassing } from './scan-passing.ts';
import { createScanPopularity } from './scan-popularity.ts';
import { addFields, toAverageLengths, toPart, toPositionUse, toTitleFactor, toTraitFactor } from './scan-score.ts';
import type { ScanSegment } from './scan-segments.ts';
import { applyUnderstood, createGain, createMeeting, keepText, type Reading } from './scan-understood.ts';
import { createScanVocabulary } from './scan-vocabulary.ts';
import { createScanWords, type Misspelt, type ScanWords } from './scan-words.ts';

export interface ScanIndex {
	readonly segments: readonly ScanSegment[];
	readonly analyzer: Analyzer;
	readonly isOutOfStockLast: boolean;
	/** The fields whose numbers say how popular an item is. */
	readonly popularity?: readonly PopularityField[];
	/** What was learned: a factor on the score of an item, by its id. */
	readonly factors?: ReadonlyMap<string, number>;
	/** What was learned about words of titles and kinds, for items without a factor. */
	readonly traits?: LearnedTraits;
	/** A factor on the scores of items, by their ids and whether they have another one. */
	readonly explore?: (id: string, isKnown: boolean) => number;
	/** The parts of a text that say more than words; tables of tests have what is understood of which text. */
	readonly understand: (text: string, vocabulary: Vocabulary) => readonly QueryPart[];
}

export interface ScanAnswer {
	readonly queryName: QueryName;
	/** Hits that have all the words, or a group with such an item. */
	readonly strictCount: number;
	/** All hits, best first; of groups only the best item. */
	readonly ranked: readonly RankedItem[];
	/** Groups of which rounding decides which item represents them, and thereby where they stand. */
	readonly tiedGroups: ReadonlySet<string>;
	/** Whether hits have scores: there is a text, and the order depends on the score. */
	readonly hasScores: boolean;
	readonly facets: readonly unknown[];
	readonly autoFilters: readonly TermsFilter[];
	readonly understood: readonly QueryPart[];
	/** Which rules an item passes, whether or not it is a hit. */
	readonly judge: (item: ScannedItem) => Verdict;
}

export interface Verdict {
	/** Whether it has enough of the words, or its identifier was typed. */
	readonly hasWords: boolean;
	/** Whether it has all needed words. */
	readonly hasAllWords: boolean;
	/** By filter, those of the request before the others: whether it passes. */
	readonly filters: readonly boolean[];
	/** By exclude: whether it is excluded. */
	readonly excludes: readonly boolean[];
	/** By understood part: whether it is strict, and the item does not meet it. */
	readonly unmet: readonly boolean[];
}

/** Live items, in the order in which they were written. */
export function listItems({ segments }: Pick<ScanIndex, 'segments'>): ScannedItem[] {
	return segments.flatMap(({ documents }) => documents.flatMap(({ scanned, isLive }) => (isLive ? scanned : [])));
}

/** The first reading of the text that leaves something. */
export function scanSearch(index: ScanIndex, request: IndexQuery): ScanAnswer {
	const typedText = request.text.normalize('NFC');
	const readings = listReadings(understandText(index, request), request);
	const [strictest = []] = readings;
	for (const parts of [strictest, ...readings.slice(1)]) {
		const answer = scanReading(index, request, { typedText, parts });
		const shown = parts === strictest && answer.strictCount === 0 ? findShown(index, request, parts) : undefined;
		const answers = shown === undefined ? [answer] : [scanReading(index, request, { typedText, parts: shown }), answer];
		for (const one of answers) if (one.ranked.length > 0) return one;
	}
	const loosened = { typedText, parts: readings.at(-1) ?? [] };
	const areWordsFound = scanReading(index, { ...request, filters: [], excludes: [] }, loosened).ranked.length > 0;
	const allowed = scanAllowed(index, request, readings[0] ?? []);
	const isOpen = request.queryName === undefined || request.queryName === 'match_or';
	const mayList = isOpen && !areWordsFound && allowed.ranked.length > 0;
	return mayList ? allowed : scanReading(index, request, loosened);
}

function understandText(index: ScanIndex, { text, hasUnderstanding }: IndexQuery): readonly QueryPart[] {
	const isAsked = hasUnderstanding === true && text.trim() !== '';
	return isAsked ? index.understand(text.normalize('NFC'), createScanVocabulary(index)) : [];
}

/** Whatever strict parts allow; where there are none, what has the attributes. */
function scanAllowed(index: ScanIndex, request: IndexQuery, parts: readonly QueryPart[]): ScanAnswer {
	const strict = parts.filter(({ isStrict }) => isStrict);
	const attributes = parts.filter(({ kind }) => kind === 'attribute').map((part) => ({ ...part, isStrict: true }));
	const hasOthers = keepText(request.text.normalize('NFC'), attributes).trim() !== '';
	const allowing = strict.length > 0 || !hasOthers ? strict : attributes;
	const text = allowing.length === 0 ? request.text : '';
	const answer = scanReading(index, { ...request, text }, { typedText: text, parts: allowing });
	if (allowing.length === 0) return { ...answer, ranked: [] };
	return { ...answer, queryName: 'match_or', strictCount: 0 };
}

/** The first way to loosen attributes that shows something with all other words; undefined where nothing has these anyway. */
function findShown(index: ScanIndex, request: IndexQuery, parts: readonly QueryPart[]): QueryPart[] | undefined {
	const typedText = request.text.normalize('NFC');
	const asked = { ...request, queryName: 'match_and', isGrouped: false } as const;
	return listLoosened(parts).find(
		(required) => scanReading(index, asked, { typedText, parts, required }).ranked.length > 0,
	);
}

function scanReading(index: ScanIndex, request: IndexQuery, reading: Reading): ScanAnswer {
	const { typedText, parts, required = parts } = reading;
	const { segments, analyzer } = index;
	const items = listItems(index);
	const text = parts.length === 0 ? request.text : keepText(typedText, parts);
	const analyzed = analyzer.analyzeQuery(text);
	const taken = takeAutoFilters(analyzed, { fieldNames: request.autoFilterFields, items });
	const { autoFilters } = taken;
	const query = applyUnderstood(taken.query, { typedText, parts }, analyzer);
	const words = createScanWords(segments, query, analyzer);
	const matching: Matching = {
		...{ index, words },
		averages: toAverageLengths(segments),
		asksForAll: query.words.length === 0 && (request.text.trim() === '' || autoFilters.length > 0 || parts.length > 0),
		identifier: toIdentifier(request.text),
		isUnnamed: request.queryName === undefined,
		gain: createGain(parts, analyzer),
		popularity: createScanPopularity(items, index.popularity),
	};
	const found = doubt(items, request, { matching, attempt: findAttempt(items, request, matching) });
	const attempt = mayFill(items, request, { ...matching, attempt: found }) ? fill(items, found, matching) : found;
	const matches = items.flatMap((item, at) => matchItem(item, at, { ...matching, attempt }));
	const filters = [...request.filters, ...autoFilters.map((filter) => ({ ...filter, isExact: true }))];
	const passing = createPassing({ ...request, filters }, items, analyzer);
	const meets = createMeeting(required, analyzer);
	const passes: typeof passing.passes = (item, ownField) => meets(item) && passing.passes(item, ownField);
	const passed = matches.filter(({ item }) => passes(item));
	const facets = request.facets.map(({ kind, fieldName, size }) => {
		const counted = matches.map(({ item }) => item).filter((item) => passes(item, fieldName));
		return counters[kind](counted, { fieldName, size, filters, items });
	});
	const distinct = request.isGrouped ? pickBestOfGroups(passed, request) : passed;
	const ranked = distinct.toSorted((a, b) => compareRanked(a, b, request.sort));
	const isByScore = request.sort.length === 0 || request.sort.some(({ kind }) => kind === 'score');
	const hasScores = isByScore && !matching.asksForAll;
	const isStrict = ({ item }: RankedItem) =>
		attempt.needsAll ||
		matching.asksForAll ||
		isIdentified(item, matching) ||
		hasWords(item, { ...matching, attempt }).all;
	const strict = passed.filter(isStrict);
	const strictCount = request.isGrouped ? pickBestOfGroups(strict, request).length : strict.length;
	const tiedGroups = new Set(request.isGrouped ? listTiedGroups(passed, request) : []);
	const { queryName } = attempt;
	const isPassing = (filter: Filter) =>
		createPassing({ filters: [filter], excludes: [], filterExecution: 'and' }, items, analyzer).passes;
	const [filterTests, excludeTests] = [filters.map(isPassing), request.excludes.map(isPassing)];
	const judge = (item: ScannedItem): Verdict => ({
		hasWords: isMatch(item, { ...matching, attempt }),
		hasAllWords: hasWords(item, { ...matching, attempt }).all,
		filters: filterTests.map((test) => test(item)),
		excludes: excludeTests.map((test) => test(item)),
		unmet: parts.map((part) => !createMeeting([part], analyzer)(item)),
	});
	return { queryName, strictCount, ranked, tiedGroups, hasScores, facets, autoFilters, understood: parts, judge };
}

type CountOptions = Parameters<typeof countTerms>[1];

const counters: Readonly<Record<FacetKind, (counted: readonly ScannedItem[], options: CountOptions) => object>> = {
	terms: countTerms,
	range: (counted, { fieldName }) => measureRange(counted, fieldName),
	hierarchy: countLevels,
};

/** The best item of a group is chosen before titles are compared. */
function pickBestOfGroups(matches: readonly RankedItem[], { sort }: IndexQuery): RankedItem[] {
	const toPlain = (match: RankedItem) => ({ ...match, score: match.plainScore });
	const groups = Map.groupBy(matches, (match) => toGroupId(match.item) ?? match);
	return [...groups.values()].map(
		(members) => members.toSorted((a, b) => compareRanked(toPlain(a), toPlain(b), sort))[0] as RankedItem,
	);
}

function listTiedGroups(matches: readonly RankedItem[], { sort }: IndexQuery): string[] {
	const toPlain = (match: RankedItem) => ({ ...match, score: match.plainScore, at: 0 });
	const isTied = (a: RankedItem, b: RankedItem) =>
		compareRanked(toPlain(a), toPlain(b), sort) === 0 && (a.plainScore !== b.plainScore || !isSameScore(a, b.score));
	const groups = Map.groupBy(matches, ({ item }) => toGroupId(item));
	return [...groups].flatMap(([id, members]) =>
		id !== undefined && members.some((one) => members.some((other) => isTied(one, other))) ? id : [],
	);
}

/** One way to understand the words. */
interface Attempt {
	readonly queryName: QueryName;
	readonly needsAll: boolean;
	readonly misspelt: Misspelt;
	/** It is the answer if it has at least this many matches, whatever the filters. */
	readonly countMin: number;
	/** Without all words, a match has words of at least this share of the weight of all; 0: any word. */
	readonly share: number;
}

interface Matching {
	readonly index: ScanIndex;
	readonly words: ScanWords;
	readonly averages: ByClass;
	/** Whether no words are left to search for: nothing was typed, or all words became filters. */
	readonly asksForAll: boolean;
	readonly identifier: string;
	/** Whether the request names no way to match. */
	readonly isUnnamed: boolean;
	/** What an item gains by fitting what was typed besides words: a factor ≥ 1. */
	readonly gain: (item: ScannedItem) => number;
	/** What its popularity makes of its score. */
	readonly popularity: (item: ScannedItem) => number;
}

/** The first attempt that finds enough; the last one in any case. */
function findAttempt(items: readonly ScannedItem[], request: IndexQuery, matching: Matching): Attempt {
	const attempts = listAttempts(request, matching.words);
	const isEnough = (attempt: Attempt) =>
		items.filter((item) => isMatch(item, { ...matching, attempt })).length >= attempt.countMin;
	return attempts.find(isEnough) ?? (attempts.at(-1) as Attempt);
}

/** Fewer items than this are not enough if only rare words are corrected. */
const correctedMin = 4;

function listAttempts({ queryName }: IndexQuery, { query, isKnown }: ScanWords): Attempt[] {
	const and: Attempt = { queryName: 'match_and', needsAll: true, misspelt: 'none', countMin: 1, share: 0 };
	const or: Attempt = { ...and, queryName: 'match_or', needsAll: false };
	const fuzzyAll: Attempt = { ...and, queryName: 'fuzzy', misspelt: 'all' };
	const fuzzyAny: Attempt = { ...fuzzyAll, needsAll: false };
	if (query.words.length === 0 || queryName === 'match_and') return [and];
	if (queryName === 'match_or') return [or];
	if (queryName === 'fuzzy') return [fuzzyAll, fuzzyAny];
	if (query.words.length === 1) return [and, fuzzyAll];
	const needed = [...query.words.entries()].filter(([, { isOptional }]) => !isOptional);
	const most: Attempt = { ...or, misspelt: 'doubted' };
	if (needed.every(([index]) => isKnown(index))) {
		return [and, { ...fuzzyAll, misspelt: 'doubted' }, most, fuzzyAll, fuzzyAny];
	}
	const rare: Attempt = { ...fuzzyAll, misspelt: 'rare', countMin: correctedMin };
	return [and, rare, fuzzyAll, ...(needed.some(([index]) => isKnown(index)) ? [most] : []), fuzzyAny];
}

type Attempting = Matching & { readonly attempt: Attempt };

/** By which steps a list is filled, and how long it is to be. */
const shares = [0.6, 0.45, 0.3, 0.15];
const longEnough = 100;
const acceptable = 50;
const reachable = 1000;

/**
 * Fewer items than are enough for a list have all the words as typed: then a rare word that is doubted is corrected, too.
 */
function doubt(
	items: readonly ScannedItem[],
	{ queryName }: IndexQuery,
	{ matching, attempt }: { readonly matching: Matching; readonly attempt: Attempt },
): Attempt {
	const { words, asksForAll } = matching;
	const isAsked = queryName === undefined && !asksForAll && attempt.queryName === 'match_and';
	if (!isAsked || items.some((item) => isIdentified(item, matching))) return attempt;
	const count = items.filter((item) => isMatch(item, { ...matching, attempt })).length;
	const isDoubtful = [...words.query.words.keys()].some((index) => words.isDoubtful(index));
	return count < longEnough && isDoubtful ? { ...attempt, misspelt: 'doubted' } : attempt;
}

/** Only a search of several words that names no way to match, and no item by its number. Pairs of one word are no words where it is found. */
function mayFill(
	items: readonly ScannedItem[],
	{ queryName }: Pick<IndexQuery, 'queryName'>,
	{ attempt, ...matching }: Matching & { readonly attempt: Attempt },
): boolean {
	const isWord = ({ isOptional, isContinued }: { readonly isOptional: boolean; readonly isContinued: boolean }) =>
		!isOptional && !(attempt.needsAll && isContinued);
	const needed = matching.words.query.words.filter(isWord);
	return queryName === undefined && needed.length > 1 && !items.some((item) => isIdentified(item, matching));
}

/**
 * The attempt that makes the list long: with each step less of the words is enough. A step that adds more than can be
 * paged through is left out if the list is acceptable without it.
 */
function fill(items: readonly ScannedItem[], found: Attempt, matching: Matching): Attempt {
	const count = (attempt: Attempt) => items.filter((item) => isMatch(item, { ...matching, attempt })).length;
	let [attempt, length] = [found, found.needsAll ? count(found) : 0];
	for (const share of shares) {
		if (length >= longEnough) break;
		const next = { ...found, needsAll: false, share };
		const nextLength = count(next);
		if (nextLength > reachable && length >= acceptable) break;
		[attempt, length] = [next, nextLength];
	}
	return length === 0 ? found : attempt;
}

/** Words are weighed by rarity, in steps of a 1024th; those that no item has and optional ones weigh nothing. */
function toWeights({ words, attempt: { misspelt } }: Attempting): readonly number[] {
	return words.toRarities(misspelt).map((rarity, index) => {
		const counts = words.query.words[index]?.isOptional === false && words.isThere(index, misspelt);
		return counts ? Math.max(1, Math.round(rarity * 1024)) : 0;
	});
}

/** Optional words exclude no item, unless there are no others. */
function hasWords(item: ScannedItem, matching: Attempting): { readonly all: boolean; readonly any: boolean } {
	const { words, attempt } = matching;
	const every = [...words.query.words.entries()];
	const needed = every.every(([, { isOptional }]) => isOptional) ? every : every.filter(([, word]) => !word.isOptional);
	const isThere = needed.map(([index]) => words.findBest(item, index, attempt.misspelt) !== undefined);
	const weights = toWeights(matching);
	const weight = needed.reduce((sum, [index], at) => sum + (isThere[at] === true ? (weights[index] as number) : 0), 0);
	const total = weights.reduce((sum, of) => sum + of, 0);
	const isEnough = attempt.share === 0 || weight >= Math.ceil(attempt.share * total);
	return { all: isThere.length > 0 && !isThere.includes(false), any: isThere.includes(true) && isEnough };
}

function isMatch(item: ScannedItem, matching: Attempting): boolean {
	return matching.asksForAll || isIdentified(item, matching) || isMatchByWords(item, matching);
}

function isMatchByWords(item: ScannedItem, matching: Attempting): boolean {
	const { all, any } = hasWords(item, matching);
	return matching.attempt.needsAll ? all : any;
}

function isIdentified({ identifiers }: ScannedItem, { identifier, asksForAll }: Matching): boolean {
	return !asksForAll && identifiers.has(identifier);
}

/** One entry when the item matches, otherwise none. */
function matchItem(item: ScannedItem, at: number, matching: Attempting): RankedItem[] {
	const { index, words, attempt, asksForAll } = matching;
	if (!isMatch(item, matching)) return [];
	const stockTier = index.isOutOfStockLast && !isOutOfStock(item) ? 2 : 0;
	if (asksForAll) {
		const score = toBoost(item);
		return [{ item, at, tier: stockTier, score, rounding: 0, plainScore: score }];
	}
	const isByWords = isMatchByWords(item, matching);
	const mayLack = !attempt.needsAll && words.query.words.length > 1;
	const tier = (isIdentified(item, matching) ? 4 : 0) + stockTier;
	const { id } = item.item;
	const own = toBoost(item) * matching.popularity(item) * (index.factors?.get(id) ?? 1);
	const fixed = own * (mayLack && !hasWords(item, matching).all ? 0.25 : 1) * matching.gain(item);
	const plainScore = isByWords ? toWordScore(item, matching) * fixed : 0;
	const isKnown = index.factors?.has(id) === true;
	const similar = isKnown ? 1 : toTraitFactor(item, index.traits);
	const explored = similar * (index.explore?.(id, isKnown) ?? 1);
	const match = { words, misspelt: attempt.misspelt, analyzer: index.analyzer };
	const factor = explored * toTitleFactor(item, match, matching.averages);
	const rounding = toRounding(words.toRarities(attempt.misspelt)) * fixed * factor;
	const titled = plainScore * factor;
	const sums = { match, averages: matching.averages, own: own * explored };
	const score = mayLack && matching.isUnnamed && plainScore > 0 ? addFields(titled, item, sums) : titled;
	return [{ item, at, tier, plainScore, rounding, score }];
}

/**
 * The core rounds the contribution of each word to steps, so that sums are the same in any order; 2^24 steps are more
 * than the greatest possible score. The result is half a step for each word.
 */
function toRounding(rarities: readonly number[]): number {
	const scoreMax = 2 * rarities.reduce((sum, rarity) => sum + rarity, 0);
	return (rarities.length * scoreMax) / 2 ** 24;
}

function toWordScore(item: ScannedItem, { words, attempt: { misspelt }, averages, index }: Attempting): number {
	return words.toRarities(misspelt).reduce((score, rarity, word) => {
		const way = words.findBest(item, word, misspelt);
		if (way === undefined) return score;
		const use = toPositionUse(words, word, { words, misspelt, analyzer: index.analyzer });
		return score + rarity * way.weight * toPart(way.counts, { lengths: item.lengths, averages, use });
	}, 0);
}
