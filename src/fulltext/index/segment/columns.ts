/**
 * Which values does a document have in a field? Columns answer in one of three shapes (drawn in `layout.ts`):
 *
 *     dense    rows and offsets undefined: entry d is the one value of document d (ordinal 0 or NaN for none)
 *     many     offsets defined: document d has entries offsets[d] … offsets[d+1]-1
 *     sparse   rows defined: row r belongs to document rows[r] (ascending) and has entries offsets[r] … offsets[r+1]-1,
 *              or entry r alone when offsets is undefined
 */
import type { SortedStrings } from './sorted-strings.ts';

export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** Texts and booleans. The ordinal of a value is its index in the sorted dictionary plus one; 0 means no value. */
export interface KeywordColumn {
	readonly rows: Uint32Array | undefined;
	readonly offsets: Uint32Array | undefined;
	readonly ordinals: Ordinals;
	readonly dictionary: SortedStrings;
	/** Documents of ordinal o, ascending: `listDocuments` from listOffsets[o-1] to listOffsets[o]. */
	readonly listOffsets: Uint32Array;
	readonly listDocuments: Uint32Array;
}

/** Plain numbers, or dates as milliseconds since 1970 in UTC. */
export interface NumberColumn {
	readonly rows: Uint32Array | undefined;
	readonly offsets: Uint32Array | undefined;
	readonly numbers: Float64Array;
}

/** Always sparse, at most one point for each row: latitude and longitude in degrees at 2r and 2r+1. */
export interface PointColumn {
	readonly rows: Uint32Array;
	readonly points: Float64Array;
}
