/**
 * How much are items wanted, however shoppers come to them? Views, clicks in recommendations, and carts and purchases that
 * follow no search. One client counts once for each kind of event; weights decay as evidence does.
 */
import { decay } from './evidence.ts';

interface InterestEntry {
	weight: number;
	atMs: number;
	/** Hashes of the interactions that counted last. */
	readonly interactions: number[];
}

/** Name of the item, weight, time, hashes of the last interactions. */
export type InterestRow = readonly [itemName: string, weight: number, atMs: number, interactions: readonly number[]];

export interface Interest {
	count(interaction: {
		readonly itemName: string;
		readonly interaction: number;
		readonly weight: number;
		readonly atMs: number;
	}): void;
	/** `counts` leaves out the interactions. */
	toRows(what?: 'all' | 'counts'): readonly InterestRow[];
}

const itemsMax = 4_000;
const interactionsPerItemMax = 8;

export function openInterest(rows: readonly InterestRow[] = []): Interest {
	let items = new Map<string, InterestEntry>(
		rows.map(([name, weight, atMs, interactions]) => [name, { weight, atMs, interactions: [...interactions] }]),
	);
	return {
		count({ itemName, interaction, weight, atMs }) {
			const entry = items.get(itemName) ?? { weight: 0, atMs, interactions: [] };
			if (entry.interactions.includes(interaction)) return;
			items.set(itemName, entry);
			const laterMs = Math.max(entry.atMs, atMs);
			entry.weight = entry.weight * decay(laterMs - entry.atMs) + weight * decay(laterMs - atMs);
			entry.atMs = laterMs;
			entry.interactions.push(interaction);
			if (entry.interactions.length > interactionsPerItemMax) entry.interactions.shift();
			if (items.size > 2 * itemsMax) {
				items = new Map([...items].sort(([, a], [, b]) => b.weight - a.weight).slice(0, itemsMax));
			}
		},
		toRows: (what = 'all') =>
			Array.from(items, ([name, { weight, atMs, interactions }]) => [
				name,
				weight,
				atMs,
				what === 'all' ? [...interactions] : [],
			]),
	};
}
