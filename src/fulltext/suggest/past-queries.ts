/**
 * What do shoppers of a search engine ask for, often and lately, and may it be shown to others?
 *
 *     search ─► found something, says who asked, is no personal data ─► counted by its words
 *                                                                         │ asked by `askersMin` at least
 *                                                                         └──────────────────────────────► listed
 *
 * A search that happened Δ ago counts 2^(−Δ / half-life). What one shopper asks again within minutes (a page turned, a
 * filter set) counts once. A query is remembered by how many asked it, never by who: of askers there is a short hash, and
 * none is kept once they are enough.
 */
import { toSuggestionText } from '../analysis/suggestion-text.ts';

export interface PastQueries {
	/** Counts a search that found something. `key` is the same for all spellings of the query. Amortised O(1). */
	count(query: { readonly text: string; readonly key: string; readonly client: string; readonly atMs: number }): void;
	/** Those that may be shown, most wanted first, at most `countMax`. Cost: O(queries). */
	list(countMax: number): readonly PopularQuery[];
	/** Shrinks what is kept to `queriesMax` queries, those most wanted. */
	prune(queriesMax: number): void;
	readonly queryCount: number;
	/** For `restorePastQueries`. */
	toRows(): readonly PastQueryRow[];
}

export interface PopularQuery {
	readonly text: string;
	/** Comparable within one list only. */
	readonly weight: number;
}

/** Text, key, weight, time of the last search, hashes of the clients. */
export type PastQueryRow = readonly [
	text: string,
	key: string,
	weight: number,
	atMs: number,
	clients: readonly number[],
];

/** So many shoppers are no longer one who asks the same again and again. */
export const clientsMin = 3;
const halfLifeMs = 30 * 24 * 3_600_000;
const sameSearchMs = 10 * 60_000;
/** Longer queries are pasted rather than typed. */
const shownLengthMax = 60;

interface Entry {
	readonly text: string;
	readonly key: string;
	weight: number;
	atMs: number;
	/** Without repetition; not longer than `askersMin`. */
	clients: number[];
	lastClient: number;
}

export function createPastQueries(): PastQueries {
	return restorePastQueries([]);
}

export function restorePastQueries(rows: readonly PastQueryRow[]): PastQueries {
	let entries = new Map<string, Entry>();
	for (const [text, key, weight, atMs, clients] of rows) {
		entries.set(key, { text, key, weight, atMs, clients: [...clients], lastClient: clients.at(-1) ?? -1 });
	}

	return {
		count({ text, key, client, atMs }) {
			const hash = toClientHash(client);
			const entry = entries.get(key) ?? { text, key, weight: 0, atMs, clients: [], lastClient: -1 };
			entries.set(key, entry);
			if (entry.lastClient === hash && Math.abs(atMs - entry.atMs) < sameSearchMs) return;
			if (entry.clients.length < clientsMin && !entry.clients.includes(hash)) entry.clients.push(hash);
			entry.lastClient = hash;
			const laterMs = Math.max(atMs, entry.atMs);
			entry.weight = decay(entry.weight, laterMs - entry.atMs) + decay(1, laterMs - atMs);
			entry.atMs = laterMs;
		},
		list(countMax) {
			const shown = sortByWeight([...entries.values()].filter(({ clients }) => clients.length >= clientsMin));
			return shown.slice(0, countMax).map(({ entry, weight }) => ({ text: entry.text, weight }));
		},
		prune(queriesMax) {
			if (entries.size <= queriesMax) return;
			// Those that may be shown stay before those that may come to be: nobody drives them out by asking nonsense.
			const isShown = (entry: Entry) => Number(entry.clients.length >= clientsMin);
			const sorted = sortByWeight([...entries.values()]).map(({ entry }) => entry);
			sorted.sort((a, b) => isShown(b) - isShown(a));
			entries = new Map(sorted.slice(0, queriesMax).map((entry) => [entry.key, entry]));
		},
		get queryCount() {
			return entries.size;
		},
		toRows: () =>
			Array.from(entries.values(), ({ text, key, weight, atMs, clients }) => [text, key, weight, atMs, clients]),
	};
}

/** As of the time of the latest search, which changes no order. */
function sortByWeight(entries: readonly Entry[]) {
	const nowMs = entries.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
	const weighed = entries.map((entry) => ({ entry, weight: decay(entry.weight, nowMs - entry.atMs) }));
	return weighed.sort((a, b) => b.weight - a.weight || (a.entry.key < b.entry.key ? -1 : 1));
}

function decay(weight: number, ageMs: number): number {
	return weight * 2 ** (-ageMs / halfLifeMs);
}

/** FNV-1a. */
function toClientHash(client: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < client.length; at++) hash = Math.imul(hash ^ client.charCodeAt(at), 0x01000193);
	return hash >>> 0;
}

const addressPattern = /\S@\S|:\/\/|\bwww\./;
/** Telephone, card and account numbers; bar codes as well, which nobody wants to see suggested. */
const longNumberPattern = /(?:\d[\s()./+-]*){7,}/;
const accountPattern = /\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,}/;

/** The query as it would be shown; undefined for one that is too long or looks like personal data. */
export function toShownQuery(text: string): string | undefined {
	const shown = toSuggestionText(text);
	const isPersonal = addressPattern.test(shown) || longNumberPattern.test(shown) || accountPattern.test(shown);
	return shown === '' || shown.length > shownLengthMax || isPersonal ? undefined : shown;
}
