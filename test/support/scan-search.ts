/**
 * What the full-text core has to answer, worked out the simple way: every item is looked at, one value after the other.
 * It shares the rules with the core (what a field is for, how a text is analysed, what a match is worth), and none of
 * its data structures.
 */

import type { Filter } from '../../src/domain/query/filter.ts';
import type { IndexQuery, SortRule } from '../../src/domain/query/index-query.ts';
import { inferredSchema } from '../../src/domain/schema/index-schema.ts';
import type { AnalyzedQuery, QueryForm, QueryPrefix } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { isOutOfStock } from '../../src/fulltext/index/builder/stock.ts';
import { normalizeIdentifier } from '../../src/fulltext/index/segment/key-table.ts';
import { compareByBytes } from '../../src/fulltext/index/segment/sorted-strings.ts';
import { countErrors, isTypoTarget, toErrorsMax } from '../../src/fulltext/index/segment/typo-table.ts';
import type { Misspelt } from '../../src/fulltext/query/attempt.ts';
import { toDistanceMeters } from '../../src/fulltext/query/geo-distance.ts';
import { type Kind, toKind } from '../../src/fulltext/query/item-kinds.ts';
import { toFormWeight, toPrefixWeight, toTypoWeight } from '../../src/fulltext/ranking/match-weights.ts';
import { toScoreGrid, toScoreTable } from '../../src/fulltext/ranking/score-table.ts';
import { toMeanings } from './plain-value.ts';
import { countLevels, countTerms, listExisting, measureRange } from './scan-counts.ts';
import { type ScannedItem, scanItem } from './scan-item.ts';

/** What depends on how the items are spread over segments, and is therefore taken from the index. */
export interface ScanContext {
	readonly analyzer: Analyzer;
	readonly averageLengths: readonly [number, number, number];
	readonly isOutOfStockLast: boolean;
	raritiesOf(query: AnalyzedQuery, misspelt: Misspelt): readonly number[];
	/** See `isCombination` and `isCommonWord` of the core. */
	isCombination(query: AnalyzedQuery): boolean;
	isCommonWord(query: AnalyzedQuery, word: number): boolean;
}

export interface RankedItem {
	readonly item: ScannedItem;
	/** Tiers, all words, score: compared in this order. */
	readonly tier: number;
	readonly score: number;
	/** Without what the title adds: it decides which item stands for its group. */
	readonly plainScore: number;
}

export interface ScanAnswer {
	readonly queryName: string;
	/** All hits, best first; of groups the best item. */
	readonly ranked: readonly RankedItem[];
	readonly facets: readonly unknown[];
}

/** Answers a request over `items`, oldest first. */
export function scanSearch(items: readonly ScannedItem[], request: IndexQuery, context: ScanContext): ScanAnswer {
	const query = context.analyzer.analyzeQuery(request.text);
	const attempts = toAttempts(items, query, request, context);
	let chosen = attempts[0] as Attempt;
	let matches: RankedItem[] = [];
	for (const attempt of attempts) {
		chosen = attempt;
		matches = items.flatMap((item) => matchItem(item, { query, request, attempt, context }));
		if (matches.length >= attempt.countMin) break;
	}
	const filtering = { context, items, ownField: undefined };
	const passing = matches.filter(({ item }) => passesAll(item, request, filtering));
	const plain = passing.map((entry) => ({ ...entry, score: entry.plainScore, whole: entry }));
	plain.sort((a, b) => compareRanked(a, b, request.sort, items));
	const seen = new Set<string>();
	const distinct = plain.filter(({ item }) => {
		const group = toGroupId(item);
		if (!request.isGrouped || group === undefined) return true;
		const isNew = !seen.has(group);
		seen.add(group);
		return isNew;
	});
	const ranked = distinct.map(({ whole }) => whole).sort((a, b) => compareRanked(a, b, request.sort, items));
	const facets = request.facets.map(({ kind, fieldName, size }) => {
		const counted = matches.filter(({ item }) => passesAll(item, request, { ...filtering, ownField: fieldName }));
		if (kind === 'hierarchy') return countLevels(counted, { fieldName, size, filters: request.filters, items });
		return kind === 'terms'
			? countTerms(counted, { fieldName, size, filters: request.filters, items })
			: measureRange(counted, fieldName);
	});
	return { queryName: chosen.queryName, ranked, facets };
}

export function toGroupId({ item: { fields } }: ScannedItem): string | undefined {
	const group = fields.group_id ?? fields.df_grouping_id;
	return group === undefined || group === null || group === '' ? undefined : String(group);
}

