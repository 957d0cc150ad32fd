/**
 * What the chunk table stores of a chunk, as numbers:
 *
 *     tokens  positions  (termId  position and kind) × tokens  [last number if open  first number  first unit]
 *
 * Positions count from the first of the chunk. A negative number of tokens says that the three names follow them, as
 * indexes into `names` (-1: none).
 */
import { type Chunk, type ChunkPart, type ChunkRules, parseChunk } from './parse-chunk.ts';
import { kindBits, loosePrefix, stemPrefix, tokenKinds } from './token-buffer.ts';

export const recordHeadLength = 2;
export const recordTokenLength = 2;
export const noName = -1;
/** Between two numbers it makes them a size. It is the first of the names. */
export const sizeSign = 'x';
export const sizeSignIndex = 0;

/** How far back duplicates of a token are searched: further than the tokens of six subwords reach. */
const comparedLengthMax = 40 * recordTokenLength;
const namesMax = 65_536;
/** Longer numbers are codes without a unit. EANs would fill the names. */
const numberLengthMax = 8;

export interface ChunkRecords {
	readonly names: readonly string[];
	/** The record of a chunk of text. */
	toRecord(text: string): number[];
	/** The record of two characters of a script without blanks, or of the last one alone. */
	toBigramRecord(bigram: string): number[];
	isFull(): boolean;
	/** Discards the names. All records made before become invalid. */
	clear(): void;
}

export function createChunkRecords(rules: ChunkRules, idOf: (term: string) => number): ChunkRecords {
	const names: string[] = [];
	const nameIndexes = new Map<string, number>();

	function clear(): void {
		names.length = 0;
		nameIndexes.clear();
		toNameIndex(sizeSign);
	}

	function toNameIndex(name: string | undefined): number {
		if (name === undefined || name.length > numberLengthMax) return noName;
		const known = nameIndexes.get(name);
		if (known !== undefined) return known;
		nameIndexes.set(name, names.length);
		return names.push(name) - 1;
	}

	function toNames({ parts, isOpen }: Chunk): number[] {
		const first = parts[0];
		const isSign = parts.length === 1 && first?.word === sizeSign;
		return [
			toNameIndex(isOpen ? parts.at(-1)?.number : undefined),
			toNameIndex(first?.number),
			isSign ? sizeSignIndex : toNameIndex(first?.unit),
		];
	}

	clear();
	return {
		names,
		clear,
		isFull: () => names.length >= namesMax,
		toRecord(text) {
			const chunk = parseChunk(text, rules);
			const record = [0, chunk.parts.length];
			for (const token of listTokens(chunk)) addToken(record, idOf(token.term), token);
			const tokenCount = (record.length - recordHeadLength) / recordTokenLength;
			const usedNames = toNames(chunk);
			const hasNames = usedNames.some((name) => name !== noName);
			record[0] = hasNames ? -tokenCount : tokenCount;
			return hasNames ? [...record, ...usedNames] : record;
		},
		toBigramRecord(bigram) {
			const term = rules.folding.fold(bigram);
			// Half of a surrogate pair is not a character.
			if (term === '' || !term.isWellFormed()) return [0, 1];
			return [1, 1, idOf(term), tokenKinds.bigram];
		},
	};
}

interface ChunkToken {
	readonly term: string;
	readonly position: number;
	readonly kind: number;
}

function listTokens({ parts, joins }: Chunk): ChunkToken[] {
	const tokens = parts.flatMap(listPartTokens);
	for (const { term, firstPart: position, isUnit, stem } of joins) {
		tokens.push({ term, position, kind: isUnit ? tokenKinds.unit : tokenKinds.joined });
		if (stem !== undefined && stem !== term) tokens.push({ term: stemPrefix + stem, position, kind: tokenKinds.stem });
	}
	return tokens;
}

function listPartTokens({ word, signed, stem, subwords, otherSpellings }: ChunkPart, position: number): ChunkToken[] {
	const tokens: ChunkToken[] = [{ term: word, position, kind: tokenKinds.word }];
	if (signed !== undefined) tokens.push({ term: signed, position, kind: tokenKinds.joined });
	if (stem !== undefined && stem !== word) tokens.push({ term: stemPrefix + stem, position, kind: tokenKinds.stem });
	for (const spelling of otherSpellings)
		tokens.push({ term: loosePrefix + spelling, position, kind: tokenKinds.variant });
	for (const subword of subwords) tokens.push({ term: loosePrefix + subword, position, kind: tokenKinds.part });
	return tokens;
}

/** Adds a term once per position: `1tb` is both a word and its own unit form. */
function addToken(record: number[], termId: number, { position, kind }: ChunkToken): void {
	for (let at = record.length - recordTokenLength; at >= recordHeadLength; at -= recordTokenLength) {
		if ((record[at + 1] as number) >> kindBits === position && record[at] === termId) return;
		if (record.length - at > comparedLengthMax) break;
	}
	record.push(termId, (position << kindBits) | kind);
}
