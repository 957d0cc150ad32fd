/** Merges the columns of one field from several segments. */
import { createArray } from '../../../lib/shared-bytes.ts';
import { createKeywordBuilder } from '../builder/column-builder.ts';
import type { FieldContent } from '../segment/assemble-segment.ts';
import type { KeywordEntries, NumberEntries } from '../segment/column-sections.ts';
import type { KeywordColumn, NumberColumn } from '../segment/columns.ts';
import { isMixedAcross } from '../segment/layout.ts';
import { mergeDictionaries } from './merge-dictionaries.ts';
import { type MergeSource, noDocument } from './merge-source.ts';

/**
 * The merged content of a field; undefined when no live document has a value. Which documents have words of a field
 * without a column is not stored, so such a field stays. Cost: O(values).
 */
export function mergeField(name: string, sources: readonly MergeSource[]): FieldContent | undefined {
	const manifests = sources.flatMap(({ segment }) => segment.findField(name) ?? []);
	const keywords = mergeKeywords(name, sources);
	const numbers = mergeNumbers(name, sources);
	const points = mergePoints(name, sources);
	const hasTexts = manifests.some((field) => field.hasTexts);
	const isWordsOnly = hasTexts && manifests.every(({ hasKeywords }) => !hasKeywords);
	if (keywords === undefined && numbers === undefined && points === undefined && !isWordsOnly) return undefined;
	return {
		name,
		keywords,
		numbers,
		points,
		hasDates: manifests.some(({ hasDates }) => hasDates),
		isMixed: isMixedAcross(manifests),
		hasTexts,
	};
}

function mergeKeywords(name: string, sources: readonly MergeSource[]): KeywordEntries | undefined {
	if (sources.every(({ segment }) => segment.keywordColumn(name) === undefined)) return undefined;
	const parts = sources.map((source) => toKeywordPart(name, source));
	const total = parts.reduce((sum, { documents }) => sum + documents.length, 0);
	if (total === 0) return undefined;
	const { dictionary, maps } = mergeDictionaries(
		parts.map((part) => ({ dictionary: part.dictionary, isUsed: toUsed(part) })),
	);
	const documents = createArray(Uint32Array, total);
	const ordinals = createArray(Uint32Array, total);
	let to = 0;
	for (const [index, part] of parts.entries()) {
		const map = maps[index] as Uint32Array;
		documents.set(part.documents, to);
		for (let at = 0; at < part.ordinals.length; at++) {
			ordinals[to] = (map[(part.ordinals[at] as number) - 1] as number) + 1;
			to += 1;
		}
	}
	return { documents, ordinals, dictionary };
}

function toUsed({ ordinals, dictionary }: KeywordEntries): Uint8Array {
	const isUsed = createArray(Uint8Array, dictionary.offsets.length - 1);
	for (const ordinal of ordinals) isUsed[ordinal - 1] = 1;
	return isUsed;
}

/** The keywords of live documents, with their new numbers. Numbers become keywords where other segments have texts. */
function toKeywordPart(name: string, source: MergeSource): KeywordEntries {
	const column = source.segment.keywordColumn(name);
	if (column !== undefined) {
		const documents = createArray(Uint32Array, column.ordinals.length);
		const ordinals = createArray(Uint32Array, column.ordinals.length);
		let count = 0;
		visitLive({ ...column, entryCount: column.ordinals.length }, source, (document, at) => {
			const ordinal = column.ordinals[at] as number;
			if (ordinal === 0) return;
			documents[count] = document;
			ordinals[count] = ordinal;
			count += 1;
		});
		return {
			documents: documents.subarray(0, count),
			ordinals: ordinals.subarray(0, count),
			dictionary: column.dictionary,
		};
	}
	const builder = createKeywordBuilder();
	const numbers = toNumberPart(name, source);
	for (let at = 0; at < numbers.documents.length; at++) {
		builder.add(numbers.documents[at] as number, String(numbers.numbers[at]));
	}
	return builder.toEntries();
}

function mergeNumbers(name: string, sources: readonly MergeSource[]): NumberEntries | undefined {
	const parts = sources.map((source) => toNumberPart(name, source));
	const total = parts.reduce((sum, { documents }) => sum + documents.length, 0);
	if (total === 0) return undefined;
	const documents = createArray(Uint32Array, total);
	const numbers = createArray(Float64Array, total);
	let to = 0;
	for (const part of parts) {
		documents.set(part.documents, to);
		numbers.set(part.numbers, to);
		to += part.documents.length;
	}
	return { documents, numbers };
}

function toNumberPart(name: string, source: MergeSource): NumberEntries {
	const column = source.segment.numberColumn(name);
	const countMax = column?.numbers.length ?? 0;
	const documents = createArray(Uint32Array, countMax);
	const numbers = createArray(Float64Array, countMax);
	let count = 0;
	if (column !== undefined) {
		visitLive({ ...column, entryCount: countMax }, source, (document, at) => {
			const value = column.numbers[at] as number;
			if (Number.isNaN(value)) return;
			documents[count] = document;
			numbers[count] = value;
			count += 1;
		});
	}
	return { documents: documents.subarray(0, count), numbers: numbers.subarray(0, count) };
}

function mergePoints(name: string, sources: readonly MergeSource[]): FieldContent['points'] {
	const documents: number[] = [];
	const points: number[] = [];
	for (const { segment, documentMap } of sources) {
		const column = segment.pointColumn(name);
		if (column === undefined) continue;
		for (let row = 0; row < column.rows.length; row++) {
			const document = documentMap[column.rows[row] as number] as number;
			if (document === noDocument) continue;
			documents.push(document);
			points.push(column.points[2 * row] as number, column.points[2 * row + 1] as number);
		}
	}
	if (documents.length === 0) return undefined;
	return { documents: Uint32Array.from(documents), points: Float64Array.from(points) };
}

interface LiveColumn extends Pick<KeywordColumn | NumberColumn, 'rows' | 'offsets'> {
	/** The entries of all documents together. */
	readonly entryCount: number;
}

/** Calls `visit` with the new number of every live document and each of its entries. */
function visitLive(
	{ rows, offsets, entryCount }: LiveColumn,
	{ documentMap }: MergeSource,
	visit: (document: number, at: number) => void,
): void {
	const rowCount = rows?.length ?? (offsets === undefined ? entryCount : offsets.length - 1);
	for (let row = 0; row < rowCount; row++) {
		const document = documentMap[rows === undefined ? row : (rows[row] as number)] as number;
		if (document === noDocument) continue;
		const end = offsets === undefined ? row + 1 : (offsets[row + 1] as number);
		for (let at = offsets === undefined ? row : (offsets[row] as number); at < end; at++) visit(document, at);
	}
}
