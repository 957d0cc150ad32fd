/** What is in the search index of an index? For its owner: what its fields were taken for, and what was left out. */

import type { IndexBuild } from './search-progress.ts';

/** `text`: its words are searched. The others are what filters, facets and sorts of its values can be. */
export const fieldUses = ['text', 'keyword', 'number', 'date', 'point'] as const;
export type FieldUse = (typeof fieldUses)[number];

export interface FieldDescription {
	readonly name: string;
	/** In the order of `fieldUses`, inferred from the values of the items. */
	readonly uses: readonly FieldUse[];
	/** Its values are of several types, so that it is kept as keyword and text besides. */
	readonly isMixed: boolean;
}

/** What the segments of an index hold. */
export interface IndexContent {
	readonly itemCount: number;
	readonly segmentCount: number;
	/** Items deleted or replaced that a merge has not dropped yet. */
	readonly deletedCount: number;
	readonly byteCount: number;
	/** By name, in the order of UTF-16 code units. */
	readonly fields: readonly FieldDescription[];
	/** What was left out of the items and by which bound, one sentence each; at most `notesMax`. */
	readonly notes: readonly string[];
}

/** Sentences of one segment, and of an index. */
export const notesMax = 100;

export interface IndexDescription extends IndexContent {
	/** Of the analysis: a tag of `languages.ts`. */
	readonly language: string;
	/** How many writes can be found, and how many the store has; both 0 upwards. */
	readonly writesSearchable: number;
	readonly writesStored: number;
	/** How far it is when it cannot be searched yet; then it has no content, and `writesSearchable` is 0. */
	readonly build: BuildState | undefined;
	/**
	 * How far the index is that takes its place, while it is searched itself: for one that was built by another language,
	 * way of writing prices or schema than the store says now.
	 */
	readonly replacement: BuildState | undefined;
}

export type BuildState = Pick<IndexBuild, 'writesIndexed' | 'writesWanted' | 'isFailing'>;
