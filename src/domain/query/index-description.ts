/** What is in the search index of an index? For its owner: how its fields are used, and what was left out. */

import type { IndexBuild } from './search-progress.ts';

/** `text`: the words are searched. The others: the values can be used in filters, facets and sorts. */
export const fieldUses = ['text', 'keyword', 'number', 'date', 'point'] as const;
export type FieldUse = (typeof fieldUses)[number];

export interface FieldDescription {
	readonly name: string;
	/** In the order of `fieldUses`, inferred from the values of the items. */
	readonly uses: readonly FieldUse[];
	/** Whether its values have several types, so that it is also kept as keyword and text. */
	readonly isMixed: boolean;
}

/** What the segments of an index contain. */
export interface IndexContent {
	readonly itemCount: number;
	readonly segmentCount: number;
	/** Deleted or replaced items that no merge has dropped yet. */
	readonly deletedCount: number;
	readonly byteCount: number;
	/** By name, in the order of UTF-16 code units. */
	readonly fields: readonly FieldDescription[];
	/** What was left out of items because of which limit, one sentence each; at most `notesMax`. */
	readonly notes: readonly string[];
}

/** The most notes of a segment, and of an index. */
export const notesMax = 100;

export interface IndexDescription extends IndexContent {
	/** The language of the analysis: an ISO 639-1 code, or `und`. */
	readonly language: string;
	/** How many writes are searchable, and how many the store has; both ≥ 0. */
	readonly writesSearchable: number;
	readonly writesStored: number;
	/** The progress of an index that cannot be searched yet; then it has no content, and `writesSearchable` is 0. */
	readonly build: BuildState | undefined;
	/**
	 * The progress of the index that will replace this one, which is searched meanwhile. It is built after a change of
	 * the language, the price format or the schema.
	 */
	readonly replacement: BuildState | undefined;
	/** Whether an index that was whole takes no writes, and maybe no searches, several times in a row. */
	readonly isRefusing?: boolean;
}

export type BuildState = Pick<IndexBuild, 'writesIndexed' | 'writesWanted' | 'isFailing'>;
