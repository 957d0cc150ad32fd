/** How do the values of a field become the sections of a column, and which of the three shapes do they get? */
import { createArray } from '../../../lib/shared-bytes.ts';
import type { Ordinals } from './columns.ts';
import { noField, type Section, type SectionArray, type SectionKind, sectionKinds } from './layout.ts';
import type { SortedStrings } from './sorted-strings.ts';

/** Entries in the order of documents: `documents` ascending, one entry for each value. */
export interface KeywordEntries {
	readonly documents: Uint32Array;
	/** Ordinals (from 1) of the dictionary. */
	readonly ordinals: Uint32Array;
	readonly dictionary: SortedStrings;
}

export interface NumberEntries {
	readonly documents: Uint32Array;
	readonly numbers: Float64Array;
}

/** A field is sparse when fewer than one in this many documents has a value. */
const sparseDocumentsPerRow = 4;

/** The sections of a keyword column. Cost: O(entries + values + documents). */
export function toKeywordSections(entries: KeywordEntries, documentCount: number, field: number): Section[] {
	const { documents, ordinals, dictionary } = entries;
	const valueCount = dictionary.offsets.length - 1;
	const shape = toShape(documents, documentCount);
	const packed = createOrdinals(valueCount, shape.isDense ? documentCount : ordinals.length);
	if (shape.isDense)
		for (let at = 0; at < documents.length; at++) packed[documents[at] as number] = ordinals[at] as number;
	else packed.set(ordinals);
	const { listOffsets, listDocuments } = toLists(entries, valueCount);
	return [
		...toRowSections(shape, [sectionKinds.rowDocuments, sectionKinds.valueOffsets], field),
		{ kind: sectionKinds.ordinals, field, data: packed },
		{ kind: sectionKinds.dictionaryOffsets, field, data: dictionary.offsets },
		{ kind: sectionKinds.dictionaryBytes, field, data: dictionary.bytes },
		{ kind: sectionKinds.listOffsets, field, data: listOffsets },
		{ kind: sectionKinds.listDocuments, field, data: listDocuments },
	];
}

/** The sections of a number column. Cost: O(entries + documents). */
export function toNumberSections(entries: NumberEntries, documentCount: number, field: number): Section[] {
	const { documents, numbers } = entries;
	const shape = toShape(documents, documentCount);
	let data = numbers;
	if (shape.isDense) {
		data = createArray(Float64Array, documentCount).fill(Number.NaN);
		for (let at = 0; at < documents.length; at++) data[documents[at] as number] = numbers[at] as number;
	}
	return [
		...toRowSections(shape, [sectionKinds.numberRowDocuments, sectionKinds.numberOffsets], field),
		{ kind: sectionKinds.numbers, field, data },
	];
}

interface Shape {
	readonly isDense: boolean;
	readonly rows: Uint32Array | undefined;
	readonly offsets: Uint32Array | undefined;
}

function toShape(documents: Uint32Array, documentCount: number): Shape {
	let rowCount = 0;
	for (let at = 0; at < documents.length; at++) if (at === 0 || documents[at] !== documents[at - 1]) rowCount += 1;
	const isSingle = rowCount === documents.length;
	if (rowCount * sparseDocumentsPerRow < documentCount) return toSparseShape(documents, rowCount, isSingle);
	if (isSingle) return { isDense: true, rows: undefined, offsets: undefined };
	const offsets = createArray(Uint32Array, documentCount + 1);
	for (const document of documents) offsets[document + 1] = (offsets[document + 1] as number) + 1;
	for (let at = 0; at < documentCount; at++) offsets[at + 1] = (offsets[at + 1] as number) + (offsets[at] as number);
	return { isDense: false, rows: undefined, offsets };
}

function toSparseShape(documents: Uint32Array, rowCount: number, isSingle: boolean): Shape {
	if (isSingle) return { isDense: false, rows: documents, offsets: undefined };
	const rows = createArray(Uint32Array, rowCount);
	const offsets = createArray(Uint32Array, rowCount + 1);
	let row = -1;
	for (let at = 0; at < documents.length; at++) {
		if (at === 0 || documents[at] !== documents[at - 1]) {
			row += 1;
			rows[row] = documents[at] as number;
			offsets[row] = at;
		}
	}
	offsets[rowCount] = documents.length;
	return { isDense: false, rows, offsets };
}

function toRowSections(shape: Shape, kinds: readonly [SectionKind, SectionKind], field: number): Section[] {
	const sections: Section[] = [];
	if (shape.rows !== undefined) sections.push({ kind: kinds[0], field, data: shape.rows });
	if (shape.offsets !== undefined) sections.push({ kind: kinds[1], field, data: shape.offsets });
	return sections;
}

function createOrdinals(valueCount: number, length: number): Ordinals {
	if (valueCount < 0x100) return createArray(Uint8Array, length);
	return valueCount < 0x10000 ? createArray(Uint16Array, length) : createArray(Uint32Array, length);
}

function toLists({ documents, ordinals }: KeywordEntries, valueCount: number) {
	const listOffsets = createArray(Uint32Array, valueCount + 1);
	for (const ordinal of ordinals) listOffsets[ordinal] = (listOffsets[ordinal] as number) + 1;
	for (let at = 1; at <= valueCount; at++)
		listOffsets[at] = (listOffsets[at] as number) + (listOffsets[at - 1] as number);
	const next = createArray(Uint32Array, valueCount + 1);
	next.set(listOffsets);
	const listDocuments = createArray(Uint32Array, documents.length);
	for (let at = 0; at < documents.length; at++) {
		const ordinal = (ordinals[at] as number) - 1;
		const to = next[ordinal] as number;
		listDocuments[to] = documents[at] as number;
		next[ordinal] = to + 1;
	}
	return { listOffsets, listDocuments };
}

/** A section that belongs to the whole segment. */
export function toSection(kind: SectionKind, data: SectionArray): Section {
	return { kind, field: noField, data };
}
