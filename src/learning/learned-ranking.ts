/**
 * From evidence to factors: which items does a query raise or lower, how far, and why?
 *
 *     γ of an item over all queries       (α₀ + clicks) / (α₀ + expected)                   the mean for each of its queries
 *     γ of an item for one query          posterior mean of a Gaussian process, see `similar-items.ts`, ^ confidence
 *     confidence of a query               1 / (1 + e^−foresight), foresight = Σ ln(p by what was learned / p by ranks) over its choices
 *     factor                              γ (1 + share of the interest), 1 / (1 + strength) … 1 + strength
 *
 * Spellings of a query with the same stems are one query. Queries whose shoppers choose the same items lend each other
 * evidence, the more the more alike they are. An item that shoppers want by itself is raised a little for every query.
 */

import { type Pace, runSteps, type Steps, unhurried } from '../lib/steps.ts';
import type { Lessons } from './click-learner.ts';
import { estimatePrior, toAttraction } from './dispersion.ts';
import { type ClickCounts, clientsMin, decay } from './evidence.ts';
import { type Attractions, estimateAttractions } from './similar-items.ts';

/** Why an item has its factor. */
export interface FactorReasons {
	/** Weighted clicks after this query and after similar ones, and how many of them its ranks explain. */
	readonly clicks: number;
	readonly expectedClicks: number;
	/** How much more it attracts than others, over all queries; 1 for no more. */
	readonly attraction: number;
	/** Views, and carts and purchases that follow no search, compared with the most wanted item: 0 … 1. */
	readonly interest: number;
}

export interface LearnedFactor {
	/** See `item-name.ts`. */
	readonly itemName: string;
	readonly factor: number;
	readonly reasons: FactorReasons;
}

export interface RankingRequest {
	/** As `toWords` of the ranking gives them. */
	readonly words: readonly string[];
	/** A factor is at most 1 + strength, and at least 1 / (1 + strength): 0 … 1. */
	readonly strength: number;
	/** What an item has in common with others, such as words of its title; undefined for items that are not there. */
	readonly toTraits: (itemName: string) => readonly string[] | undefined;
}

/** What was learned for a query. */
export interface RankedQuery {
	/** Furthest from 1 first, at most `queryItemsMax`. */
	readonly factors: readonly LearnedFactor[];
	/** For items without a factor of their own; undefined when nothing was learned for the query. */
	readonly similar: Pick<Attractions, 'traits' | 'otherSquaredImportance' | 'doubt'> | undefined;
	/** How much of what may be known of its items is unknown: 0 … 1. */
	readonly doubt: number;
}

export interface LearnedRanking {
	/** The factors of a query's items. Cost: as `estimateAttractions`. */
	rank(request: RankingRequest): RankedQuery;
	/** The factors other than 1 of items whatever is asked, at most `popularItemsMax`. Cost: O(items log items). */
	listPopular(strength: number): readonly LearnedFactor[];
	/** Whether clicks differ from chance, so that there is anything to learn. */
	readonly hasLearned: boolean;
}

interface LearnedQuery {
	readonly items: ReadonlyMap<string, ClickCounts>;
	readonly isTrusted: boolean;
	/** The probability that what was learned for it holds, 0 … 1: by how well it predicted choices. */
	readonly confidence: number;
}

const popularItemsMax = 500;
const queryItemsMax = 60;
/** The share of its evidence that a query lends to one that is the same by its clicks. */
const lentShare = 0.5;
/** An item that is chosen after so many other queries is popular by itself, but not by much. */
const otherQueriesMin = 2;
const popularShare = 0.15;
const similarityMin = 0.3;
const lendersMax = 5;
/** The most that interest raises an item at strength 1. */
const interestRise = 0.1;
/** Interest of less than about this many shoppers says nothing. */
const interestMin = 5;

interface State {
	readonly queries: ReadonlyMap<string, LearnedQuery>;
	readonly totals: ReadonlyMap<string, ClickCounts>;
	readonly queriesOfItems: ReadonlyMap<string, readonly string[]>;
	readonly interest: ReadonlyMap<string, number>;
	/** α of an item within a query, and of an item over all of them. */
	readonly pairPrior: number;
	readonly itemPrior: number;
	readonly borrowed: Map<string, ReadonlyMap<string, ClickCounts>>;
}

/** @param toWords the stems of a query, which are the same for its inflections; empty for a query without words */
export function createLearnedRanking(lessons: Lessons, toWords: (text: string) => readonly string[]): LearnedRanking {
	return runSteps(learnSteps(lessons, toWords, unhurried));
}

