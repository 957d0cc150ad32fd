import { type CandidateTable, createCandidateTable } from './candidate-table.ts';
import type { ClickLog } from './click-log.ts';
import { createTopItems } from './top-items.ts';

/**
 * What speaks for which item, given the clicks of one session so far?
 *
 * Six signals, all read from the click log at the moment of asking; nothing is trained. The *anchor* is the newest
 * item of the session that anyone clicked before.
 *
 *     next        what came directly after the anchor                       first-order Markov chain
 *     before      what came up to four clicks before the anchor             the same walk, backwards
 *     earlier     what followed the item that was looked at before it       skip-gram, four clicks
 *     neighbours  what followed in the sessions that share items with this  VS-kNN (Ludewig & Jannach 2018) with the
 *                                                                           decays of STAN (Garg et al. 2019)
 *     related     neighbours of the best candidates so far                  a second hop: evidence for rare items
 *     repeat      what the session itself keeps coming back to              share of its own last clicks
 *
 * Each signal is a distribution over items: sum of weights ÷ (total + prior). Newer evidence weighs more in all.
 */
export const sessionSignals = ['next', 'before', 'earlier', 'neighbours', 'related', 'repeat'] as const;

export type SessionSignal = (typeof sessionSignals)[number];

const [NEXT, BEFORE, EARLIER, NEIGHBOURS, RELATED, REPEAT] = [0, 1, 2, 3, 4, 5] as const;

/** Weight that speaks for nobody, by signal. */
const priors = [0.5, 0.5, 0.5, 1e-6, 1e-6, 1e-6];

export interface SignalOptions {
	/** Clicks walked per item of the session, newest first; the early stop of VMIS-kNN (Kersbergen et al. 2022). */
	readonly clicksPerItemMax: number;
	/** Different items of the session that look for neighbours, newest first. */
	readonly itemsPerSessionMax: number;
	/** Items that one search can come upon; later ones are not considered. */
	readonly candidatesMax: number;
	/** Evidence of this age, in clicks of all sessions, weighs 1/√2 (1/2 in the second hop). */
	readonly ageClicks: number;
	/** An item n different items back in the session weighs e^(−n / positionDecay). */
	readonly positionDecay: number;
	/** A click d after the shared one in a neighbour weighs e^(−(d − 1) / distanceDecay); 12 clicks at most. */
	readonly distanceDecay: number;
	/** Candidates expanded in the second hop. */
	readonly bridgesMax: number;
	/** Newest clicks walked for each of them. */
	readonly clicksPerBridgeMax: number;
}

export interface SignalSearch {
	readonly table: CandidateTable;
	/**
	 * Fills the table for `items` (session so far, oldest first; any numbers ≥ 0), leaving out the session in slot
	 * `excluded` (-1: none): a session must not be its own neighbour. The caller clears the table.
	 * @returns live clicks on the anchor; 0 without one.
	 */
	gather(items: readonly number[], excluded: number): number;
	byteCount(): number;
}

/** Clicks of the own session that `repeat` looks at. */
const repeatClicksMax = 30;
const walkClicksMax = 12;
/** Weights by distance 1, 2, 3, 4 before the anchor and after the earlier item. */
const beforeDecay = [1, 0.6, 0.36, 0.216];
const earlierDecay = [1, 0.7, 0.49, 0.343];
/** Second hop: weights of the clicks one and two after and before the bridge. */
const relatedAfter = [1, 0.5];
const relatedBefore = [0.71, 0.36];
/** How the best candidates so far are found: shares of the first signals. */
const bridgeMix = [
	[NEXT, 0.4],
	[BEFORE, 0.2],
	[NEIGHBOURS, 0.4],
] as const;

