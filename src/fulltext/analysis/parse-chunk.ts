/**
 * What is in a chunk of text: its words, and the terms that they form together.
 *
 *     WH-1000XM4    parts  wh | 1000xm4 (subwords 1000, xm, 4)    joins  wh1000xm4, wh1000xm, wh1000, 1000xm, xm4
 *     27-inch       parts  27 | inch                              joins  27inch, 27in
 *     l'écran       parts  ecran                                  (French: the elided article is not part of the word)
 *     men's         parts  mens, loosely men
 *     C++           parts  c, signed c++
 *     1,5 1.5       parts  1.5                                    1,000: 1.000, joins 1000
 *
 * A subword is a run of letters or of digits. A part is what stands between two joiners, and has one position. Parsing
 * is the slow path (about 5 µs): callers cache its results.
 */
import { type ChunkJoin, toJoins } from './chunk-joins.ts';
import { type ChunkDraft, gatherDrafts, isNumberSubword, type SubwordRules } from './chunk-subwords.ts';
import type { Stemmer } from './language.ts';
import { toCanonicalNumber, type UnitOf } from './units.ts';

export interface ChunkPart {
	/** The plain term. Not empty. */
	readonly word: string;
	/** The word with signs that make it a different one: c++, c#. */
	readonly signed: string | undefined;
	/** Runs of letters and of digits, in order; empty when there is only one. */
	readonly subwords: readonly string[];
	/** Other spellings of the word: loose terms without their prefix. */
	readonly otherSpellings: readonly string[];
	/** The stem, which may be the word itself; undefined when the part is not a word of letters. */
	readonly stem: string | undefined;
	/** The number that this part is, in canonical form. */
	readonly number: string | undefined;
	/** The unit that this part names. */
	readonly unit: string | undefined;
}

export interface Chunk {
	readonly parts: readonly ChunkPart[];
	readonly joins: readonly ChunkJoin[];
	/** Whether the chunk ends with its last part, so that a unit may follow; false for `27"`. */
	readonly isOpen: boolean;
}

export interface ChunkRules extends SubwordRules {
	readonly stemmer: Stemmer | undefined;
	readonly unitOf: UnitOf;
}

/** The most code units of a term. Longer words are truncated, in documents and in queries alike. */
export const termLengthMax = 64;
const lettersPattern = /^\p{L}+$/u;
const stemLengthMin = 3;
const signedLengthMax = 8;

/** The parts and joins of a chunk as `scanText` yields it. No parts when it has no letter or digit. */
export function parseChunk(raw: string, rules: ChunkRules): Chunk {
	const { folding, unitOf } = rules;
	const lowered = folding.lower(raw);
	// Four in five chunks are one word of letters: there is nothing to split or join.
	const word = lettersPattern.test(lowered) ? folding.fold(lowered) : '';
	if (word !== '')
		return {
			parts: [toPart({ written: lowered, subwords: [word], loose: [], after: '' }, rules)],
			joins: [],
			isOpen: true,
		};
	const drafts = gatherDrafts(lowered, rules);
	const parts: ChunkPart[] = [];
	for (const { subwords, loose, after } of drafts) {
		const written = subwords.join('');
		for (const [index, subword] of subwords.entries()) subwords[index] = folding.fold(subword);
		parts.push(toPart({ written, subwords, loose: loose.map(folding.fold), after }, rules));
	}
	const joins = toJoins(drafts, unitOf).map((join) =>
		join.isWord ? { ...join, stem: toStem(join.term, join.term, rules) } : join,
	);
	return { parts, joins, isOpen: (drafts.at(-1)?.after ?? '') === '' };
}

/** A draft whose subwords are folded; `written` is the original with accents. */
interface FoldedDraft extends Pick<ChunkDraft, 'subwords' | 'loose' | 'after'> {
	readonly written: string;
}

function toPart({ written, subwords, loose, after }: FoldedDraft, rules: ChunkRules): ChunkPart {
	const { folding, unitOf } = rules;
	const word = subwords.join('').slice(0, termLengthMax);
	const isOne = subwords.length === 1;
	const isNumber = isOne && isNumberSubword(word);
	const signs = after === '' ? undefined : /^(?:\+{1,2}|#)/.exec(after)?.[0];
	return {
		word,
		signed: signs !== undefined && word.length <= signedLengthMax ? word + signs : undefined,
		subwords: isOne ? [] : subwords.map((subword) => subword.slice(0, termLengthMax)),
		otherSpellings: [...folding.otherSpellings(word), ...loose].map((spelling) => spelling.slice(0, termLengthMax)),
		stem: isOne && !isNumber ? toStem(written, word, rules) : undefined,
		number: isNumber ? toCanonicalNumber(word) : undefined,
		unit: isOne && !isNumber ? unitOf(word) : undefined,
	};
}

/** Stemmers need words with their accents, so they get the word as written. The stem is folded like every term. */
function toStem(written: string, word: string, { folding, stemmer }: ChunkRules): string | undefined {
	if (stemmer === undefined || word.length < stemLengthMin || word.length >= termLengthMax) return undefined;
	return folding.fold(stemmer(written)).slice(0, termLengthMax) || undefined;
}