interface Attempt {
	readonly queryName: 'match_and' | 'match_or' | 'fuzzy';
	readonly needsAll: boolean;
	readonly misspelt: Misspelt;
	readonly countMin: number;
}

function toAttempts(
	items: readonly ScannedItem[],
	query: AnalyzedQuery,
	{ queryName }: IndexQuery,
	context: ScanContext,
): Attempt[] {
	const and: Attempt = { queryName: 'match_and', needsAll: true, misspelt: 'none', countMin: 1 };
	const or: Attempt = { queryName: 'match_or', needsAll: false, misspelt: 'none', countMin: 1 };
	const fuzzyAll: Attempt = { queryName: 'fuzzy', needsAll: true, misspelt: 'all', countMin: 1 };
	const fuzzyAny: Attempt = { queryName: 'fuzzy', needsAll: false, misspelt: 'all', countMin: 1 };
	if (query.words.length === 0 || queryName === 'match_and') return [and];
	if (queryName === 'match_or') return [or];
	if (queryName === 'fuzzy') return [fuzzyAll, fuzzyAny];
	if (query.words.length === 1) return [and, fuzzyAll];
	const areAllKnown = query.words.every(
		(word, index) =>
			word.isOptional || items.some((item) => findVariant(item, query, { index, hasTypos: false }) !== undefined),
	);
	const fuzzyRare: Attempt = { ...fuzzyAll, misspelt: 'rare', countMin: 4 };
	if (!areAllKnown) return [and, fuzzyRare, fuzzyAll, or, fuzzyAny];
	return [{ ...and, countMin: context.isCombination(query) ? 4 : 1 }, or, fuzzyAll, fuzzyAny];
}

interface Matching {
	readonly query: AnalyzedQuery;
	readonly request: IndexQuery;
	readonly attempt: Attempt;
	readonly context: ScanContext;
}

/** One entry when the item matches, none when it does not. */
function matchItem(item: ScannedItem, { query, request, attempt, context }: Matching): RankedItem[] {
	const { fields } = item.item;
	const boost = typeof fields.df_manual_boost === 'number' ? fields.df_manual_boost : 1;
	const stockTier = context.isOutOfStockLast && !isOutOfStock(fields) ? 2 : 0;
	if (request.text.trim() === '') return [{ item, tier: stockTier, score: boost, plainScore: boost }];
	const isIdentified = item.identifiers.has(normalizeIdentifier(request.text));
	const rarities = context.raritiesOf(query, attempt.misspelt);
	const table = toScoreTable(context.averageLengths);
	const variants = query.words.map((_, index) => findVariant(item, query, toPlace(query, index, { attempt, context })));
	const areAllOptional = query.words.every((word) => word.isOptional);
	const needed = variants.filter((_, index) => areAllOptional || !query.words[index]?.isOptional);
	const hasAll = needed.length > 0 && needed.every((variant) => variant !== undefined);
	const hasAny = needed.some((variant) => variant !== undefined);
	const isMatch = attempt.needsAll ? hasAll : hasAny;
	if (!isMatch && !isIdentified) return [];
	const grid = toScoreGrid(rarities);
	let score = 0;
	for (const [index, variant] of variants.entries()) {
		if (variant === undefined || !isMatch) continue;
		const part = table[(variant.counts << 8) | item.lengths] as number;
		score += variant.weight * (rarities[index] as number) * part + grid - grid;
	}
	const allTier = isMatch && hasAll && !attempt.needsAll && query.words.length > 1 ? 1 : 0;
	const tier = (isIdentified ? 4 : 0) + stockTier + allTier;
	const plainScore = score * boost;
	return [{ item, tier, plainScore, score: plainScore * toTitleFactor(item, query, { attempt, context }) }];
}

interface Variant {
	readonly weight: number;
	readonly counts: number;
}

/** A word of the query, and whether it may be misspelt. */
interface WordPlace {
	readonly index: number;
	readonly hasTypos: boolean;
}

function toPlace(
	query: AnalyzedQuery,
	index: number,
	{ attempt, context }: Pick<Matching, 'attempt' | 'context'>,
): WordPlace {
	const { misspelt } = attempt;
	return { index, hasTypos: misspelt === 'all' || (misspelt === 'rare' && !context.isCommonWord(query, index)) };
}

