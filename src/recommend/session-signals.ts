import { type CandidateTable, createCandidateTable } from './candidate-table.ts';
import type { ClickLog } from './click-log.ts';
import type { SignalOptions } from './signal-options.ts';
import { createTopItems, type ScoredItem } from './top-items.ts';

/**
 * Which evidence is there for each item, given the clicks of one session so far?
 *
 * Six signals, all read from the click log when asked; nothing is trained. The *anchor* is the newest item of the
 * session that was clicked before.
 *
 *     next        what came directly after the anchor                       first-order Markov chain
 *     before      what came up to four clicks before the anchor             the same walk, backwards
 *     earlier     what followed the item that was viewed before it          skip-gram, four clicks
 *     neighbours  what followed in the sessions that share items with this  VS-kNN (Ludewig & Jannach 2018) with the
 *                                                                           decays of STAN (Garg et al. 2019)
 *     related     neighbours of the best candidates so far                  a second hop: evidence for rare items
 *     repeat      what the session itself keeps coming back to              share of its own last clicks
 *
 * Each signal is a distribution over items: sum of weights ÷ (total + prior). Newer evidence weighs more in all of
 * them.
 */
export const sessionSignals = ['next', 'before', 'earlier', 'neighbours', 'related', 'repeat'] as const;

export type SessionSignal = (typeof sessionSignals)[number];

const [NEXT, BEFORE, EARLIER, NEIGHBOURS, RELATED, REPEAT] = [0, 1, 2, 3, 4, 5] as const;

/** Weight that belongs to no item, by signal. */
const priors = [0.5, 0.5, 0.5, 1e-6, 1e-6, 1e-6];

export interface SignalSearch {
	readonly table: CandidateTable;
	/**
	 * Fills the table for `items` (the session so far, oldest first; any numbers ≥ 0) without the session in slot
	 * `excluded` (-1: none), which must not be its own neighbour. The caller clears the table.
	 * @returns the live clicks on the anchor; 0 without one
	 */
	gather(items: readonly number[], excluded: number): number;
	byteCount(): number;
}

/** Clicks of the session itself that `repeat` uses. */
const repeatClicksMax = 30;
const walkClicksMax = 12;
/** Weights by distance 1, 2, 3, 4 after and before the anchor and after the earlier item. */
const nextDecay = [1];
const beforeDecay = [1, 0.6, 0.36, 0.216];
const earlierDecay = [1, 0.7, 0.49, 0.343];
/** Second hop: weights of the one and two clicks after and before the bridge. */
const relatedAfter = [1, 0.5];
const relatedBefore = [0.71, 0.36];
/** How the best candidates so far are determined: shares of the first signals. */
const bridgeMix = [
	{ signal: NEXT, share: 0.4 },
	{ signal: BEFORE, share: 0.2 },
	{ signal: NEIGHBOURS, share: 0.4 },
] as const;

/** The state of one search: what it reads, where it adds up, and scratch memory. */
interface Search {
	readonly log: ClickLog;
	readonly options: SignalOptions;
	readonly table: CandidateTable;
	/**
	 * Weights by distance after the match [12], and by the number of different items back in the session
	 * [itemsPerSessionMax].
	 */
	readonly distanceWeight: Float64Array;
	readonly positionWeight: Float64Array;
	/** Per session slot: similarity (0 outside a search), the matched click, and the position counted last. */
	similarity: Float64Array;
	matched: Int32Array;
	counted: Int32Array;
	/** Session slots with a similarity, in the order of discovery. */
	readonly touched: Int32Array;
	/** The session slot to leave out, -1 for none. */
	excluded: number;
}

/** A search over `log`, which it only reads. */
export function createSignalSearch(log: ClickLog, options: SignalOptions): SignalSearch {
	const { itemsPerSessionMax, distanceDecay, positionDecay } = options;
	const table = createCandidateTable({ rowsMax: options.candidatesMax, priors });
	const search: Search = {
		log,
		options,
		table,
		distanceWeight: Float64Array.from({ length: walkClicksMax }, (_, d) => Math.exp(-d / distanceDecay)),
		positionWeight: Float64Array.from({ length: itemsPerSessionMax }, (_, n) => Math.exp(-n / positionDecay)),
		similarity: new Float64Array(0),
		matched: new Int32Array(0),
		counted: new Int32Array(0),
		touched: new Int32Array(options.clicksPerItemMax * itemsPerSessionMax),
		excluded: -1,
	};

	return {
		table,
		gather(items, excluded) {
			const recent = items.slice(-repeatClicksMax);
			makeRoom(search, recent);
			search.excluded = excluded;
			const known = [...new Set(recent.toReversed())]
				.filter((item) => log.support(item) > 0)
				.slice(0, itemsPerSessionMax);
			const [anchor] = known;
			if (anchor !== undefined) {
				gatherTransitions(search, known);
				gatherNeighbours(search, known);
				gatherRelated(search);
			}
			for (const item of recent) table.add(REPEAT, item, 1);
			return anchor === undefined ? 0 : log.support(anchor);
		},
		byteCount() {
			const { similarity, matched, counted, touched } = search;
			return (
				table.byteCount() + [similarity, matched, counted, touched].reduce((sum, { byteLength }) => sum + byteLength, 0)
			);
		},
	};
}

function makeRoom(search: Search, items: readonly number[]): void {
	const { newestOfSession, newestOfItem } = search.log.arrays;
	if (search.similarity.length < newestOfSession.length) {
		search.similarity = new Float64Array(newestOfSession.length);
		search.matched = new Int32Array(newestOfSession.length);
		search.counted = new Int32Array(newestOfSession.length);
	}
	search.table.reserve(items.reduce((most, item) => Math.max(most, item + 1), newestOfItem.length));
}

