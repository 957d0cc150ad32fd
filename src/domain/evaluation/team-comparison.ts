/** What live traffic says of two rankings that were interleaved: see `win-share.ts` and `../query/team-draft.ts`. */
import type { WinCounts } from './win-share.ts';

/** What shoppers do with an item of an interleaved list; each is compared by itself. */
export const comparedActions = ['clicks', 'carts', 'purchases'] as const;
export type ComparedAction = (typeof comparedActions)[number];

export interface TeamTally extends WinCounts {
	/** Searches with as many of these actions for one ranking as for the other, at least one. */
	readonly ties: number;
}

export interface TeamComparison {
	/** When interleaving was switched on, as milliseconds since 1970: it names the comparison. */
	readonly run: number;
	/** Interleaved searches: of one session with the same words, only the first. */
	readonly searchCount: number;
	/** Shoppers who chose something that a team contributed; a network counts as one for a day. */
	readonly shopperCount: number;
	readonly tallies: Readonly<Record<ComparedAction, TeamTally>>;
}
