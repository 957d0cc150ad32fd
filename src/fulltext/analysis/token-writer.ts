/**
 * Copies the tokens of known chunks into a buffer, and adds those that span the blanks between chunks: a number and its
 * unit (`27 inch`: 27in at the position of the number), also where a run begins with the unit (`28厘米`), and the sizes of
 * screens, papers and boards (`1440 x 900`: 1440x900).
 */
import { noName, recordHeadLength, recordTokenLength, sizeSign, sizeSignIndex } from './chunk-records.ts';
import type { FindRunUnit } from './run-units.ts';
import type { ScannedChunk } from './scan-text.ts';
import { kindBits, kindMask, pushToken, type TokenBuffer, tokenKinds } from './token-buffer.ts';

export interface TokenWriter {
	/** Starts a new text, whose tokens go into this buffer. */
	begin(buffer: TokenBuffer): void;
	/**
	 * Joins the number before a run, if there is one, with the unit that the run begins with, and prevents any other unit from joining
	 * with it.
	 */
	beginRun(text: string, start: number, end: number): void;
	/** Writes the tokens of a chunk, whose record starts at `recordStart`. */
	write(records: Int32Array, recordStart: number, chunk: ScannedChunk): void;
}

export interface TokenWriterOptions {
	/** The names that records refer to. */
	readonly names: readonly string[];
	readonly findRunUnit: FindRunUnit;
	/** Returns the number of a term, int32 ≥ 0. */
	readonly idOf: (term: string) => number;
}

export function createTokenWriter({ names, findRunUnit, idOf }: TokenWriterOptions): TokenWriter {
	let tokens: TokenBuffer;
	let previousEnd = 0;
	/**
	 * The number that a unit or a size sign may follow, and the number before such a sign; `noName` when there is none.
	 */
	let openNumber = noName;
	let sizedNumber = noName;

	/** Adds a token that joins what precedes a chunk with the beginning of the chunk, and records how the chunk ends. */
	function joinAcross(records: Int32Array, recordStart: number, isAdjacent: boolean): void {
		const number = isAdjacent ? openNumber : noName;
		const sized = isAdjacent ? sizedNumber : noName;
		const hasNames = (records[recordStart] as number) < 0;
		const namesStart = recordStart + recordHeadLength - (records[recordStart] as number) * recordTokenLength;
		const headNumber = hasNames ? (records[namesStart + 1] as number) : noName;
		const headUnit = hasNames ? (records[namesStart + 2] as number) : noName;
		openNumber = hasNames ? (records[namesStart] as number) : noName;
		sizedNumber = headUnit === sizeSignIndex ? number : noName;
		const position = tokens.positionCount;
		if (number !== noName && headUnit !== noName && headUnit !== sizeSignIndex)
			pushMeasure(number, names[headUnit] as string);
		if (sized !== noName && headNumber !== noName) {
			const packed = ((position - 2) << kindBits) | tokenKinds.joined;
			pushToken(tokens, idOf(names[sized] + sizeSign + names[headNumber]), packed);
		}
	}

	/** Adds a number and its unit at the last position, which is that of the number. */
	function pushMeasure(number: number, unit: string): void {
		pushToken(tokens, idOf(names[number] + unit), ((tokens.positionCount - 1) << kindBits) | tokenKinds.unit);
	}

	return {
		begin(buffer) {
			tokens = buffer;
			previousEnd = 0;
			openNumber = noName;
			sizedNumber = noName;
		},
		beginRun(text, start, end) {
			if (openNumber !== noName && isBlank(text, previousEnd, start)) {
				const found = findRunUnit(text, { start, end, isApart: previousEnd < start });
				if (found !== undefined) pushMeasure(openNumber, found.unit);
			}
			openNumber = noName;
			sizedNumber = noName;
		},
		write(records, recordStart, chunk) {
			// Most words are neither a number nor preceded by one.
			if (openNumber !== noName || sizedNumber !== noName || (records[recordStart] as number) < 0)
				joinAcross(records, recordStart, isBlank(chunk.text, previousEnd, chunk.start));
			copyTokens(records, recordStart, tokens);
			previousEnd = chunk.end;
		},
	};
}

/** Appends the tokens of a record to the buffer and advances its position. */
function copyTokens(records: Int32Array, recordStart: number, tokens: TokenBuffer): void {
	const base = tokens.positionCount;
	const tokenCount = Math.abs(records[recordStart] as number);
	let at = recordStart + recordHeadLength;
	const recordEnd = at + tokenCount * recordTokenLength;
	let { count } = tokens;
	if (count + tokenCount <= tokens.termIds.length) {
		const { termIds, positions, kinds } = tokens;
		for (; at < recordEnd; at += recordTokenLength) {
			const packed = records[at + 1] as number;
			termIds[count] = records[at] as number;
			positions[count] = base + (packed >> kindBits);
			kinds[count] = packed & kindMask;
			count += 1;
		}
		tokens.count = count;
	}
	for (; at < recordEnd; at += recordTokenLength)
		pushToken(tokens, records[at] as number, (base << kindBits) + (records[at + 1] as number));
	tokens.positionCount = base + (records[recordStart + 1] as number);
}

/** Whether only blanks (or nothing) stand between two chunks. */
function isBlank(text: string, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		const unit = text.charCodeAt(at);
		if (unit !== 0x20 && unit !== 0xa0 && unit !== 0x09 && unit !== 0x202f) return false;
	}
	return true;
}