/** Relative age of a click: 0 is now, 1 is `ageClicks` ago. */
function ageOf({ log, options }: Search, slot: number): number {
	const behind = log.counters.next - 1 - slot;
	return (behind < 0 ? behind + log.arrays.itemOf.length : behind) / options.ageClicks;
}

/**
 * A walk along `links` that adds to `signal` with weights by distance, times the `scale` of its start. One object
 * serves all clicks on an item, because a search takes thousands of walks.
 */
interface Walk {
	readonly signal: number;
	readonly links: Int32Array;
	readonly weights: ArrayLike<number>;
	scale: number;
}

function addAlong({ table, log }: Search, { signal, links, weights, scale }: Walk, slot: number): void {
	const { itemOf } = log.arrays;
	let at = links[slot] ?? -1;
	for (let d = 0; at >= 0 && d < weights.length; d += 1) {
		table.add(signal, itemOf[at] ?? 0, (weights[d] ?? 0) * scale);
		at = links[at] ?? -1;
	}
}

/** Visits the newest `clicksMax` live clicks on an item, newest first, except those of the excluded session. */
function walkItem(search: Search, range: { item: number; clicksMax: number }, visit: (slot: number) => void): void {
	const { newestOfItem, olderOfItem, sessionOf } = search.log.arrays;
	let slot = newestOfItem[range.item] ?? -1;
	for (let left = Math.min(range.clicksMax, search.log.support(range.item)); left > 0; left -= 1) {
		if (sessionOf[slot] !== search.excluded) visit(slot);
		slot = olderOfItem[slot] ?? -1;
	}
}

function gatherTransitions(search: Search, [anchor, earlier]: readonly number[]): void {
	const { newerInSession, olderInSession } = search.log.arrays;
	const clicksMax = search.options.clicksPerItemMax;
	if (anchor === undefined) return;
	const next: Walk = { signal: NEXT, links: newerInSession, weights: nextDecay, scale: 0 };
	const before: Walk = { signal: BEFORE, links: olderInSession, weights: beforeDecay, scale: 0 };
	walkItem(search, { item: anchor, clicksMax }, (slot) => {
		next.scale = 1 / Math.sqrt(1 + ageOf(search, slot));
		before.scale = next.scale;
		addAlong(search, next, slot);
		addAlong(search, before, slot);
	});
	if (earlier === undefined) return;
	const later: Walk = { signal: EARLIER, links: newerInSession, weights: earlierDecay, scale: 0 };
	walkItem(search, { item: earlier, clicksMax }, (slot) => {
		later.scale = 1 / Math.sqrt(1 + ageOf(search, slot));
		addAlong(search, later, slot);
	});
}

/**
 * Computes the similarity of neighbours: Σ over shared items of position weight × idf. @returns the number of sessions
 * touched.
 */
function findNeighbours(search: Search, known: readonly number[]): number {
	const { log, similarity, matched, counted, touched } = search;
	const { sessionOf } = log.arrays;
	let count = 0;
	known.forEach((item, position) => {
		const idf = Math.log(1 + log.counters.clicks / log.support(item));
		const weight = (search.positionWeight[position] ?? 0) * idf;
		walkItem(search, { item, clicksMax: search.options.clicksPerItemMax }, (slot) => {
			const session = sessionOf[slot] ?? 0;
			if (similarity[session] === 0) {
				matched[session] = slot;
				touched[count] = session;
				count += 1;
			} else if (counted[session] === position) return;
			counted[session] = position;
			similarity[session] = (similarity[session] ?? 0) + weight;
		});
	});
	return count;
}

function gatherNeighbours(search: Search, known: readonly number[]): void {
	const { similarity, matched, touched, distanceWeight: weights } = search;
	const walk: Walk = { signal: NEIGHBOURS, links: search.log.arrays.newerInSession, weights, scale: 0 };
	const count = findNeighbours(search, known);
	for (let at = 0; at < count; at += 1) {
		const session = touched[at] ?? 0;
		const slot = matched[session] ?? 0;
		walk.scale = (similarity[session] ?? 0) / Math.sqrt(1 + ageOf(search, slot));
		addAlong(search, walk, slot);
		similarity[session] = 0;
	}
}

/** The best candidates so far, from which the second hop starts. O(candidates). */
function findBridges({ table, options }: Search): readonly ScoredItem[] {
	const bridges = createTopItems(options.bridgesMax);
	for (let row = 0; row < table.count(); row += 1) {
		let score = 0;
		for (let part = 0; part < bridgeMix.length; part += 1) {
			const { signal, share } = bridgeMix[part] as (typeof bridgeMix)[number];
			score += share * table.shareAt(signal, row);
		}
		if (score > 0 && score >= bridges.scoreMin()) bridges.offer({ item: table.itemAt(row), score, tieBreak: 0 });
	}
	return bridges.ranked();
}

function gatherRelated(search: Search): void {
	const { log, options } = search;
	const { newerInSession, olderInSession } = log.arrays;
	const clicksMax = options.clicksPerBridgeMax;
	const after: Walk = { signal: RELATED, links: newerInSession, weights: relatedAfter, scale: 0 };
	const before: Walk = { signal: RELATED, links: olderInSession, weights: relatedBefore, scale: 0 };
	for (const { item, score } of findBridges(search)) {
		const clicks = Math.min(log.support(item), clicksMax);
		walkItem(search, { item, clicksMax }, (slot) => {
			after.scale = score / ((2 + clicks) * (1 + ageOf(search, slot)));
			before.scale = after.scale;
			addAlong(search, after, slot);
			addAlong(search, before, slot);
		});
	}
}
