/** What interleaving says of learned and plain ranking, for the owner of a search engine. */
import {
	type ComparedAction,
	comparedActions,
	type TeamComparison,
	type TeamTally,
} from '../../domain/evaluation/team-comparison.ts';
import { toVerdict, toWinShare, type Verdict, type WinShare } from '../../domain/evaluation/win-share.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadSearchSettings } from './cached-search-settings.ts';

export interface InterleavingReport extends Pick<TeamComparison, 'searchCount' | 'shopperCount'> {
	/** `idle`: switched on, but nothing is interleaved because learning is switched off. */
	readonly state: 'on' | 'idle' | 'off';
	/** When the comparison began, as milliseconds since 1970; null if it never did. */
	readonly sinceMs: number | null;
	readonly actions: Readonly<Record<ComparedAction, ComparedWins>>;
}

export interface ComparedWins extends Omit<TeamTally, 'squares'> {
	/** Undefined when nothing is decided. */
	readonly share: WinShare | undefined;
	readonly verdict: Verdict;
}

export type ReadInterleaving = (engine: SearchEngine) => Promise<InterleavingReport>;

interface Dependencies {
	readonly searchIndex: Pick<SearchIndex, 'readComparison'>;
	readonly readSettings: ReadSearchSettings;
}

const noTally: TeamTally = { learnedWins: 0, plainWins: 0, ties: 0, squares: 0 };

export function createInterleavingReader({ searchIndex, readSettings }: Dependencies): ReadInterleaving {
	return async ({ hashid }) => {
		const { hasInterleaving, hasLearning, learningStrength, interleavingSinceMs } = await readSettings(hashid);
		const found = await searchIndex.readComparison(hashid);
		// What was counted before belongs to the comparison before.
		const comparison = found?.run === interleavingSinceMs ? found : undefined;
		const toWins = (action: ComparedAction) =>
			[action, toComparedWins(comparison?.tallies[action] ?? noTally)] as const;
		const isLearning = hasLearning && learningStrength > 0;
		return {
			state: hasInterleaving ? (isLearning ? 'on' : 'idle') : 'off',
			sinceMs: interleavingSinceMs,
			searchCount: comparison?.searchCount ?? 0,
			shopperCount: comparison?.shopperCount ?? 0,
			actions: Object.fromEntries(comparedActions.map(toWins)) as InterleavingReport['actions'],
		};
	};
}

function toComparedWins({ learnedWins, plainWins, ties, squares }: TeamTally): ComparedWins {
	const share = toWinShare({ learnedWins, plainWins, squares });
	return { learnedWins, plainWins, ties, share, verdict: toVerdict(share) };
}