/** The same in steps. Cost: O(evidence), some microseconds for each item of a query. */
export function* learnSteps(
	lessons: Lessons,
	toWords: (text: string) => readonly string[],
	pace: Pace,
): Steps<LearnedRanking> {
	const queries = yield* groupQueries(lessons, toWords, pace);
	const totals = new Map<string, ClickCounts>();
	const queriesOfItems = new Map<string, string[]>();
	for (const [key, { items }] of queries) {
		for (const [name, counts] of items) {
			add(totals, name, counts);
			if (counts.clicks > 0) listFor(queriesOfItems, name).push(key);
		}
		if (pace.isDue()) yield;
	}
	const state: State = {
		queries,
		totals,
		queriesOfItems,
		interest: toInterest(lessons),
		pairPrior: lessons.prior ?? Number.POSITIVE_INFINITY,
		itemPrior: estimatePrior(totals.values()),
		borrowed: new Map(),
	};
	return {
		rank: (request) => rank(state, request),
		listPopular: (strength) => listPopular(state, strength),
		hasLearned: Number.isFinite(state.pairPrior) || Number.isFinite(state.itemPrior) || state.interest.size > 0,
	};
}

function listFor(lists: Map<string, string[]>, name: string): string[] {
	const list = lists.get(name) ?? [];
	lists.set(name, list);
	return list;
}

/** The same for the same words in any order. */
function toKey(words: readonly string[]): string {
	return [...new Set(words)].sort().join(' ');
}

function* groupQueries(
	{ evidence }: Lessons,
	toWords: (text: string) => readonly string[],
	pace: Pace,
): Steps<Map<string, LearnedQuery>> {
	const nowMs = evidence.reduce((latest, [, , atMs]) => Math.max(latest, atMs), 0);
	const groups = new Map<string, { items: Map<string, ClickCounts>; clients: Set<number>; foresight: number }>();
	for (const [, text, , clients, items, foresight] of evidence) {
		const key = toKey(toWords(text));
		if (key === '') continue;
		const query = groups.get(key) ?? {
			items: new Map<string, ClickCounts>(),
			clients: new Set<number>(),
			foresight: 0,
		};
		groups.set(key, query);
		query.foresight += foresight;
		for (const client of clients) query.clients.add(client);
		for (const [name, clicks, expected, variance, atMs] of items) {
			add(query.items, name, scale({ clicks, expected, variance }, decay(nowMs - atMs)));
		}
		if (pace.isDue()) yield;
	}
	const queries = new Map<string, LearnedQuery>();
	for (const [key, { items, clients, foresight }] of groups) {
		const confidence = 1 / (1 + Math.exp(-foresight));
		queries.set(key, { items, isTrusted: clients.size >= clientsMin, confidence });
	}
	return queries;
}

function add(counts: Map<string, ClickCounts>, name: string, { clicks, expected, variance }: ClickCounts): void {
	const known = counts.get(name) ?? { clicks: 0, expected: 0, variance: 0 };
	known.clicks += clicks;
	known.expected += expected;
	known.variance += variance;
	counts.set(name, known);
}

function scale({ clicks, expected, variance }: ClickCounts, share: number): ClickCounts {
	return { clicks: clicks * share, expected: expected * share, variance: variance * share ** 2 };
}

function toInterest({ interest }: Lessons): Map<string, number> {
	const nowMs = interest.reduce((latest, [, , atMs]) => Math.max(latest, atMs), 0);
	const weights = interest.map(([name, weight, atMs]) => [name, weight * decay(nowMs - atMs)] as const);
	const most = weights.reduce((max, [, weight]) => Math.max(max, weight), 0);
	const known = weights.filter(([, weight]) => weight >= interestMin);
	return new Map(known.map(([name, weight]) => [name, Math.log1p(weight) / Math.log1p(most)]));
}

const nothingRanked: RankedQuery = { factors: [], similar: undefined, doubt: 1 };

function rank(state: State, { words, strength, toTraits }: RankingRequest): RankedQuery {
	const key = toKey(words);
	const query = state.queries.get(key);
	if (query === undefined || !query.isTrusted) return nothingRanked;
	const known = state.borrowed.get(key) ?? borrow(state, key, query);
	state.borrowed.set(key, known);
	const items = [...known].flatMap(([itemName, counts]) => {
		const traits = toTraits(itemName);
		// Over all other queries: what was chosen for this one must not count twice.
		const mean = attract(state, itemName, query.items.get(itemName) ?? nothing);
		return traits === undefined ? [] : [{ itemName, counts, mean, traits }];
	});
	const counted = items.sort((a, b) => weigh(b.counts) - weigh(a.counts)).slice(0, queryItemsMax);
	if (state.pairPrior === Number.POSITIVE_INFINITY) {
		const factors = counted.map((item) =>
			toFactor(state, { ...item, strength, attraction: item.mean, raised: item.mean }),
		);
		return { factors: sortByDistance(factors), similar: undefined, doubt: 1 };
	}
	const { observed, ...similar } = estimateAttractions(counted, 1 / state.pairPrior);
	const factors = counted.map((item, at) => {
		const raised = item.mean * ((observed[at] as number) / item.mean) ** query.confidence;
		return toFactor(state, { ...item, strength, attraction: item.mean, raised });
	});
	const expected = counted.reduce((sum, { counts }) => sum + counts.expected, 0) / Math.max(1, counted.length);
	return {
		factors: sortByDistance(factors),
		similar,
		doubt: Math.sqrt(state.pairPrior / (state.pairPrior + expected)),
	};
}

