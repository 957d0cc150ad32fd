/**
 * From the events of one search engine to evidence.
 *
 *     search ────────► recent searches
 *     click, cart ───► which search? ─► was it counted already, is it one of too many? ─► evidence, examination curve
 *     purchase          └ none, nor some seconds later: the item is of interest by itself ─► interest
 *
 * Bots that say so do not count. A network counts as one shopper for a day, however many sessions it invents: each
 * choice counts once, and only so many choices of it for one query and in all. What was searched for is only kept where
 * it may be shown to others.
 */

import type { TeamComparison } from '../domain/evaluation/team-comparison.ts';
import type { LoggedEvent } from '../domain/event/logged-event.ts';
import { createEviction, type EvictOldest } from '../lib/evict-oldest.ts';
import { hashTexts } from '../lib/text-hash.ts';
import { type Comparison, type ComparisonRows, openComparison } from './comparison.ts';
import { toAttraction } from './dispersion.ts';
import { createEarlyEvents, type EarlyEvents } from './early-events.ts';
import { type Evidence, type EvidenceRow, openEvidence } from './evidence.ts';
import { type Examination, type ExaminationRows, openExamination } from './examination.ts';
import { type Interest, type InterestRow, openInterest } from './interest.ts';
import { toItemName, toItemNames } from './item-name.ts';
import type { LearnedEvent } from './learned-event.ts';
import { createLogTime } from './log-time.ts';
import { openPredictivePrior, type PredictionRows, type PredictivePrior } from './predictive-prior.ts';
import { createRecentSearches, type RecentSearch, type RecentSearches } from './recent-searches.ts';

export interface ClickLearner {
	/** Call it for each event in the order of the log. Cost: O(hits of the search). */
	apply(event: LearnedEvent): void;
	/** Keeps the most recent queries. */
	prune(queriesMax: number): void;
	readonly queryCount: number;
	/** For `createLearnedRanking`. */
	toLessons(): Lessons;
	/** What interleaved lists say of learned and plain ranking; undefined when there were none. */
	toComparison(): TeamComparison | undefined;
	/** The whole state, for `openClickLearner`. */
	toRows(): LearnerRows;
}

/** What is published: evidence of queries, and how interesting items are by themselves. */
export interface Lessons {
	/** Rows without the interactions, which only decide what counts. */
	readonly evidence: readonly EvidenceRow[];
	readonly interest: readonly InterestRow[];
	/** α of an item within a query, see `PredictivePrior`; undefined where clicks do not differ from chance. */
	readonly prior: number | undefined;
}

export interface LearnerRows {
	readonly evidence: readonly EvidenceRow[];
	readonly interest: readonly InterestRow[];
	readonly examination: ExaminationRows;
	readonly prediction: PredictionRows;
	readonly searches: readonly RecentSearch[];
	readonly early: readonly LearnedEvent[];
	/** Hash of a client, or of a client and a query, and how many of its choices counted. */
	readonly counted: readonly (readonly [hash: number, count: number])[];
	/** Absent without interleaved lists. */
	readonly comparison?: ComparisonRows;
}

export interface ClickLearnerOptions {
	/** The text of a query as it may be shown, and the same key for all its spellings; undefined when it may not. */
	readonly toQuery: (text: string) => { readonly text: string; readonly key: string } | undefined;
	/** How many searches are kept to which events can refer. */
	readonly searchesMax: () => number;
}

/** What the first event of a kind adds. Someone who buys has most often clicked and filled the cart before. */
const weights: Readonly<Partial<Record<LoggedEvent['kind'], number>>> = {
	click: 1,
	cart_addition: 2,
	cart: 2,
	purchase: 3,
	view: 0.5,
	widget_click: 0.5,
};
/** Kinds that may follow a search. */
const followingKinds: ReadonlySet<string> = new Set(['click', 'cart_addition', 'cart', 'purchase']);

