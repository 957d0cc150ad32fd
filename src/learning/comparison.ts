/**
 * Which ranking do shoppers prefer where both were interleaved? An item that they choose is a vote for the team that
 * contributed it, see `team-draft.ts`.
 *
 *     search   s1 "lamp"   teams - l p l p           one search of a session, whatever its pages and repetitions
 *     click    s1 item 2   → 1 : 0                   a win of the learned ranking
 *     click    s1 item 3   → 1 : 1                   a tie
 *
 * Each network has a balance for a day, the wins of the learned ranking less those of the plain one, from which the
 * confidence is computed. Only its first ten searches count, and in each of them an item once for each kind of action. So nobody
 * decides the comparison alone. Everything is bounded: the oldest search is evicted, and its result stays.
 */
import {
	type ComparedAction,
	comparedActions,
	type TeamComparison,
	type TeamTally,
} from '../domain/evaluation/team-comparison.ts';
import type { TeamDraft } from '../domain/event/shopper-event.ts';
import { parseTeam } from '../domain/query/team-draft.ts';
import { createEviction, type EvictOldest } from '../lib/evict-oldest.ts';
import { hashTexts } from '../lib/text-hash.ts';

interface DraftedSearch {
	readonly sessionId: string | null;
	readonly key: string;
	readonly draft?: TeamDraft | undefined;
}

export interface Comparison {
	/** Notes that a list was shown. A later run than the one before begins a new comparison. */
	note(search: DraftedSearch): void;
	credit(choice: DraftedChoice): void;
	/** Undefined when no list was interleaved. */
	toReport(): TeamComparison | undefined;
	/** The whole state, for `openComparison`. */
	toRows(): ComparisonRows | undefined;
}

export interface DraftedChoice {
	readonly search: DraftedSearch;
	/** Of the item, among the logged hits of the search, from 0. */
	readonly at: number;
	readonly itemName: string;
	/** The kind of the event. */
	readonly kind: string;
	/** The hash of the shopper or network. */
	readonly client: number;
}

/** The counts are those of each action: first the learned team's, then the plain one's. */
type UnitRow = readonly [hash: number, counts: readonly number[], client: number | null, seen: readonly number[]];
type ClientRow = readonly [hash: number, searchCount: number, balances: readonly number[]];

export interface ComparisonRows {
	readonly report: TeamComparison;
	readonly units: readonly UnitRow[];
	readonly clients: readonly ClientRow[];
}

const actionOfKind: Readonly<Partial<Record<string, ComparedAction>>> = {
	click: 'clicks',
	cart: 'carts',
	cart_addition: 'carts',
	purchase: 'purchases',
};
const searchesPerClientMax = 10;
const choicesPerSearchMax = 20;
const clientsMax = 10_000;

interface Unit {
	readonly counts: number[];
	/** Whose search it is, once something of it counted. */
	client: number | null;
	/** Hashes of what counted. */
	readonly seen: number[];
}

interface Client {
	searchCount: number;
	/** By action. */
	readonly balances: number[];
}

interface MutableTally {
	learnedWins: number;
	plainWins: number;
	ties: number;
	squares: number;
}

interface State {
	run: number;
	searchCount: number;
	shopperCount: number;
	tallies: Record<ComparedAction, MutableTally>;
	units: Map<number, Unit>;
	evictUnits: EvictOldest;
	clients: Map<number, Client>;
	evictClients: EvictOldest;
}

/** @param searchesMax how many searches are kept that may still change */
export function openComparison(searchesMax: () => number, rows?: ComparisonRows): Comparison {
	const state = rows === undefined ? begin(0) : restore(rows);
	return {
		note(search) {
			const { draft } = search;
			if (draft === undefined || draft.run < state.run || !/[lp]/.test(draft.teams)) return;
			if (draft.run > state.run) Object.assign(state, begin(draft.run));
			const hash = toUnitHash(search);
			if (state.units.has(hash)) return;
			state.searchCount += 1;
			state.units.set(hash, { counts: comparedActions.flatMap(() => [0, 0]), client: null, seen: [] });
			state.evictUnits(searchesMax());
		},
		credit: (choice) => credit(state, choice),
		toReport: () => (state.run === 0 ? undefined : toReport(state)),
		toRows: () => (state.run === 0 ? undefined : toRows(state)),
	};
}

function begin(run: number): State {
	const none = (): MutableTally => ({ learnedWins: 0, plainWins: 0, ties: 0, squares: 0 });
	const tallies = { clicks: none(), carts: none(), purchases: none() };
	return { run, searchCount: 0, shopperCount: 0, tallies, ...createTables() };
}