/** The best way in which the item has the word. */
function findVariant(item: ScannedItem, query: AnalyzedQuery, { index, hasTypos }: WordPlace): Variant | undefined {
	const word = query.words[index];
	if (word === undefined) return undefined;
	const found: Variant[] = [];
	for (const form of word.forms) found.push(...findForm(item, form));
	for (const prefix of word.prefixes) found.push(...findPrefix(item, prefix));
	if (hasTypos && word.isTypoTolerant) found.push(...findTypos(item, word.text));
	for (const span of query.spans) {
		if (index < span.firstWord || index >= span.firstWord + span.wordCount) continue;
		found.push(...findForm(item, span.form), ...span.prefixes.flatMap((prefix) => findPrefix(item, prefix)));
	}
	found.sort((a, b) => b.weight - a.weight);
	return found[0];
}

function findForm(item: ScannedItem, { choices, quality }: QueryForm): Variant[] {
	const places = choices.map((terms) => terms.find((term) => item.terms.has(term)));
	const [first] = places;
	if (first === undefined || places.includes(undefined)) return [];
	return [{ weight: toFormWeight(quality), counts: item.terms.get(first) as number }];
}

function findPrefix(item: ScannedItem, { term: prefix, quality }: QueryPrefix): Variant[] {
	const terms = [...item.terms.keys()].filter((term) => term.startsWith(prefix)).sort(compareByBytes);
	return terms.map((term) => ({ weight: toPrefixWeight(quality), counts: item.terms.get(term) as number }));
}

function findTypos(item: ScannedItem, word: string): Variant[] {
	const terms = [...item.terms.keys()].sort(compareByBytes).filter((term) => countTypos(word, term) > 0);
	return terms.map((term) => ({
		weight: toTypoWeight(countTypos(word, term)),
		counts: item.terms.get(term) as number,
	}));
}

/** 0 when the term is not meant. */
function countTypos(word: string, term: string): number {
	if (!isTypoTarget(word) || !isTypoTarget(term)) return 0;
	const errorsMax = Math.min(toErrorsMax(word.length), toErrorsMax(term.length));
	const errorCount = countErrors(word, term, errorsMax);
	return errorCount <= errorsMax ? errorCount : 0;
}

function toTitleFactor(
	item: ScannedItem,
	query: AnalyzedQuery,
	{ attempt, context }: { readonly attempt: Attempt; readonly context: ScanContext },
): number {
	const single = { ...query, spans: query.spans.filter(({ form }) => form.choices.length === 1) };
	const words = single.words.map((word) => ({
		...word,
		forms: word.forms.filter(({ choices }) => choices.length === 1),
	}));
	/** Whether any of the terms, by itself, is the word of the query. */
	const means = (terms: readonly string[], index: number) =>
		terms.some((term) => {
			const alone = { ...item, terms: new Map([[term, 1]]) };
			return findVariant(alone, { ...single, words }, toPlace(query, index, { attempt, context })) !== undefined;
		});
	const rows = item.title.map((terms) => query.words.map((_, index) => means(terms, index)));
	const rarities = context.raritiesOf(query, attempt.misspelt);
	const covered = query.words.map((_, word) => rows.some((row) => row[word]));
	if (!covered.includes(true)) return 1;
	const coverage = sum(rarities.filter((_, word) => covered[word])) / sum(rarities);
	const neighbours = query.words.slice(1).map((_, first) => {
		const second = first + 1;
		const isPair = (a: number, b: number) => rows.some((_row, at) => rows[at + a]?.[first] && rows[at + b]?.[second]);
		return isPair(0, 0) || isPair(0, 1) ? 1 : isPair(0, 2) || isPair(1, 0) ? 0.5 : 0;
	});
	const density = rows.filter((row) => row.includes(true)).length / rows.length;
	const isKind = toKinds(item, context.analyzer).some((kind) =>
		kind.every((terms) => query.words.some((_, index) => means(terms, index))),
	);
	return (
		1 +
		0.5 * coverage +
		(neighbours.length > 0 ? (0.25 * sum(neighbours)) / neighbours.length : 0) +
		0.3 * density +
		(density === 1 && !covered.includes(false) ? 0.1 : 0) +
		(isKind ? coverage : 0)
	);
}

