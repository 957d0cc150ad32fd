/**
 * What do shoppers of a search engine search for, often and recently, and may it be shown to others?
 *
 *     search ─► found something, has a known client, is not personal data ─► counted by its words
 *                                                                              │ from at least `clientsMin` clients
 *                                                                              └──────────────────────────────► listed
 *
 * A search that happened Δ ago counts 2^(−Δ / half-life). A search that a client repeats within minutes (turning a
 * page, setting a filter) counts once. A query stores how many clients searched for it and not which: clients are short
 * hashes, and no more are added once there are enough.
 */

export interface PastQueries {
	/** Counts a search that found something. `key` is the same for all spellings of the query. Amortised O(1). */
	count(query: { readonly text: string; readonly key: string; readonly client: string; readonly atMs: number }): void;
	/** The queries that may be shown, most popular first, at most `countMax`. Cost: O(queries). */
	list(countMax: number): readonly PopularQuery[];
	/** Keeps only the `queriesMax` most popular queries. */
	prune(queriesMax: number): void;
	readonly queryCount: number;
	/** The state as rows, for `restorePastQueries`. */
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

/** A query from this many clients is not one shopper repeating himself. */
export const clientsMin = 3;
const halfLifeMs = 30 * 24 * 3_600_000;
const sameSearchMs = 10 * 60_000;

interface Entry {
	readonly text: string;
	readonly key: string;
	weight: number;
	atMs: number;
	/** Distinct; at most `clientsMin`. */
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
			// Queries that may be shown are kept before all others, so that nonsense searches cannot displace them.
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

/** Weights as of the latest search, which does not change their order. */
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
