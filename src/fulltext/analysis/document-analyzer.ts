/** The fast path of indexing: chunks seen before become tokens by copying numbers. */
import { toCharacterEnd } from './bigrams.ts';
import { createChunkRecords } from './chunk-records.ts';
import { createChunkTable } from './chunk-table.ts';
import type { ChunkRules } from './parse-chunk.ts';
import { createRunUnits } from './run-units.ts';
import { type ScannedChunk, type ScanSink, scanText } from './scan-text.ts';
import type { TokenBuffer } from './token-buffer.ts';
import { createTokenWriter } from './token-writer.ts';

export interface DocumentAnalyzer {
	/**
	 * Appends the tokens of `text` to `tokens`. Positions continue from `tokens.positionCount`, so that several texts can
	 * share a buffer (raise `positionCount` to leave a gap between them). Never throws, whatever the text, unless `idOf`
	 * does. Cost: O(text length); about 0.1 µs per word seen before, 5 µs for a new one.
	 */
	analyze(text: string, tokens: TokenBuffer): void;
}

/** Longer chunks are data rather than words; they are parsed each time. */
const knownLengthMax = 48;
const knownChunksMax = 131_072;

export interface DocumentAnalyzerOptions {
	readonly rules: ChunkRules;
	/** Which code units are equal in the language, see `scanText`. */
	readonly lowerUnit: Uint16Array;
	/** Returns the number of a term, int32 ≥ 0. */
	readonly idOf: (term: string) => number;
}

export function createDocumentAnalyzer({ rules, lowerUnit, idOf }: DocumentAnalyzerOptions): DocumentAnalyzer {
	const table = createChunkTable(knownChunksMax, lowerUnit);
	const records = createChunkRecords(rules, idOf);
	const writer = createTokenWriter({ names: records.names, findRunUnit: createRunUnits(rules.unitOf), idOf });

	function writeChunk(chunk: ScannedChunk): void {
		let record = table.find(chunk);
		if (record < 0) {
			const made = records.toRecord(chunk.text.slice(chunk.start, chunk.end));
			if (chunk.end - chunk.start > knownLengthMax) {
				writer.write(Int32Array.from(made), 0, chunk);
				return;
			}
			record = table.add(chunk, made);
		}
		writer.write(table.records, record, chunk);
	}

	function writeBigram(chunk: ScannedChunk): void {
		let record = table.find(chunk);
		if (record < 0) record = table.add(chunk, records.toBigramRecord(chunk.text.slice(chunk.start, chunk.end)));
		writer.write(table.records, record, chunk);
	}

	let isFull = (): boolean => false;
	const sink: ScanSink = {
		isFull: () => isFull(),
		onChunk: writeChunk,
		onRun(text, start, end) {
			writer.beginRun(text, start, end);
			const bigram = { text, start, end: start, hash: 0 };
			while (bigram.start < end) {
				const next = toCharacterEnd(text, bigram.start, end);
				bigram.end = next < end ? toCharacterEnd(text, next, end) : next;
				bigram.hash = hashUnits(bigram);
				writeBigram(bigram);
				bigram.start = next;
			}
		},
	};

	return {
		analyze(text, buffer) {
			// Records are discarded together with the names they use, and only between texts, so that no text loses its
			// numbers.
			if (records.isFull()) {
				table.clear();
				records.clear();
			}
			writer.begin(buffer);
			isFull = () => buffer.isTruncated;
			scanText(text, lowerUnit, sink);
		},
	};
}

function hashUnits({ text, start, end }: ScannedChunk): number {
	let hash = 0;
	for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash ^= hash >>> 15;
	return hash === 0 ? 1 : hash;
}
