/**
 * Splits a text into chunks (what stands between blanks) and runs of letters that are written without blanks, and
 * hashes the chunks on the way.
 *
 *     "Sony WH-1000XM4, (27\")ソニー"   chunks: Sony | WH-1000XM4 | 27"   run: ソニー
 */
import { characterClasses, classOfCodeUnit, rewritePattern } from './character-class.ts';

/** A chunk: `text.slice(start, end)`. */
export interface ScannedChunk {
	readonly text: string;
	start: number;
	end: number;
	/** The hash of its code units as mapped by `lowerUnit`: int32, not 0. */
	hash: number;
}

export interface ScanSink {
	/** The same object is passed for every chunk of a text, so copy what is to be kept. */
	onChunk(chunk: ScannedChunk): void;
	/** A run of letters of the class `bigram`; it may contain halves of surrogate pairs. */
	onRun(text: string, start: number, end: number): void;
	/** Whether the rest of the text is of no use; by default never. */
	isFull?(): boolean;
}

/**
 * The most code units of a chunk; what follows is another one. No word is as long, and parsing a chunk takes memory for each of
 * its parts.
 */
const chunkLengthMax = 4_096;

const { separator, word, tail, bigram, rewrite } = characterClasses;

/**
 * Passes the chunks and runs of `text` to the sink, in order. `lowerUnit` (65,536 entries) says which code units hash
 * alike. A text with compatibility characters is normalised to NFKC first. Cost: O(text length), two table look-ups per
 * character.
 */
export function scanText(text: string, lowerUnit: Uint16Array, sink: ScanSink): void {
	const source = rewritePattern.test(text) ? rewriteText(text) : text;
	const chunk = { text: source, start: 0, end: 0, hash: 0 };
	let at = 0;
	while (at < source.length && sink.isFull?.() !== true) {
		const unitClass = classOfCodeUnit[source.charCodeAt(at)];
		if (unitClass === word) {
			chunk.start = at;
			at = scanChunk(chunk, lowerUnit);
			sink.onChunk(chunk);
		} else if (unitClass === bigram) at = scanRun(source, at, sink);
		else at += 1;
	}
}

/** Sets the end of a chunk and its hash. @returns where the scan continues. */
function scanChunk(chunk: ScannedChunk, lowerUnit: Uint16Array): number {
	const { text, start } = chunk;
	const length = Math.min(text.length, start + chunkLengthMax);
	let at = start;
	let end = start;
	let running = 0;
	let hash = 0;
	while (at < length) {
		const unit = text.charCodeAt(at);
		const unitClass = classOfCodeUnit[unit];
		if (unitClass === separator || unitClass === bigram || unitClass === rewrite) break;
		running = Math.imul(running ^ (lowerUnit[unit] as number), 0x01000193);
		at += 1;
		if (unitClass === word || unitClass === tail) {
			end = at;
			hash = running;
		}
	}
	hash ^= hash >>> 15;
	chunk.end = end;
	chunk.hash = hash === 0 ? 1 : hash;
	return at;
}

function scanRun(text: string, start: number, sink: ScanSink): number {
	let at = start + 1;
	while (at < text.length) {
		const unit = text.charCodeAt(at);
		if (classOfCodeUnit[unit] !== bigram && !isContinuation(unit)) break;
		at += 1;
	}
	sink.onRun(text, start, at);
	return at;
}

/** What continues a run but cannot start one: low surrogates, vowel and tone marks, voice marks. */
function isContinuation(unit: number): boolean {
	return (unit >= 0xdc00 && unit <= 0xdfff) || (unit >= 0xfe00 && unit <= 0xfe0f) || unit === 0x200c || unit === 0x200d;
}

/**
 * Normalises to NFKC, but keeps the trade mark sign from becoming the letters TM. Characters of the class `rewrite`
 * that remain are separators.
 */
function rewriteText(text: string): string {
	return text.replace(/[™℠]/g, ' ').normalize('NFKC');
}