function toKinds({ texts }: ScannedItem, analyzer: Analyzer): Kind[] {
	const values = [...texts].flatMap(([fieldName, ofField]) => (inferredSchema.find(fieldName).saysKind ? ofField : []));
	return values.flatMap((value) => {
		const kind = toKind(value, analyzer);
		return kind === undefined ? [] : [kind];
	});
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

interface Filtering {
	readonly context: ScanContext;
	/** All that are searched: they decide what a name of a category stands for. */
	readonly items: readonly ScannedItem[];
	readonly ownField: string | undefined;
}

function passesAll(
	item: ScannedItem,
	{ filters, excludes, filterExecution }: IndexQuery,
	{ context, items, ownField }: Filtering,
): boolean {
	const passes = (filter: Filter) => passesOne(item, filter, { context, items });
	if (excludes.some(passes)) return false;
	if (filters.length === 0) return true;
	if (filterExecution === 'or' && filters.length > 1) return filters.some(passes);
	return filters.every((filter) => filter.fieldName === ownField || passes(filter));
}

function passesOne(
	item: ScannedItem,
	filter: Filter,
	{ context: { analyzer }, items }: Pick<Filtering, 'context' | 'items'>,
): boolean {
	if (filter.kind === 'terms' && filter.fieldName === 'title') {
		const titles = filter.values.map((value) => scanItem({ id: '', fields: { title: value } }, analyzer).titleWords);
		return titles.some((title) => title.length > 0 && title.join(' ') === item.titleWords.join(' '));
	}
	const numbers = item.numbers.get(filter.fieldName) ?? [];
	if (filter.kind === 'terms') {
		const own = item.texts.get(filter.fieldName) ?? [];
		return toMeanings(filter, listExisting(filter.fieldName, items)).some((means) => own.some(means));
	}
	if (filter.kind === 'range') {
		const { gte = -Infinity, gt = -Infinity, lte = Infinity, lt = Infinity } = filter;
		return numbers.some((value) => value >= gte && value > gt && value <= lte && value < lt);
	}
	const point = item.points.get(filter.fieldName);
	return point !== undefined && toDistanceMeters(filter, ...point) <= filter.distanceMaxMeters;
}

/** A count of 0 tells equal scores from almost equal ones: those are left to the caller. */
export function compareRanked(
	a: RankedItem,
	b: RankedItem,
	sort: readonly SortRule[],
	items: readonly ScannedItem[],
): number {
	for (const rule of sort.length === 0 ? [{ kind: 'score' as const }] : sort) {
		const difference = compareByRule(a, b, rule);
		if (difference !== 0) return difference;
	}
	return items.indexOf(a.item) - items.indexOf(b.item);
}

function compareByRule(a: RankedItem, b: RankedItem, rule: SortRule): number {
	if (rule.kind === 'score')
		return b.tier - a.tier || (Math.abs(a.score - b.score) < 1e-5 * a.score ? 0 : b.score - a.score);
	const { fieldName, isDescending } = rule;
	const sign = isDescending ? -1 : 1;
	if (fieldName === 'title') return compareTitles(a.item.titleWords, b.item.titleWords, sign);
	const numbers = [a, b].map(({ item }) => toOrderNumber(item, rule));
	if (numbers.some((number) => number !== undefined)) return compareValues(numbers, sign, (x, y) => x - y);
	if (rule.kind === 'distance') return 0;
	const texts = [a, b].map(({ item }) => pickFirst(item.texts.get(fieldName) ?? [], sign, compareByBytes));
	return compareValues(texts, sign, compareByBytes);
}

/** The number that an item is ordered by; a field of numbers and texts goes by the numbers, and behind them by the texts. */
function toOrderNumber(item: ScannedItem, rule: Exclude<SortRule, { kind: 'score' }>): number | undefined {
	if (rule.kind === 'field')
		return pickFirst(item.numbers.get(rule.fieldName) ?? [], rule.isDescending ? -1 : 1, (x, y) => x - y);
	const point = item.points.get(rule.fieldName);
	return point === undefined ? undefined : toDistanceMeters(rule, ...point);
}

function pickFirst<T>(values: readonly T[], sign: number, compare: (x: T, y: T) => number): T | undefined {
	return [...values].sort((x, y) => sign * compare(x, y))[0];
}

/** What has no value comes last, either way. */
function compareValues<T>(
	[left, right]: readonly (T | undefined)[],
	sign: number,
	compare: (x: T, y: T) => number,
): number {
	if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
	return sign * compare(left, right);
}

/** Word by word; an item without a title comes last, either way. */
function compareTitles(left: readonly string[], right: readonly string[], sign: number): number {
	if (left.length === 0 || right.length === 0) return Number(left.length === 0) - Number(right.length === 0);
	const [a = '', b = ''] = [left, right].map((words) => words.slice(0, 12).join('\0'));
	return sign * compareByBytes(a, b);
}
