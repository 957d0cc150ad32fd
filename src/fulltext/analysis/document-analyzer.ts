/**
 * The fast path of indexing: chunks that were seen before become tokens by copying numbers.
 *
 * Two things cross the blanks between chunks: a number and its unit (`27 inch`: 27in at the place of the number), and
 * the sizes of screens, papers and boards (`1440 x 900`: 1440x900).
 */
import { toCharacterEnd } from './bigrams.ts';
import { createChunkTable } from './chunk-table.ts';
import { type Chunk, type ChunkPart, type ChunkRules, parseChunk } from './parse-chunk.ts';
import { type ScanSink, scanText } from './scan-text.ts';
import { loosePrefix, pushToken, stemPrefix, type TokenBuffer, tokenKinds } from './token-buffer.ts';

export interface DocumentAnalyzer {
	/**
	 * Appends the tokens of `text` to `tokens`; positions go on from `tokens.positionCount`, so that several texts can
	 * share a buffer (leave a gap between them by raising `positionCount`). Never throws, whatever the text, unless
	 * `idOf` does. Cost: O(text length); about 0.1 µs per word that was seen before, 5 µs for a new one.
	 */
	analyze(text: string, tokens: TokenBuffer): void;
}

/**
 * What the table keeps of a chunk, in numbers: how many tokens; how many positions it takes; of every token its term id,
 * and its position from the first with its kind in the lowest bits. Where the number of tokens is negative, there are
 * names behind them, as indexes into `names` (-1: none): the last number (if open), the first number, the first unit.
 */
const headLength = 2;
const tokenLength = 2;
const kindBits = 3;
const kindMask = (1 << kindBits) - 1;
const noName = -1;
/** How far back a token looks for its like: farther than six pieces have tokens. */
const comparedLengthMax = 40 * tokenLength;

/** Longer chunks are data rather than words: they are parsed each time. */
const rememberedLengthMax = 48;
const chunksRememberedMax = 131_072;
const namesMax = 65_536;
/** Longer numbers are codes, before which no unit stands: EANs would fill the names. */
const numberLengthMax = 8;
/** Between two numbers it makes a size of them. */
const sizeSign = 'x';

export interface DocumentAnalyzerOptions {
	readonly rules: ChunkRules;
	/** Which code units are the same for the language, see `scanText`. */
	readonly lowerUnit: Uint16Array;
	/** Names terms by numbers, int32 ≥ 0. */
	readonly idOf: (term: string) => number;
}