export function createSignalSearch(log: ClickLog, options: SignalOptions): SignalSearch {
	const table = createCandidateTable({ rowsMax: options.candidatesMax, priors });
	const distanceWeight = Float64Array.from({ length: walkClicksMax }, (_, d) => Math.exp(-d / options.distanceDecay));
	const positionWeight = Array.from({ length: options.itemsPerSessionMax }, (_, n) =>
		Math.exp(-n / options.positionDecay),
	);
	// Per session slot: similarity (zero outside of a search), the matched click, and the position counted last.
	let similarity = new Float64Array(0);
	let matched = new Int32Array(0);
	let counted = new Int32Array(0);
	const touched = new Int32Array(options.clicksPerItemMax * options.itemsPerSessionMax);

	/** Relative age of a click: 0 is now, 1 is `ageClicks` ago. */
	function ageOf(slot: number): number {
		const behind = log.counters.next - 1 - slot;
		return (behind < 0 ? behind + log.arrays.itemOf.length : behind) / options.ageClicks;
	}

	/** Adds the clicks after (or before) `slot` of the same session, weighted by distance. */
	function addAlong(
		signal: number,
		start: { slot: number; links: Int32Array },
		weights: ArrayLike<number>,
		scale: number,
	): void {
		const { itemOf } = log.arrays;
		let slot = start.links[start.slot] ?? -1;
		for (let d = 0; slot >= 0 && d < weights.length; d += 1) {
			table.add(signal, itemOf[slot] ?? 0, (weights[d] ?? 0) * scale);
			slot = start.links[slot] ?? -1;
		}
	}

	/** Calls `visit` with the newest live clicks on `item`, newest first. */
	function walkItem(item: number, clicksMax: number, visit: (slot: number) => void): void {
		const { newestOfItem, olderOfItem } = log.arrays;
		let slot = newestOfItem[item] ?? -1;
		for (let left = Math.min(clicksMax, log.support(item)); left > 0; left -= 1) {
			visit(slot);
			slot = olderOfItem[slot] ?? -1;
		}
	}

	function gatherTransitions(anchor: number, earlier: number | undefined, excluded: number): void {
		const { newerInSession, olderInSession, sessionOf } = log.arrays;
		walkItem(anchor, options.clicksPerItemMax, (slot) => {
			if (sessionOf[slot] === excluded) return;
			const scale = 1 / Math.sqrt(1 + ageOf(slot));
			addAlong(NEXT, { slot, links: newerInSession }, [1], scale);
			addAlong(BEFORE, { slot, links: olderInSession }, beforeDecay, scale);
		});
		if (earlier === undefined) return;
		walkItem(earlier, options.clicksPerItemMax, (slot) => {
			if (sessionOf[slot] === excluded) return;
			addAlong(EARLIER, { slot, links: newerInSession }, earlierDecay, 1 / Math.sqrt(1 + ageOf(slot)));
		});
	}

	/** Similarity of a neighbour: Σ over shared items of position weight × idf. @returns sessions touched. */
	function findNeighbours(known: readonly number[], excluded: number): number {
		const { sessionOf } = log.arrays;
		let count = 0;
		known.forEach((item, position) => {
			const idf = Math.log(1 + log.counters.clicks / log.support(item));
			const weight = (positionWeight[position] ?? 0) * idf;
			walkItem(item, options.clicksPerItemMax, (slot) => {
				const session = sessionOf[slot] ?? 0;
				if (session === excluded) return;
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

	function gatherNeighbours(known: readonly number[], excluded: number): void {
		const count = findNeighbours(known, excluded);
		for (let at = 0; at < count; at += 1) {
			const session = touched[at] ?? 0;
			const slot = matched[session] ?? 0;
			const scale = (similarity[session] ?? 0) / Math.sqrt(1 + ageOf(slot));
			addAlong(NEIGHBOURS, { slot, links: log.arrays.newerInSession }, distanceWeight, scale);
			similarity[session] = 0;
		}
	}

	function gatherRelated(excluded: number): void {
		const bridges = createTopItems(options.bridgesMax);
		for (let row = 0; row < table.count(); row += 1) {
			let score = 0;
			for (const [signal, share] of bridgeMix) score += share * table.shareAt(signal, row);
			if (score > 0 && score >= bridges.scoreMin()) bridges.offer({ item: table.itemAt(row), score, tieBreak: 0 });
		}
		const { newerInSession, olderInSession, sessionOf } = log.arrays;
		for (const bridge of bridges.ranked()) {
			const clicks = Math.min(log.support(bridge.item), options.clicksPerBridgeMax);
			walkItem(bridge.item, options.clicksPerBridgeMax, (slot) => {
				if (sessionOf[slot] === excluded) return;
				const scale = bridge.score / ((2 + clicks) * (1 + ageOf(slot)));
				addAlong(RELATED, { slot, links: newerInSession }, relatedAfter, scale);
				addAlong(RELATED, { slot, links: olderInSession }, relatedBefore, scale);
			});
		}
	}

	function makeRoom(items: readonly number[]): void {
		const sessions = log.arrays.newestOfSession.length;
		if (similarity.length < sessions) {
			similarity = new Float64Array(sessions);
			matched = new Int32Array(sessions);
			counted = new Int32Array(sessions);
		}
		table.reserve(items.reduce((most, item) => Math.max(most, item + 1), log.arrays.newestOfItem.length));
	}

	return {
		table,
		gather(items, excluded) {
			const recent = items.slice(-repeatClicksMax);
			makeRoom(recent);
			const known = [...new Set(recent.toReversed())]
				.filter((item) => log.support(item) > 0)
				.slice(0, options.itemsPerSessionMax);
			const [anchor, earlier] = known;
			if (anchor !== undefined) {
				gatherTransitions(anchor, earlier, excluded);
				gatherNeighbours(known, excluded);
				gatherRelated(excluded);
			}
			for (const item of recent) table.add(REPEAT, item, 1);
			return anchor === undefined ? 0 : log.support(anchor);
		},
		byteCount: () =>
			table.byteCount() + [similarity, matched, counted, touched].reduce((sum, array) => sum + array.byteLength, 0),
	};
}