const choicesPerQueryMax = 4;
const choicesPerClientMax = 20;
const countedMax = 20_000;
/** Of an item, before there is enough evidence to say more. */
const attractionPrior = 4;

interface State {
	readonly options: ClickLearnerOptions;
	readonly evidence: Evidence;
	readonly examination: Examination;
	readonly prediction: PredictivePrior;
	readonly interest: Interest;
	readonly searches: RecentSearches;
	readonly early: EarlyEvents;
	readonly comparison: Comparison;
	readonly counted: Map<number, number>;
	readonly evictCounted: EvictOldest;
	readonly toLogTime: (stampedMs: number) => number;
	/** The latest log time so far, with that of an event of this stamp. An event that arrives late turns no time back. */
	readonly readNow: (stampedMs: number) => number;
}

export function openClickLearner(options: ClickLearnerOptions, rows?: LearnerRows): ClickLearner {
	const latestMs = findLatest(rows);
	const toLogTime = createLogTime(latestMs);
	let nowMs = latestMs ?? Number.NEGATIVE_INFINITY;
	const counted = new Map(rows?.counted);
	const state: State = {
		options,
		evidence: openEvidence(rows?.evidence),
		examination: openExamination(rows?.examination),
		prediction: openPredictivePrior(rows?.prediction),
		interest: openInterest(rows?.interest),
		searches: createRecentSearches(options.searchesMax, rows?.searches),
		early: createEarlyEvents(rows?.early),
		comparison: openComparison(options.searchesMax, rows?.comparison),
		...{ counted, evictCounted: createEviction(counted) },
		toLogTime,
		readNow(stampedMs) {
			nowMs = Math.max(nowMs, toLogTime(stampedMs));
			return nowMs;
		},
	};
	const { evidence, examination, prediction, interest, searches, early, comparison } = state;
	return {
		apply(event) {
			if (event.isBot) return;
			const nowMs = state.readNow(event.occurredAtMs);
			for (const overdue of early.takeOverdue(nowMs)) applyInteraction(state, overdue, 'late');
			if (event.kind === 'search') noteSearch(state, event);
			else if (event.item !== null) applyInteraction(state, event);
		},
		prune: (queriesMax) => evidence.prune(queriesMax),
		get queryCount() {
			return evidence.queryCount;
		},
		toLessons() {
			const prior = prediction.estimate();
			return {
				evidence: evidence.toRows('counts'),
				interest: interest.toRows('counts'),
				prior: Number.isFinite(prior) ? prior : undefined,
			};
		},
		toComparison: comparison.toReport,
		toRows: () => ({
			evidence: evidence.toRows(),
			interest: interest.toRows(),
			examination: examination.toRows(),
			prediction: prediction.toRows(),
			searches: searches.toRows(),
			early: early.toRows(),
			counted: [...counted],
			...toComparisonRow(comparison.toRows()),
		}),
	};
}

function toComparisonRow(comparison: ComparisonRows | undefined) {
	return comparison === undefined ? {} : { comparison };
}

/** When the latest event happened that counted; undefined if none did. */
function findLatest({ evidence = [], interest = [] }: Partial<LearnerRows> = {}): number | undefined {
	const times = [...evidence, ...interest].map(([, , atMs]) => atMs);
	return times.length === 0 ? undefined : times.reduce((latest, atMs) => Math.max(latest, atMs));
}

function noteSearch(state: State, event: LearnedEvent): void {
	const { options, searches, early, comparison } = state;
	const { queryId, text, hits, firstRank, sessionId, clientKey, draft } = event;
	if (queryId === null || text === null || hits.length === 0) return;
	const query = options.toQuery(text);
	if (query === undefined) return;
	const search = {
		...{ queryId, ...query, sessionId, firstRank, hits, chosen: [] },
		...(clientKey !== null && { clientKey }),
		...(draft !== undefined && { draft }),
	};
	searches.add(search);
	comparison.note(search);
	for (const follower of early.takeOf(event)) applyInteraction(state, follower);
}

