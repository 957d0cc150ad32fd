import type { Pace, Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { MatchedDocuments } from './column-walk.ts';

export interface PacedMatches extends MatchedDocuments {
	readonly pace: Pace;
}

/** How one rule of a sort ranks the matches of a segment: `sort-keys.ts` says by which numbers. */
export interface SortKey {
	/** Whether keys have to be compared through `toText` across segments. */
	readonly isText: boolean;
	readonly isDescending: boolean;
	/** Writes one key for each match. Cost: O(matches). */
	write(segment: Segment, matches: PacedMatches, keys: Float64Array): Steps<void>;
	/** The text behind a key of a text rule; undefined for none. */
	toText(segment: Segment, key: number): string | undefined;
}