function toUnitHash({ sessionId, key }: DraftedSearch): number {
	return hashTexts([sessionId ?? '', key]);
}

function credit(state: State, { search, at, itemName, kind, client }: DraftedChoice): void {
	const { draft } = search;
	const action = actionOfKind[kind];
	const unit = state.units.get(toUnitHash(search));
	if (draft?.run !== state.run || action === undefined || unit === undefined) return;
	const team = parseTeam(draft.teams, at);
	const chosen = hashTexts([action, itemName]);
	if (team === undefined || unit.seen.includes(chosen) || unit.seen.length >= choicesPerSearchMax) return;
	const owner = toOwner(state, unit, client);
	if (owner === undefined) return;
	unit.seen.push(chosen);
	const number = comparedActions.indexOf(action);
	const counted = 2 * number + (team === 'learned' ? 0 : 1);
	const before = toOutcome(unit, number);
	unit.counts[counted] = (unit.counts[counted] as number) + 1;
	move(state.tallies[action], owner, { number, before, after: toOutcome(unit, number) });
}

/** The shopper of a search; undefined when enough of that shopper's searches count already. */
function toOwner(state: State, unit: Unit, client: number): Client | undefined {
	const { clients, evictClients } = state;
	const hash = unit.client ?? client;
	const known = clients.get(hash) ?? { searchCount: 0, balances: comparedActions.map(() => 0) };
	if (unit.client === null) {
		if (known.searchCount >= searchesPerClientMax) return undefined;
		if (known.searchCount === 0) state.shopperCount += 1;
		known.searchCount += 1;
		unit.client = hash;
	}
	clients.delete(hash);
	clients.set(hash, known);
	evictClients(clientsMax);
	return known;
}

/** 1 for a win of the learned team, -1 of the plain one, 0 for a tie; undefined when nothing was chosen. */
function toOutcome({ counts }: Unit, number: number): 1 | 0 | -1 | undefined {
	const [learned = 0, plain = 0] = counts.slice(2 * number, 2 * number + 2);
	if (learned === plain) return learned === 0 ? undefined : 0;
	return learned > plain ? 1 : -1;
}

interface Change {
	/** Of the action. */
	readonly number: number;
	readonly before: 1 | 0 | -1 | undefined;
	readonly after: 1 | 0 | -1 | undefined;
}

function move(tally: MutableTally, { balances }: Client, { number, before, after }: Change): void {
	if (before === after) return;
	for (const [outcome, step] of [[before, -1] as const, [after, 1] as const]) {
		if (outcome === 1) tally.learnedWins += step;
		if (outcome === -1) tally.plainWins += step;
		if (outcome === 0) tally.ties += step;
	}
	const balance = balances[number] as number;
	const moved = balance + (after ?? 0) - (before ?? 0);
	balances[number] = moved;
	tally.squares += moved ** 2 - balance ** 2;
}

function toReport({ run, searchCount, shopperCount, tallies }: State): TeamComparison {
	const copy = (tally: MutableTally): TeamTally => ({ ...tally });
	const { clicks, carts, purchases } = tallies;
	return {
		run,
		searchCount,
		shopperCount,
		tallies: { clicks: copy(clicks), carts: copy(carts), purchases: copy(purchases) },
	};
}

function toRows(state: State): ComparisonRows {
	return {
		report: toReport(state),
		units: Array.from(state.units, ([hash, { counts, client, seen }]) => [hash, [...counts], client, [...seen]]),
		clients: Array.from(state.clients, ([hash, { searchCount, balances }]) => [hash, searchCount, [...balances]]),
	};
}

function restore({ report: { run, searchCount, shopperCount, tallies }, units, clients }: ComparisonRows): State {
	const { clicks, carts, purchases } = tallies;
	return {
		...{ run, searchCount, shopperCount },
		tallies: { clicks: { ...clicks }, carts: { ...carts }, purchases: { ...purchases } },
		...createTables(
			units.map(([hash, counts, client, seen]) => [hash, { counts: [...counts], client, seen: [...seen] }]),
			clients.map(([hash, count, balances]) => [hash, { searchCount: count, balances: [...balances] }]),
		),
	};
}

function createTables(unitEntries: readonly [number, Unit][] = [], clientEntries: readonly [number, Client][] = []) {
	const [units, clients] = [new Map(unitEntries), new Map(clientEntries)];
	return { units, evictUnits: createEviction(units), clients, evictClients: createEviction(clients) };
}
