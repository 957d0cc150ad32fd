/**
 * What speaks for and against each item of a query?
 *
 *     query "run shoe"   clients 41, 7, 93 …
 *       item a    clicks 12.0   expected 6.1   variance 4.2
 *       item b    clicks  0.0   expected 4.8   variance 3.3
 *
 * A click counts for its item. All items shown beside it lose the clicks that would be expected of an item that is like
 * the others: θ_r / Σ θ γ, by how much its rank is examined and by how attractive those are that it competes with, as far as
 * that is known (Hunter's MM algorithm, see `examination.ts`). So an item that was moved up among good ones is not
 * expected to be clicked as if they were not there. Evidence decays with a half-life, carts and purchases count more than
 * clicks.
 */

export interface ClickCounts {
	/** Weighted and decayed. */
	clicks: number;
	/** The clicks that would be expected if all items of the query were alike. */
	expected: number;
	/** The variance of `clicks` if they are. */
	variance: number;
}

interface PairEntry extends ClickCounts {
	atMs: number;
	/** Hashes of the interactions that counted last, so that nobody counts twice. */
	readonly interactions: number[];
}

interface QueryEntry {
	readonly text: string;
	atMs: number;
	/** Distinct, at most `clientsMin`. */
	readonly clients: number[];
	readonly items: Map<string, PairEntry>;
	/** How well its choices were predicted by those before them, −`foresightMax` … `foresightMax`; see `Choice.gain`. */
	foresight: number;
}

/** Key, text, time, clients, for each item: name, clicks, expected, variance, time, interactions; and how well choices were predicted. */
export type EvidenceRow = readonly [
	key: string,
	text: string,
	atMs: number,
	clients: readonly number[],
	items: readonly ItemRow[],
	foresight: number,
];
export type ItemRow = readonly [
	name: string,
	clicks: number,
	expected: number,
	variance: number,
	atMs: number,
	interactions: readonly number[],
];

/** A query with clicks of this many clients is not one shopper repeating himself. */
export const clientsMin = 3;
const halfLifeMs = 60 * 24 * 3_600_000;
const itemsPerQueryMax = 60;
const interactionsPerItemMax = 12;
/** So that shoppers who change their minds are believed after some twenty choices, whatever was before. */
const foresightMax = 4;

export interface Choice {
	readonly key: string;
	readonly text: string;
	/** The hash of the shopper or network. */
	readonly client: number;
	/** The hash of the client and of what it did: twice the same counts once. */
	readonly interaction: number;
	readonly chosen: string;
	readonly weight: number;
	readonly atMs: number;
	/** The items of the list, and the share of a click that was expected of each if it were like others: 0 … 1. */
	readonly shown: readonly { readonly name: string; readonly share: number }[];
	/** How much likelier the choice was by what was learned before it than by ranks alone, as a logarithm. */
	readonly gain: number;
}

export interface Evidence {
	/** Whether the same client already did the same to this item for this query. */
	hasCounted(choice: Pick<Choice, 'key' | 'chosen' | 'interaction'>): boolean;
	/** Counts a choice that did not count yet. */
	count(choice: Choice): void;
	/** Undefined when nothing is known. */
	find(key: string, itemName: string): ClickCounts | undefined;
	/** Keeps the queries with the most recent evidence. */
	prune(queriesMax: number): void;
	readonly queryCount: number;
	/** All evidence, for `openEvidence`; `counts` leaves out the interactions, which nobody needs who ranks by it. */
	toRows(what?: 'all' | 'counts'): readonly EvidenceRow[];
}

export function openEvidence(rows: readonly EvidenceRow[] = []): Evidence {
	let queries = new Map<string, QueryEntry>(rows.map(toEntry));
	return {
		hasCounted: ({ key, chosen, interaction }) =>
			queries.get(key)?.items.get(chosen)?.interactions.includes(interaction) === true,
		count(choice) {
			const query = queries.get(choice.key) ?? createQuery(choice);
			queries.set(choice.key, query);
			countChoice(query, choice);
		},
		find: (key, itemName) => queries.get(key)?.items.get(itemName),
		prune(queriesMax) {
			if (queries.size <= queriesMax) return;
			const isLearned = ([, { clients }]: readonly [string, QueryEntry]) => Number(clients.length >= clientsMin);
			// Queries that only one shopper asked cannot displace the others.
			const sorted = [...queries].sort((a, b) => isLearned(b) - isLearned(a) || b[1].atMs - a[1].atMs);
			queries = new Map(sorted.slice(0, queriesMax));
		},
		get queryCount() {
			return queries.size;
		},
		toRows: (what = 'all') => Array.from(queries, (entry) => toRow(entry, what)),
	};
}

function createQuery({ text, atMs }: Choice): QueryEntry {
	return { text, atMs, clients: [], items: new Map(), foresight: 0 };
}

function countChoice(query: QueryEntry, { chosen, client, interaction, weight, atMs, shown, gain }: Choice): void {
	query.atMs = Math.max(query.atMs, atMs);
	query.foresight = Math.max(-foresightMax, Math.min(foresightMax, query.foresight + gain));
	if (query.clients.length < clientsMin && !query.clients.includes(client)) query.clients.push(client);
	for (const { name, share } of shown) {
		const entry = query.items.get(name) ?? { clicks: 0, expected: 0, variance: 0, atMs, interactions: [] };
		query.items.set(name, entry);
		const laterMs = Math.max(entry.atMs, atMs);
		const kept = decay(laterMs - entry.atMs);
		const added = weight * decay(laterMs - atMs);
		entry.clicks = entry.clicks * kept + (name === chosen ? added : 0);
		entry.expected = entry.expected * kept + added * share;
		const odds = Math.min(1, share);
		entry.variance = entry.variance * kept ** 2 + added ** 2 * odds * (1 - odds);
		entry.atMs = laterMs;
		if (name !== chosen) continue;
		entry.interactions.push(interaction);
		if (entry.interactions.length > interactionsPerItemMax) entry.interactions.shift();
	}
	if (query.items.size <= 2 * itemsPerQueryMax) return;
	const sorted = [...query.items].sort(([, a], [, b]) => b.clicks + b.expected - a.clicks - a.expected);
	query.items.clear();
	for (const [name, entry] of sorted.slice(0, itemsPerQueryMax)) query.items.set(name, entry);
}

/** The weight of what happened this long ago. */
export function decay(ageMs: number): number {
	return 2 ** (-ageMs / halfLifeMs);
}

const none: readonly number[] = [];

function toRow(
	[key, { text, atMs, clients, items, foresight }]: readonly [string, QueryEntry],
	what: string,
): EvidenceRow {
	const ofItems = Array.from(
		items,
		([name, entry]): ItemRow => [
			name,
			entry.clicks,
			entry.expected,
			entry.variance,
			entry.atMs,
			what === 'all' ? [...entry.interactions] : none,
		],
	);
	return [key, text, atMs, [...clients], ofItems, foresight];
}

function toEntry([key, text, atMs, clients, items, foresight]: EvidenceRow): [string, QueryEntry] {
	const entries = items.map(([name, clicks, expected, variance, pairAtMs, ofPair]): [string, PairEntry] => [
		name,
		{ clicks, expected, variance, atMs: pairAtMs, interactions: [...ofPair] },
	]);
	return [key, { text, atMs, clients: [...clients], items: new Map(entries), foresight }];
}
