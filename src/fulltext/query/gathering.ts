/** One attempt over all segments: what is asked, and what was found so far. */
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { Pace } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { AverageLengths } from '../ranking/score-table.ts';
import type { Coverage } from './coverage.ts';
import type { FilterPlan, PlannedRequirement } from './filter-matches.ts';
import type { Grouping } from './group-matches.ts';
import type { IndexView } from './index-view.ts';
import type { KeptMatches } from './keep-matches.ts';
import type { PhaseTrace } from './phase-trace.ts';
import type { Candidate } from './pick-hits.ts';
import type { ScratchMemory } from './scratch.ts';
import type { SearchedWords } from './searched-words.ts';
import type { SortKey } from './sort-key.ts';
import type { ViewWeighings } from './view-weighings.ts';
import type { Watch } from './watch.ts';

export interface GatherOptions {
	readonly view: IndexView;
	readonly request: IndexQuery;
	/** The plan for the filters of the request. */
	readonly plan: FilterPlan;
	/** Of matches that pass the plan, those that fit an entry come before equally good others. */
	readonly preferred: readonly (readonly PlannedRequirement[])[];
	readonly words: SearchedWords;
	/** Whether a match has all needed words; otherwise `coverage` says how many. */
	readonly needsAll: boolean;
	/** The share of the words' weight that a match has at least, 0 … 1, see `coverage.ts`; 0: any word. */
	readonly coverage: number;
	/** By segment, the documents that have the text as an identifier; a missing entry means none. */
	readonly identified: readonly (readonly number[])[];
	/** Whether nothing was typed, so that every live item matches. */
	readonly matchesAll: boolean;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
	/** For explanations: is told what happens to some documents. */
	readonly watch?: Watch | undefined;
	readonly trace?: PhaseTrace | undefined;
}

/** State of one attempt over all segments. */
export interface Gathering {
	readonly options: GatherOptions;
	readonly segments: readonly Segment[];
	readonly plan: FilterPlan;
	readonly facetMatches: KeptMatches | undefined;
	readonly sortKeys: readonly (SortKey | undefined)[];
	readonly grouping: Grouping | undefined;
	readonly averageLengths: AverageLengths;
	readonly weighings: ViewWeighings;
	readonly coverage: Coverage | undefined;
	readonly candidates: Candidate[];
	wordMatchCount: number;
	count: number;
	/** Only counted where some match may lack words. */
	strictCount: number;
}

/** Whether every match has all the words. For a single word, `all` and `any` are the same. */
export function isAllStrict({ needsAll, matchesAll, words }: GatherOptions): boolean {
	return needsAll || matchesAll || words.rarities.length < 2;
}

/** Which sort key is the score; -1 where nothing was typed or no sort rule is the score. */
export function toScoreRule({ options, sortKeys }: Gathering): number {
	return options.matchesAll ? -1 : sortKeys.indexOf(undefined);
}
