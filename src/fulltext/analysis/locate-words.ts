/**
 * Where in a text are the words that its terms stand for? Documents store terms; suggestions show the original
 * spelling.
 *
 *     "Écran HP 27\", neuf"      ecran 0–5 | hp 6–8 | 27 9–12 | neuf 14–18
 *     "ソニーTV"                  ソニ 0–2 | ニー 1–3 | ー 2–3 | tv 3–5
 *
 * The words are those that a document has of the same text, in the same order. All words of a chunk ("wh", "1000xm4")
 * get the offsets of the chunk.
 */
import { toCharacterEnd } from './bigrams.ts';
import { type ChunkRules, parseChunk } from './parse-chunk.ts';
import { scanText } from './scan-text.ts';

export interface LocatedWord {
	readonly term: string;
	/** Offsets in UTF-16 code units of `LocatedWords.source`. */
	readonly start: number;
	readonly end: number;
}

export interface LocatedWords {
	/** The text, or its compatibility form (NFKC) where it has characters that are rewritten. */
	readonly source: string;
	readonly words: readonly LocatedWord[];
}

export interface LocatedPositions {
	/** As in `LocatedWords`. */
	readonly source: string;
	/** By position, as `TokenBuffer` counts them: offsets in `source`, parallel. */
	readonly starts: readonly number[];
	readonly ends: readonly number[];
}

/** Runs of letters and digits: usually the parts of a chunk. */
const partPattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * @returns a function that finds the text of each position of a document, in the order of `DocumentAnalyzer.analyze`. A part of
 * a chunk gets offsets of its own where the chunk has as many runs of letters and digits as parts, otherwise those of the chunk.
 */
export function createPositionLocator(rules: ChunkRules, lowerUnit: Uint16Array): (text: string) => LocatedPositions {
	return function locatePositions(text) {
		const starts: number[] = [];
		const ends: number[] = [];
		let source = text;
		scanText(text, lowerUnit, {
			onChunk({ text: scanned, start, end }) {
				source = scanned;
				const chunk = scanned.slice(start, end);
				const { parts } = parseChunk(chunk, rules);
				const runs = [...chunk.matchAll(partPattern)];
				for (const at of parts.keys()) {
					const run = runs.length === parts.length ? runs[at] : undefined;
					starts.push(start + (run?.index ?? 0));
					ends.push(run === undefined ? end : start + run.index + run[0].length);
				}
			},
			onRun(scanned, start, end) {
				source = scanned;
				for (let at = start; at < end; ) {
					const next = toCharacterEnd(scanned, at, end);
					starts.push(at);
					ends.push(next < end ? toCharacterEnd(scanned, next, end) : next);
					at = next;
				}
			},
		});
		return { source, starts, ends };
	};
}

/** @returns a function that never throws. Cost: about 3 µs for each word. */
export function createWordLocator(rules: ChunkRules, lowerUnit: Uint16Array): (text: string) => LocatedWords {
	return function locateWords(text) {
		const words: LocatedWord[] = [];
		let source = text;
		scanText(text, lowerUnit, {
			onChunk({ text: scanned, start, end }) {
				source = scanned;
				for (const { word } of parseChunk(scanned.slice(start, end), rules).parts)
					words.push({ term: word, start, end });
			},
			onRun(scanned, start, end) {
				source = scanned;
				for (let at = start; at < end; ) {
					const next = toCharacterEnd(scanned, at, end);
					const bigramEnd = next < end ? toCharacterEnd(scanned, next, end) : next;
					const term = rules.folding.fold(scanned.slice(at, bigramEnd));
					if (term !== '' && term.isWellFormed()) words.push({ term, start: at, end: bigramEnd });
					at = next;
				}
			},
		});
		return { source, words };
	};
}
