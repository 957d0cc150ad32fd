/** What can be read from an open segment? Everything here is a view of its bytes. */
import { type IndexSchema, openIndexSchema } from '../../../domain/schema/index-schema.ts';
import type { KeywordColumn, NumberColumn, Ordinals, PointColumn } from './columns.ts';
import {
	type Manifest,
	type ManifestField,
	noField,
	type SectionArray,
	type SectionKind,
	sectionKinds,
} from './layout.ts';
import type { Postings } from './postings.ts';
import {
	DamagedSegmentError,
	readSectionTable,
	readVerifiedTable,
	type SectionTable,
	toSectionKey,
	toView,
} from './segment-bytes.ts';
import type { SortedStrings } from './sorted-strings.ts';

export interface Segment {
	readonly bytes: SharedArrayBuffer;
	readonly manifest: Manifest;
	/** The schema of the fields when it was built. */
	readonly schema: IndexSchema;
	/** Documents are numbered 0 … documentCount-1 in the order they were added. */
	readonly documentCount: number;
	readonly terms: SortedStrings;
	/** Terms that may be compounds, see `terms-by-end.ts`; undefined where the language has no compounds. */
	readonly termsByEnd: Uint32Array | undefined;
	readonly postings: Postings;
	/** Terms by the hashes of their words with letters left out (see `typo-table.ts`). */
	readonly typoBuckets: Uint32Array;
	readonly typoTerms: Uint32Array;
	/** Packed lengths of the classes, one byte for each document. */
	readonly lengths: Uint8Array;
	readonly flags: Uint8Array;
	/** `df_manual_boost` of each document, ≥ 0; undefined when all are 1. */
	readonly boosts: Float32Array | undefined;
	/** The words of document d's title and their other forms: `titleTerms` from titleOffsets[d] to titleOffsets[d+1]. */
	readonly titleOffsets: Uint32Array;
	readonly titleTerms: Uint32Array;
	/** Not sorted: in document order. */
	readonly ids: SortedStrings;
	/** 16 bytes for each document: the MD5 of its id. */
	readonly keys: Uint8Array;
	/** Hash table of document + 1, by the first four bytes of the key; its length is a power of two. */
	readonly keySlots: Uint32Array;
	/** Pairs of u32 (high, low), sorted by the high half, and the document of each pair. */
	readonly identifierHashes: Uint32Array;
	readonly identifierDocuments: Uint32Array;
	/** The same for the normalised links of items. */
	readonly linkHashes: Uint32Array;
	readonly linkDocuments: Uint32Array;
	/** What the manifest says of a field. Cost: O(1). */
	findField(fieldName: string): ManifestField | undefined;
	/** Columns by field name; undefined when no document has such a value. Cost: O(1) after the first call. */
	keywordColumn(fieldName: string): KeywordColumn | undefined;
	numberColumn(fieldName: string): NumberColumn | undefined;
	pointColumn(fieldName: string): PointColumn | undefined;
}

/**
 * Opens the bytes of a segment. Cost: a checksum of all bytes. Further memory: the manifest and the views in use.
 * @throws {DamagedSegmentError} when they are not a whole segment
 */
export function openSegment(bytes: SharedArrayBuffer): Segment {
	const table = readSectionTable(bytes);
	return createSegment(bytes, table);
}

/** Opens bytes that `openSegment` verified before, in another thread that shares them. Cost: reading the manifest. */
export function openProvenSegment(bytes: SharedArrayBuffer): Segment {
	return createSegment(bytes, readVerifiedTable(bytes));
}

function createSegment(bytes: SharedArrayBuffer, table: SectionTable): Segment {
	const sections = openSections(bytes, table);
	const manifest = readManifest(sections.u8(sectionKinds.manifest));
	const fieldNumbers = new Map(manifest.fields.map((field, index) => [field.name, index]));
	const { u8, u32 } = sections;
	return {
		bytes,
		manifest,
		schema: openIndexSchema(manifest.schema ?? ''),
		documentCount: manifest.documentCount,
		terms: { offsets: u32(sectionKinds.termOffsets), bytes: u8(sectionKinds.termBytes) },
		termsByEnd: sections.find(sectionKinds.termsByEnd, noField) as Uint32Array | undefined,
		postings: {
			chunkOffsets: u32(sectionKinds.chunkOffsets),
			chunkHighs: sections.u16(sectionKinds.chunkHighs),
			chunkStarts: u32(sectionKinds.chunkStarts),
			documents: sections.u16(sectionKinds.postingDocuments),
			counts: u8(sectionKinds.postingCounts),
		},
		typoBuckets: u32(sectionKinds.typoBuckets),
		typoTerms: u32(sectionKinds.typoTerms),
		lengths: u8(sectionKinds.lengths),
		flags: u8(sectionKinds.flags),
		boosts: sections.find(sectionKinds.boosts, noField) as Float32Array | undefined,
		titleOffsets: u32(sectionKinds.titleOffsets),
		titleTerms: u32(sectionKinds.titleTerms),
		ids: { offsets: u32(sectionKinds.idOffsets), bytes: u8(sectionKinds.idBytes) },
		keys: u8(sectionKinds.keys),
		keySlots: u32(sectionKinds.keySlots),
		identifierHashes: u32(sectionKinds.identifierHashes),
		identifierDocuments: u32(sectionKinds.identifierDocuments),
		linkHashes: u32(sectionKinds.linkHashes),
		linkDocuments: u32(sectionKinds.linkDocuments),
		findField: (fieldName) => manifest.fields[fieldNumbers.get(fieldName) ?? -1],
		...openColumns(sections, manifest.fields, fieldNumbers),
	};
}

