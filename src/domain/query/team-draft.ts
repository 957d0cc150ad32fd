/**
 * Team-draft interleaving: two rankings of the same entries become one list, in which shoppers vote by their clicks
 * (F. Radlinski, M. Kurup and T. Joachims, "How Does Clickthrough Data Reflect Retrieval Quality?", CIKM 2008).
 *
 * The teams choose in turns, as captains do for a game. A coin decides which team chooses first in each round. A team
 * always chooses its best entry that is still free:
 *
 *     learned  a b c d e      a is what both begin with
 *     plain    a c d b e      plain is first: c, then b        learned is first: d, then e
 *     list     a c b d e      teams - p l l p
 *
 * What both lists begin with belongs to no team: a click on it says nothing of either. So both teams have equally many
 * entries up to any rank, give or take one, and each is first as often as the other.
 */
export type Team = 'learned' | 'plain';

export interface Drafted<Entry> {
	readonly entry: Entry;
	/** Undefined for what both lists begin with, and for what is behind the draft. */
	readonly team: Team | undefined;
}

interface Rankings<Entry> {
	/** All entries that are wanted, best first. */
	readonly learned: readonly Entry[];
	/** The same entries in another order, at least the first `size`, or all if there are fewer. */
	readonly plain: readonly Entry[];
}

interface Draft<Entry> {
	/** Entries with equal keys stand for the same: only one of them is in the list. Within a ranking, keys are distinct. */
	readonly keyOf: (entry: Entry) => string;
	/** How many entries are drafted; behind them are those that are left, in the order of the learned ranking. */
	readonly size: number;
	/** Whether the learned ranking chooses first; called once for each round. */
	readonly toss: () => boolean;
}

/** @returns as many entries as `learned` has. Cost: O(entries). */
export function draftTeams<Entry>(
	{ learned, plain }: Rankings<Entry>,
	{ keyOf, size, toss }: Draft<Entry>,
): Drafted<Entry>[] {
	const list: Drafted<Entry>[] = [];
	const taken = new Set<string>();
	const next = { learned: 0, plain: 0 };
	const rankings = { learned, plain };

	function choose(team: Team): boolean {
		const ranking = rankings[team];
		while (next[team] < ranking.length && taken.has(keyOf(ranking[next[team]] as Entry))) next[team] += 1;
		const entry = ranking[next[team]];
		if (entry === undefined || list.length >= size) return false;
		taken.add(keyOf(entry));
		list.push({ entry, team });
		return true;
	}

	for (const [at, entry] of learned.entries()) {
		const other = plain[at];
		if (at >= size || other === undefined || keyOf(entry) !== keyOf(other)) break;
		taken.add(keyOf(entry));
		list.push({ entry, team: undefined });
	}
	while (list.length < size) {
		const [first, second] = toss() ? (['learned', 'plain'] as const) : (['plain', 'learned'] as const);
		const hasChosen = [choose(first), choose(second)];
		if (!hasChosen.includes(true)) break;
	}
	for (const entry of learned) {
		if (list.length >= learned.length) break;
		if (!taken.has(keyOf(entry))) list.push({ entry, team: undefined });
	}
	return list;
}

/** `l`, `p` or `-` for each entry: how a draft is logged. */
export function formatTeams(teams: readonly (Team | undefined)[]): string {
	return teams.map((team) => (team === undefined ? '-' : team === 'learned' ? 'l' : 'p')).join('');
}

/** The team of an entry; undefined where it has none. */
export function parseTeam(teams: string, at: number): Team | undefined {
	const letter = teams[at];
	return letter === 'l' ? 'learned' : letter === 'p' ? 'plain' : undefined;
}
