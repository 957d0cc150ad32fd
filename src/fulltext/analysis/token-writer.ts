/**
 * Copies the tokens of known chunks into a buffer, and makes those that cross the blanks between chunks: a number and its
 * unit (`27 inch`: 27in at the position of the number), and the sizes of screens, papers and boards (`1440 x 900`: 1440x900).
 */
import { noName, recordHeadLength, recordTokenLength, sizeSign, sizeSignIndex } from './chunk-records.ts';
import type { ScannedChunk } from './scan-text.ts';
import { kindBits, kindMask, pushToken, type TokenBuffer, tokenKinds } from './token-buffer.ts';

export interface TokenWriter {
	/** The tokens that follow are of a new text, and go into this buffer. */
	begin(buffer: TokenBuffer): void;
	/** No number before this point has a unit behind it. */
	breakOff(): void;
	/** Writes the tokens of a chunk, whose record starts there. */
	write(records: Int32Array, recordStart: number, chunk: ScannedChunk): void;
}

/**
 * @param names those that records point to
 * @param idOf names terms by numbers, int32 ≥ 0
 */
export function createTokenWriter(names: readonly string[], idOf: (term: string) => number): TokenWriter {
	let tokens: TokenBuffer;
	let previousEnd = 0;
	/** The number that a unit or a sign of size may follow, and the one behind which such a sign stood; -1: there is none. */
	let openNumber = noName;
	let sizedNumber = noName;

	/** Makes a token of what stands before a chunk and what the chunk begins with, and notes what it ends with. */
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
		if (number !== noName && headUnit !== noName && headUnit !== sizeSignIndex) {
			const packed = ((position - 1) << kindBits) | tokenKinds.unit;
			pushToken(tokens, idOf(`${names[number]}${names[headUnit]}`), packed);
		}
		if (sized !== noName && headNumber !== noName) {
			const packed = ((position - 2) << kindBits) | tokenKinds.joined;
			pushToken(tokens, idOf(names[sized] + sizeSign + names[headNumber]), packed);
		}
	}

	return {
		begin(buffer) {
			tokens = buffer;
			previousEnd = 0;
			openNumber = noName;
			sizedNumber = noName;
		},
		breakOff() {
			openNumber = noName;
			sizedNumber = noName;
		},
		write(records, recordStart, chunk) {
			// Most words are neither a number nor behind one.
			if (openNumber !== noName || sizedNumber !== noName || (records[recordStart] as number) < 0)
				joinAcross(records, recordStart, isBlank(chunk.text, previousEnd, chunk.start));
			copyTokens(records, recordStart, tokens);
			previousEnd = chunk.end;
		},
	};
}

/** Copies the tokens of a record behind those in the buffer, and moves its position on. */
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
