import type { Pace, Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { MatchedDocuments } from './column-walk.ts';

export interface PacedMatches extends MatchedDocuments {
	readonly pace: Pace;
}

/** How one rule of a sort ranks the matches of a segment; `sort-keys.ts` computes the numbers. */
export interface SortKey {
	/** Whether keys of different segments must be compared through `toText`. */
	readonly isText: boolean;
	readonly isDescending: boolean;
	/** Writes one key for each match. Cost: O(matches). */
	write(segment: Segment, matches: PacedMatches, keys: Float64Array): Steps<void>;
	/** The text that a key of a text rule stands for; undefined for none. */
	toText(segment: Segment, key: number): string | undefined;
}
