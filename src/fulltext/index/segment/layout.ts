/**
 * What are the bytes of a segment? A segment is one `SharedArrayBuffer`, and the file on disk has the same bytes.
 *
 *     0        8         12        16           20       24        28     32
 *     ├ magic ─┼ version ┼ header ─┼ number of  ┼ units  ┼ CRC-32  ┼ zero ┤
 *     │VTRSEG\r\n│  u32  │  CRC u32│ sections   │ of 8 B │ of rest │      │
 *     ├────────┴─────────┴─────────┴────────────┴────────┴─────────┴──────┤
 *     │ table: one row of 6 × u32 for each section                        │
 *     │   kind │ field │ element type │ offset in units │ byte length lo,hi│
 *     ├───────────────────────────────────────────────────────────────────┤
 *     │ sections, each aligned to 8 bytes, each one typed array           │
 *     └───────────────────────────────────────────────────────────────────┘
 *
 * Opening a segment creates views. Only the manifest (JSON: counts and field names) becomes objects. This is how the
 * sections refer to each other, with D documents, T terms, P postings and V values of a keyword column:
 *
 *     termOffsets    [T+1] ──► termBytes (UTF-8, sorted)
 *     chunkOffsets   [T+1] ──► chunkHighs, chunkStarts ──► postingDocuments [P] u16, see `postings.ts`
 *                                                      └─► postingCounts [P] one byte, A:3 B:2 C:3 bits
 *     termsByEnd: terms by their bytes from the last to the first, only where the language has compounds
 *     typoBuckets [2^n+1] ──► typoTerms: terms by the hash of their words with letters left out
 *
 *     lengths [D] one byte A:3 B:2 C:3 bits    titleOffsets [D+1] ──► titleTerms: the words of the title in order,
 *                                              each followed by its other forms, see `title-words.ts`
 *     flags [D]   boosts [D]?                  idOffsets [D+1] ──► idBytes;  keys [16 D] MD5;  keySlots hash table
 *     identifierHashes [2 I] sorted ──► identifierDocuments [I]     linkHashes, linkDocuments: the same for links
 *
 *     column of a field, dense:   ordinals [D]               at most one value for each document, 0 = none
 *                       many:     valueOffsets [D+1] ──► ordinals
 *                       sparse:   rowDocuments [R] ──► valueOffsets [R+1] ──► ordinals
 *            dictionary:          dictionaryOffsets [V+1] ──► dictionaryBytes, sorted; ordinal o is entry o - 1
 *            inverse:             listOffsets [V+1] ──► listDocuments: documents by ordinal, ascending
 *     Numbers and dates have the same three shapes, with f64 `numbers` for ordinals and NaN for none.
 *     Points have rowDocuments and two f64 for each row.
 */

export const segmentVersion = 3;
export const headerBytes = 32;
export const tableRowWords = 6;
export const unitBytes = 8;
/** "VTRSEG\r\n": reveals a transfer that rewrote line endings. */
export const magicBytes: readonly number[] = [0x56, 0x54, 0x52, 0x53, 0x45, 0x47, 0x0d, 0x0a];

/** The most words of a title that are stored in order. */
export const titleWordsMax = 24;

export const sectionKinds = {
	manifest: 1,
	termOffsets: 2,
	termBytes: 3,
	chunkOffsets: 4,
	chunkHighs: 5,
	chunkStarts: 6,
	postingDocuments: 7,
	postingCounts: 8,
	typoBuckets: 11,
	typoTerms: 12,
	lengths: 13,
	flags: 14,
	boosts: 15,
	titleOffsets: 16,
	titleTerms: 17,
	idOffsets: 18,
	idBytes: 19,
	keys: 20,
	keySlots: 21,
	identifierHashes: 22,
	identifierDocuments: 23,
	linkHashes: 24,
	linkDocuments: 25,
	termsByEnd: 26,
	rowDocuments: 32,
	valueOffsets: 33,
	ordinals: 34,
	dictionaryOffsets: 35,
	dictionaryBytes: 36,
	listOffsets: 37,
	listDocuments: 38,
	numberRowDocuments: 40,
	numberOffsets: 41,
	numbers: 42,
	pointRowDocuments: 44,
	points: 45,
} as const;

export type SectionKind = (typeof sectionKinds)[keyof typeof sectionKinds];

/** The field number of sections that belong to the whole segment. */
export const noField = 0xffffffff;

/** Element types by their number in the table. */
export const elementTypes = [Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array] as const;

export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

export interface Section {
	readonly kind: SectionKind;
	/** Index of the field in the manifest, or `noField`. */
	readonly field: number;
	readonly data: SectionArray;
}

/** Bits of `flags`. */
export const flagOutOfStock = 1;

/** The part of a segment that is read into objects. */
export interface Manifest {
	readonly documentCount: number;
	/** Sums over all documents of the number of words in each weight class. */
	readonly wordCounts: readonly [a: number, b: number, c: number];
	readonly fields: readonly ManifestField[];
	/** Why some input is not in the segment: one sentence each, bounded. */
	readonly notes: readonly string[];
	/** The schema overrides that it was built with, see `toIndexedText`; absent when there were none. */
	readonly schema?: string;
}

/** Which columns a field has. A field whose values change type has several. */
export interface ManifestField {
	readonly name: string;
	readonly hasKeywords: boolean;
	readonly hasNumbers: boolean;
	readonly hasPoints: boolean;
	/** Whether any of its numbers was a date, given as text. */
	readonly hasDates: boolean;
	/** Whether values of more than one type were seen: then it is also kept as keyword and text. */
	readonly isMixed: boolean;
	/** Whether any value was a text or a list of texts. A title has texts but no column. */
	readonly hasTexts: boolean;
}

/** Whether a field has values of more than one type within one of these segments or across them. Cost: O(segments). */
export function isMixedAcross(fields: readonly ManifestField[]): boolean {
	const types = new Set<string>();
	for (const { isMixed, hasTexts, hasKeywords, hasNumbers } of fields) {
		if (isMixed) return true;
		// In a field of a single type, booleans have keywords and no texts, and numbers have neither.
		if (hasTexts) types.add('text');
		else if (hasKeywords) types.add('boolean');
		else if (hasNumbers) types.add('number');
	}
	return types.size > 1;
}

/** Pseudo-field of the group ids. No field of an item can have this name, because names are never empty. */
export const groupFieldName = '';
/**
 * Pseudo-field of the order of creation: a number for each document, larger is newer. No item has a field whose name
 * begins like this.
 */
export const creationFieldName = '\0created';