/** An event that is not `late` waits for its search. */
function applyInteraction(state: State, event: LearnedEvent, when?: 'late'): void {
	const { kind, item, sessionId, clientKey, queryId, text, occurredAtMs } = event;
	const weight = weights[kind];
	// A network counts as one shopper for a day.
	const client = clientKey ?? sessionId;
	if (weight === undefined || item === null || client === null) return;
	const itemName = toItemName(item);
	const key = text === null ? undefined : state.options.toQuery(text)?.key;
	const mayFollow = followingKinds.has(kind);
	const followed = mayFollow ? state.searches.find({ queryId, sessionId, clientKey, itemName, key }) : undefined;
	if (followed === undefined && mayFollow && when === undefined) {
		const evicted = state.early.add(toSmall(event));
		if (evicted !== undefined) applyInteraction(state, evicted, 'late');
		return;
	}
	const atMs = state.toLogTime(occurredAtMs);
	if (followed?.draft !== undefined) {
		const at = toItemNames(followed.hits).indexOf(itemName);
		state.comparison.credit({ search: followed, at, itemName, kind, client: hashTexts([client]) });
	}
	const interaction = { kind, client: hashTexts([client]), interaction: hashTexts([client, kind]), weight, atMs };
	if (followed === undefined) state.interest.count({ ...interaction, itemName });
	else countChoice(state, followed, { ...interaction, itemName });
}

/** Only what is learned from, because rows are saved. */
function toSmall(event: LearnedEvent): LearnedEvent {
	const { kind, item, sessionId, text, hitCount, hits, firstRank, queryId, clientKey, isBot, occurredAtMs } = event;
	return { kind, item, sessionId, text, hitCount, hits, firstRank, queryId, clientKey, isBot, occurredAtMs };
}

interface Interaction {
	readonly kind: string;
	readonly client: number;
	readonly interaction: number;
	readonly itemName: string;
	readonly weight: number;
	readonly atMs: number;
}

function countChoice(state: State, search: RecentSearch, { itemName, kind, ...interaction }: Interaction): void {
	const { evidence, examination, prediction, counted } = state;
	const { client, weight } = interaction;
	const { key, text, firstRank } = search;
	const ofQuery = hashTexts([String(client), key]);
	if ((counted.get(ofQuery) ?? 0) >= choicesPerQueryMax || (counted.get(client) ?? 0) >= choicesPerClientMax) return;
	const names = toItemNames(search.hits).map((name, offset) => ({ name, rank: firstRank + offset }));
	// Whoever chooses again chooses among the others.
	const left = names.filter(({ name }) => !search.chosen.includes(`${kind} ${name}`));
	const chosen = left.findIndex(({ name }) => name === itemName);
	if (chosen === -1 || evidence.hasCounted({ key, chosen: itemName, ...interaction })) return;
	const shown = left.map(({ name, rank }) => {
		const known = evidence.find(key, name);
		const attraction = known === undefined ? 1 : toAttraction(known, attractionPrior);
		return { name, rank, theta: examination.at(rank), known, attraction };
	});
	const gain = prediction.count({ chosen, shown });
	const sum = shown.reduce((total, { theta, attraction }) => total + theta * attraction, 0);
	const shares = shown.map(({ name, theta }) => ({ name, share: theta / sum }));
	evidence.count({ key, text, ...interaction, chosen: itemName, shown: shares, gain });
	search.chosen.push(`${kind} ${itemName}`);
	examination.count({ rank: firstRank + names.findIndex(({ name }) => name === itemName), weight, shown });
	for (const hash of [ofQuery, client]) note(state, hash);
}

/** Counts up, and evicts the oldest when there are too many. */
function note({ counted, evictCounted }: State, hash: number): void {
	const count = (counted.get(hash) ?? 0) + 1;
	counted.delete(hash);
	counted.set(hash, count);
	evictCounted(countedMax);
}