interface Sections {
	find(kind: SectionKind, field: number): SectionArray | undefined;
	/** @throws {DamagedSegmentError} when it is missing, which would be a fault of the writer */
	u8(kind: SectionKind): Uint8Array;
	u16(kind: SectionKind): Uint16Array;
	u32(kind: SectionKind): Uint32Array;
}

function openSections(bytes: SharedArrayBuffer, table: SectionTable): Sections {
	function find(kind: SectionKind, field: number): SectionArray | undefined {
		const row = table.get(toSectionKey(kind, field));
		return row === undefined ? undefined : toView(bytes, row);
	}
	function need(kind: SectionKind): SectionArray {
		const data = find(kind, noField);
		if (data === undefined) throw new DamagedSegmentError(`section ${kind} is missing`);
		return data;
	}
	return {
		find,
		u8: (kind) => need(kind) as Uint8Array,
		u16: (kind) => need(kind) as Uint16Array,
		u32: (kind) => need(kind) as Uint32Array,
	};
}

function readManifest(data: Uint8Array): Manifest {
	return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8')) as Manifest;
}

type ColumnFinders = Pick<Segment, 'keywordColumn' | 'numberColumn' | 'pointColumn'>;

function openColumns(
	sections: Sections,
	fields: readonly ManifestField[],
	fieldNumbers: ReadonlyMap<string, number>,
): ColumnFinders {
	function cacheByField<T>(open: (field: number) => T, isThere: (field: ManifestField) => boolean) {
		const opened = new Map<number, T>();
		return (fieldName: string): T | undefined => {
			const number = fieldNumbers.get(fieldName);
			if (number === undefined || !isThere(fields[number] as ManifestField)) return undefined;
			const known = opened.get(number);
			if (known !== undefined) return known;
			const column = open(number);
			opened.set(number, column);
			return column;
		};
	}
	return {
		keywordColumn: cacheByField(
			(field) => openKeywordColumn(sections, field),
			(field) => field.hasKeywords,
		),
		numberColumn: cacheByField(
			(field) => openNumberColumn(sections, field),
			(field) => field.hasNumbers,
		),
		pointColumn: cacheByField(
			(field) => openPointColumn(sections, field),
			(field) => field.hasPoints,
		),
	};
}

function openKeywordColumn({ find }: Sections, field: number): KeywordColumn {
	return {
		rows: find(sectionKinds.rowDocuments, field) as Uint32Array | undefined,
		offsets: find(sectionKinds.valueOffsets, field) as Uint32Array | undefined,
		ordinals: find(sectionKinds.ordinals, field) as Ordinals,
		dictionary: {
			offsets: find(sectionKinds.dictionaryOffsets, field) as Uint32Array,
			bytes: find(sectionKinds.dictionaryBytes, field) as Uint8Array,
		},
		listOffsets: find(sectionKinds.listOffsets, field) as Uint32Array,
		listDocuments: find(sectionKinds.listDocuments, field) as Uint32Array,
	};
}

function openNumberColumn({ find }: Sections, field: number): NumberColumn {
	return {
		rows: find(sectionKinds.numberRowDocuments, field) as Uint32Array | undefined,
		offsets: find(sectionKinds.numberOffsets, field) as Uint32Array | undefined,
		numbers: find(sectionKinds.numbers, field) as Float64Array,
	};
}

function openPointColumn({ find }: Sections, field: number): PointColumn {
	return {
		rows: find(sectionKinds.pointRowDocuments, field) as Uint32Array,
		points: find(sectionKinds.points, field) as Float64Array,
	};
}