function weigh({ clicks, expected }: ClickCounts): number {
	return clicks + expected;
}

/** Furthest from 1 first. */
function sortByDistance(factors: readonly LearnedFactor[]): LearnedFactor[] {
	const distance = ({ factor }: LearnedFactor) => Math.abs(Math.log(factor));
	return factors.toSorted((a, b) => distance(b) - distance(a));
}

const nothing: ClickCounts = { clicks: 0, expected: 0, variance: 0 };

function attract({ totals, itemPrior, queriesOfItems }: State, itemName: string, own: ClickCounts): number {
	const total = totals.get(itemName) ?? nothing;
	const others = { clicks: total.clicks - own.clicks, expected: total.expected - own.expected };
	const otherQueries = (queriesOfItems.get(itemName)?.length ?? 0) - Number(own.clicks > 0);
	if (otherQueries < otherQueriesMin) return 1;
	// What is left of it after twice its standard deviation, that of the gamma distribution.
	const moved = toAttraction(others, itemPrior) - 1;
	const doubt = (2 * Math.sqrt(itemPrior + others.clicks)) / (itemPrior + others.expected);
	const sure = moved === 0 ? 0 : Math.sign(moved) * Math.max(0, Math.abs(moved) - doubt);
	return Math.min(1 + popularShare, Math.max(1 / (1 + popularShare), 1 + sure));
}

interface FactorOptions {
	readonly itemName: string;
	readonly strength: number;
	readonly counts: ClickCounts;
	/** Over all other queries, and after the clicks of this one. */
	readonly attraction: number;
	readonly raised: number;
}

function toFactor(state: State, { itemName, strength, counts, attraction, raised }: FactorOptions): LearnedFactor {
	const interest = state.interest.get(itemName) ?? 0;
	const wanted = raised * (1 + interestRise * Math.min(1, strength) * interest);
	const factor = Math.min(1 + strength, Math.max(1 / (1 + strength), wanted));
	const reasons = { clicks: counts.clicks, expectedClicks: counts.expected, attraction, interest };
	return { itemName, factor, reasons };
}

/** The evidence of a query, with shares of that of others with the same choices. */
function borrow(state: State, key: string, query: LearnedQuery): ReadonlyMap<string, ClickCounts> {
	const counts = new Map<string, ClickCounts>();
	for (const [name, own] of query.items) add(counts, name, own);
	for (const { other, similarity } of listSimilar(state, key, query)) {
		for (const [name, lent] of other.items) add(counts, name, scale(lent, lentShare * similarity));
	}
	return counts;
}

/** Other queries by the cosine of their clicks. */
function listSimilar({ queries, queriesOfItems }: State, key: string, query: LearnedQuery) {
	const chosen = [...query.items].filter(([, { clicks }]) => clicks > 0);
	const keys = new Set(chosen.flatMap(([name]) => (queriesOfItems.get(name) ?? []).slice(0, 50)));
	keys.delete(key);
	const similar = Array.from(keys, (otherKey) => {
		const other = queries.get(otherKey) as LearnedQuery;
		return { other, similarity: toCosine(query, other) };
	});
	const alike = similar.filter(({ other, similarity }) => other.isTrusted && similarity >= similarityMin);
	return alike.sort((a, b) => b.similarity - a.similarity).slice(0, lendersMax);
}

function toCosine(a: LearnedQuery, b: LearnedQuery): number {
	const square = ({ items }: LearnedQuery) => [...items.values()].reduce((sum, { clicks }) => sum + clicks ** 2, 0);
	let product = 0;
	for (const [name, { clicks }] of a.items) product += clicks * (b.items.get(name)?.clicks ?? 0);
	return product === 0 ? 0 : product / Math.sqrt(square(a) * square(b));
}

function listPopular(state: State, strength: number): readonly LearnedFactor[] {
	const chosenOften = [...state.queriesOfItems].filter(([, keys]) => keys.length >= otherQueriesMin);
	const names = new Set([...chosenOften.map(([name]) => name), ...state.interest.keys()]);
	const factors = Array.from(names, (itemName) => {
		const attraction = attract(state, itemName, nothing);
		return toFactor(state, { itemName, strength, counts: nothing, attraction, raised: attraction });
	});
	const moving = factors.filter(({ factor }) => factor !== 1);
	return sortByDistance(moving).slice(0, popularItemsMax);
}
