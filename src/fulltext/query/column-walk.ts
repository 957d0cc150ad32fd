/**
 * Walks the values of matches in a column of any shape. This is the only module that distinguishes the sparse and
 * multi-valued shapes.
 */
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';

/** Where the entries of each document are, as in `columns.ts`. */
export interface ColumnShape {
	readonly rows: Uint32Array | undefined;
	readonly offsets: Uint32Array | undefined;
}

export interface MatchedDocuments {
	readonly documents: Uint32Array;
	readonly count: number;
	/** Scratch, all 0 before and after. */
	readonly slotByDocument: Uint32Array;
}

/** Whether entry d is the one value of document d. */
export function isDense({ rows, offsets }: ColumnShape): boolean {
	return rows === undefined && offsets === undefined;
}

/** The entries [from, to) of one document. Cost: O(log rows) where the column is sparse. */
export function findEntries({ rows, offsets }: ColumnShape, document: number): readonly [from: number, to: number] {
	const row = rows === undefined ? document : findRow(rows, document);
	if (row < 0) return [0, 0];
	return offsets === undefined ? [row, row + 1] : [offsets[row] as number, offsets[row + 1] as number];
}

function findRow(rows: Uint32Array, document: number): number {
	let low = 0;
	let high = rows.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((rows[middle] as number) < document) low = middle + 1;
		else high = middle;
	}
	return rows[low] === document ? low : -1;
}

/**
 * Calls `visit` with the index of each match that may have values, and its entries [from, to) in the column. A sparse
 * column is walked by its rows. Cost: O(matches), plus O(rows) when the column is sparse.
 */
export function* walkColumn(
	{ rows, offsets }: ColumnShape,
	{ documents, count, slotByDocument }: MatchedDocuments,
	{ pace, visit }: ColumnWalk,
): Steps<void> {
	if (rows !== undefined) {
		for (let index = 0; index < count; index++) slotByDocument[documents[index] as number] = index + 1;
	}
	const end = rows === undefined ? count : rows.length;
	for (let from = 0; from < end; from += entriesPerCheck) {
		const range = { from, to: Math.min(end, from + entriesPerCheck) };
		if (rows === undefined) visitMatches(documents, offsets, { ...range, visit });
		else visitRows({ rows, offsets }, slotByDocument, { ...range, visit });
		if (pace.isDue()) yield;
	}
	if (rows !== undefined) for (let index = 0; index < count; index++) slotByDocument[documents[index] as number] = 0;
}

/** How often the walk may yield, and what it calls. */
export interface ColumnWalk {
	readonly pace: Pace;
	readonly visit: Visit;
}

type Visit = (index: number, from: number, to: number) => void;

interface Range {
	readonly from: number;
	readonly to: number;
	readonly visit: Visit;
}

function visitMatches(documents: Uint32Array, offsets: Uint32Array | undefined, { from, to, visit }: Range): void {
	for (let index = from; index < to; index++) {
		const document = documents[index] as number;
		if (offsets === undefined) visit(index, document, document + 1);
		else visit(index, offsets[document] as number, offsets[document + 1] as number);
	}
}

function visitRows(
	{ rows, offsets }: { readonly rows: Uint32Array; readonly offsets: Uint32Array | undefined },
	slotByDocument: Uint32Array,
	{ from, to, visit }: Range,
): void {
	for (let row = from; row < to; row++) {
		const at = slotByDocument[rows[row] as number] as number;
		if (at === 0) continue;
		if (offsets === undefined) visit(at - 1, row, row + 1);
		else visit(at - 1, offsets[row] as number, offsets[row + 1] as number);
	}
}