export function createDocumentAnalyzer({ rules, lowerUnit, idOf }: DocumentAnalyzerOptions): DocumentAnalyzer {
	const table = createChunkTable(chunksRememberedMax, lowerUnit);
	const names: string[] = [];
	const nameIndexes = new Map<string, number>();
	const signIndex = toNameIndex(sizeSign);

	// The text being read. A number is open while a unit or a sign of size may follow it, -1: there is none.
	let tokens: TokenBuffer;
	let previousEnd = 0;
	let openNumber = noName;
	let sizedNumber = noName;

	function toNameIndex(name: string | undefined): number {
		if (name === undefined || name.length > numberLengthMax) return noName;
		const known = nameIndexes.get(name);
		if (known !== undefined) return known;
		nameIndexes.set(name, names.length);
		return names.push(name) - 1;
	}

	function toRecord(chunk: Chunk): number[] {
		const { parts, joins, isOpen } = chunk;
		const first = parts[0];
		const isSign = parts.length === 1 && first?.word === sizeSign;
		const record = [0, parts.length];
		for (const [position, part] of parts.entries()) addPart(record, part, position);
		for (const { term, firstPart, isUnit, stem } of joins) {
			addToken(record, term, firstPart, isUnit ? tokenKinds.unit : tokenKinds.joined);
			if (stem !== undefined && stem !== term) addToken(record, stemPrefix + stem, firstPart, tokenKinds.stem);
		}
		const tokenCount = (record.length - headLength) / tokenLength;
		const usedNames = [
			toNameIndex(isOpen ? parts.at(-1)?.number : undefined),
			toNameIndex(first?.number),
			isSign ? signIndex : toNameIndex(first?.unit),
		];
		const hasNames = usedNames.some((name) => name !== noName);
		record[0] = hasNames ? -tokenCount : tokenCount;
		return hasNames ? [...record, ...usedNames] : record;
	}

	function addPart(record: number[], part: ChunkPart, position: number): void {
		const { word, signed, stem, pieces, otherSpellings } = part;
		addToken(record, word, position, tokenKinds.word);
		if (signed !== undefined) addToken(record, signed, position, tokenKinds.joined);
		if (stem !== undefined && stem !== word) addToken(record, stemPrefix + stem, position, tokenKinds.stem);
		for (const spelling of otherSpellings) addToken(record, loosePrefix + spelling, position, tokenKinds.variant);
		for (const piece of pieces) addToken(record, loosePrefix + piece, position, tokenKinds.part);
	}

	/** A term counts once at a position: `1tb` is a word and its own unit form. */
	function addToken(record: number[], term: string, position: number, kind: number): void {
		const termId = idOf(term);
		for (let at = record.length - tokenLength; at >= headLength; at -= tokenLength) {
			if ((record[at + 1] as number) >> kindBits === position && record[at] === termId) return;
			if (record.length - at > comparedLengthMax) break;
		}
		record.push(termId, (position << kindBits) | kind);
	}

	function toBigramRecord(bigram: string): number[] {
		const term = rules.folding.fold(bigram);
		// Half of a surrogate pair is no character.
		if (term === '' || !term.isWellFormed()) return [0, 1];
		return [1, 1, idOf(term), tokenKinds.bigram];
	}

	/**
	 * Parses a chunk that is not known. @returns where its record starts in the table; -1 when it is too long to be kept:
	 * then its tokens are in the buffer already.
	 */
	function addRecord(text: string, start: number, end: number, hash: number): number {
		const record = toRecord(parseChunk(text.slice(start, end), rules));
		if (end - start <= rememberedLengthMax) return table.add(text, start, end, hash, record);
		emit(Int32Array.from(record), 0, text, start, end);
		return -1;
	}

	/** Copies the tokens of a record behind those in the buffer. */
	function emit(records: Int32Array, recordStart: number, text: string, start: number, end: number): void {
		const base = tokens.positionCount;
		const tokenCount = Math.abs(records[recordStart] as number);
		let at = recordStart + headLength;
		const recordEnd = at + tokenCount * tokenLength;
		// Most words are neither a number nor behind one.
		if (openNumber !== noName || sizedNumber !== noName || (records[recordStart] as number) < 0)
			joinAcross(records, recordStart, isBlank(text, previousEnd, start), base);
		let { count } = tokens;
		if (count + tokenCount <= tokens.termIds.length) {
			const { termIds, positions, kinds } = tokens;
			for (; at < recordEnd; at += tokenLength) {
				const place = records[at + 1] as number;
				termIds[count] = records[at] as number;
				positions[count] = base + (place >> kindBits);
				kinds[count] = place & kindMask;
				count += 1;
			}
			tokens.count = count;
		}
		for (; at < recordEnd; at += tokenLength) {
			const place = records[at + 1] as number;
			pushToken(tokens, records[at] as number, base + (place >> kindBits), place & kindMask);
		}
		tokens.positionCount = base + (records[recordStart + 1] as number);
		previousEnd = end;
	}

	function joinAcross(records: Int32Array, recordStart: number, isAdjacent: boolean, position: number): void {
		const number = isAdjacent ? openNumber : noName;
		const sized = isAdjacent ? sizedNumber : noName;
		const hasNames = (records[recordStart] as number) < 0;
		const namesStart = recordStart + headLength - (records[recordStart] as number) * tokenLength;
		const headNumber = hasNames ? (records[namesStart + 1] as number) : noName;
		const headUnit = hasNames ? (records[namesStart + 2] as number) : noName;
		openNumber = hasNames ? (records[namesStart] as number) : noName;
		sizedNumber = headUnit === signIndex ? number : noName;
		if (number !== noName && headUnit !== noName && headUnit !== signIndex)
			pushToken(tokens, idOf(`${names[number]}${names[headUnit]}`), position - 1, tokenKinds.unit);
		if (sized !== noName && headNumber !== noName)
			pushToken(tokens, idOf(names[sized] + sizeSign + names[headNumber]), position - 2, tokenKinds.joined);
	}

	const sink: ScanSink = {
		onChunk(text, start, end, hash) {
			let record = table.find(text, start, end, hash);
			if (record < 0) record = addRecord(text, start, end, hash);
			if (record >= 0) emit(table.records, record, text, start, end);
		},
		onRun(text, start, end) {
			openNumber = noName;
			sizedNumber = noName;
			let at = start;
			while (at < end) {
				const next = toCharacterEnd(text, at, end);
				const bigramEnd = next < end ? toCharacterEnd(text, next, end) : next;
				const hash = hashUnits(text, at, bigramEnd);
				let record = table.find(text, at, bigramEnd, hash);
				if (record < 0) {
					const numbers = toBigramRecord(text.slice(at, bigramEnd));
					record = table.add(text, at, bigramEnd, hash, numbers);
				}
				emit(table.records, record, text, at, bigramEnd);
				at = next;
			}
		},
	};

	/** Names go with the records that use them. Between texts, so that no text sees its numbers forgotten. */
	function forget(): void {
		table.clear();
		names.length = 0;
		nameIndexes.clear();
		toNameIndex(sizeSign);
	}

	return {
		analyze(text, buffer) {
			if (names.length >= namesMax) forget();
			tokens = buffer;
			previousEnd = 0;
			openNumber = noName;
			sizedNumber = noName;
			scanText(text, lowerUnit, sink);
		},
	};
}

/** Whether only blanks (or nothing) stand between two chunks. */
function isBlank(text: string, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		const unit = text.charCodeAt(at);
		if (unit !== 0x20 && unit !== 0xa0 && unit !== 0x09 && unit !== 0x202f) return false;
	}
	return true;
}

function hashUnits(text: string, start: number, end: number): number {
	let hash = 0;
	for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash ^= hash >>> 15;
	return hash === 0 ? 1 : hash;
}
