/** The state of a search that its attempts share, and what it tells an explanation. */

import type { TermsFilter } from '../../domain/query/filter.ts';
import type { Pace } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { Attempt } from './attempt.ts';
import type { FilterPlan, PlannedRequirement } from './filter-matches.ts';
import type { GatherOptions } from './gathering.ts';
import type { IndexView } from './index-view.ts';
import type { PhaseTrace } from './phase-trace.ts';
import type { Readings } from './readings.ts';
import type { ScratchMemory } from './scratch.ts';
import type { UnderstoodRequest } from './understand-request.ts';

/** What all attempts of a search share. */
export interface Searching {
	readonly view: IndexView;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
	/** For explanations: is told what is tried. */
	readonly trace?: SearchTrace | undefined;
}

/** A request with its analyzed words and prepared filters. */
export interface PreparedRequest extends Searching {
	readonly request: UnderstoodRequest;
	readonly plan: FilterPlan;
	readonly preferred: readonly (readonly PlannedRequirement[])[];
	readonly query: AnalyzedQuery;
	readonly readings: Readings;
	/** By segment, the documents that have the text as an identifier. */
	readonly identified: readonly (readonly number[])[];
	readonly matchesAll: boolean;
	readonly more: { readonly autoFilters: readonly TermsFilter[]; readonly isTruncated: boolean };
}

/** Is told what a search does while it runs. */
export interface SearchTrace extends PhaseTrace {
	/** A reading of the text begins: with its parts understood, or with its words written apart. */
	read(prepared: PreparedRequest): void;
	/** An attempt found so many documents with its words, before filters. */
	try(attempt: Attempt, found: number): void;
	/** So many documents have words of this share of the query's weight. */
	fill(share: number, found: number): void;
	/** The reading is answered by this attempt; what is gathered may also have fewer words than that asks for. */
	answer(attempt: Attempt, gathered: GatherOptions): void;
}
