/**
 * Where does a text have the terms that a search found it by? The text is analysed as when it was indexed, and each position
 * with such a term is highlighted; so highlights and index cannot disagree.
 *
 *     wireles headfones     The new Wireless-Headphones for you
 *                                   ─── 1 ── ──── 2 ───
 *
 * A word that may be missing, such as "for", is highlighted only beside one that was asked for.
 */
import { type Highlight, type HighlightedTexts, highlightedTextLengthMax } from '../../domain/query/highlight.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { clearTokens, createTokenBuffer, type TokenBuffer } from '../analysis/token-buffer.ts';
import type { FoundTerms } from './found-terms.ts';
import { toWrittenOffsets } from './written-offsets.ts';

/** The most tokens of one text that are examined. */
const tokensMax = 16_384;

interface Highlighting {
	readonly analyzer: Analyzer;
	readonly found: FoundTerms;
	readonly tokens: TokenBuffer;
	/** By number of a term, the bits of words that it stands for. */
	readonly bitsOfTerm: number[];
	/** By number of a term, the entries of `choices` that it is one of. */
	readonly choicesOfTerm: (readonly number[])[];
	analyze(text: string): void;
}

/** Highlights texts of hits; beyond `highlightedTextLengthMax`, texts have no highlights. Cost: some microseconds for each word that is new. */
export function* highlightTexts(
	analyzer: Analyzer,
	{ found, texts, pace }: { readonly found: FoundTerms; readonly texts: readonly string[]; readonly pace: Pace },
): Steps<HighlightedTexts> {
	const { words, needed } = found;
	const highlighting = createHighlighting(analyzer, found);
	const isSearched = found.terms.size > 0 || found.joints.length > 0;
	const highlights: (readonly Highlight[])[] = [];
	for (const text of texts) {
		highlights.push(isSearched ? highlightText(highlighting, text) : []);
		if (pace.isDue()) yield;
	}
	return { words, needed, highlights };
}

function createHighlighting(analyzer: Analyzer, found: FoundTerms): Highlighting {
	const idOf = new Map<string, number>();
	const bitsOfTerm: number[] = [];
	const choicesOfTerm: (readonly number[])[] = [];
	const choices = found.joints.flatMap((joint) => joint.choices.map((terms) => new Set(terms)));
	const documents = analyzer.openDocuments((term) => {
		const known = idOf.get(term) ?? bitsOfTerm.length;
		if (known === bitsOfTerm.length) {
			idOf.set(term, known);
			bitsOfTerm.push(found.terms.get(term) ?? 0);
			choicesOfTerm.push(choices.flatMap((terms, choice) => (terms.has(term) ? choice : [])));
		}
		return known;
	});
	const tokens = createTokenBuffer(tokensMax);
	return {
		...{ analyzer, found, tokens, bitsOfTerm, choicesOfTerm },
		analyze(text) {
			clearTokens(tokens);
			documents.analyze(text, tokens);
		},
	};
}

function highlightText(highlighting: Highlighting, whole: string): readonly Highlight[] {
	const text = whole.slice(0, highlightedTextLengthMax);
	highlighting.analyze(text);
	const { tokens, bitsOfTerm, found } = highlighting;
	const bits = new Int32Array(tokens.positionCount);
	let any = 0;
	for (let at = 0; at < tokens.count; at++) {
		const word = bitsOfTerm[tokens.termIds[at] as number] as number;
		const position = tokens.positions[at] as number;
		bits[position] = (bits[position] as number) | word;
		any |= word;
	}
	any |= highlightJoints(highlighting, bits);
	if ((any & found.shown) === 0) return [];
	return toHighlights(highlighting, text, bits);
}

/** Highlights the terms of joints whose choices the text all has. @returns the bits of words that were added. */
function highlightJoints({ tokens, choicesOfTerm, found: { joints } }: Highlighting, bits: Int32Array): number {
	if (joints.length === 0) return 0;
	const positionsOfChoice = new Map<number, number[]>();
	for (let at = 0; at < tokens.count; at++) {
		for (const choice of choicesOfTerm[tokens.termIds[at] as number] as readonly number[]) {
			const positions = positionsOfChoice.get(choice) ?? [];
			positions.push(tokens.positions[at] as number);
			positionsOfChoice.set(choice, positions);
		}
	}
	let added = 0;
	let first = 0;
	for (const { choices, words } of joints) {
		const found = choices.map((_, index) => positionsOfChoice.get(first + index) ?? []);
		first += choices.length;
		if (found.some((positions) => positions.length === 0)) continue;
		for (const position of found.flat()) bits[position] = (bits[position] as number) | words;
		added |= words;
	}
	return added;
}

/** Whether nothing is between two highlights, or only a sign that joins words, such as a hyphen. */
function isOne(text: string, end: number, start: number): boolean {
	return start <= end || (start === end + 1 && /\S/.test(text.charAt(end)));
}

/** Highlights of positions as highlights of the text, in one where they are beside each other. */
function toHighlights(
	{ analyzer, found: { shown } }: Highlighting,
	text: string,
	bits: Int32Array,
): readonly Highlight[] {
	const { source, starts, ends } = analyzer.locatePositions(text);
	const toWritten = toWrittenOffsets(text, source);
	const isShown = (position: number) => ((bits[position] ?? 0) & shown) !== 0;
	const highlights: Highlight[] = [];
	for (let position = 0; position < bits.length; position++) {
		const words = bits[position] as number;
		const isHighlighted = isShown(position) || isShown(position - 1) || isShown(position + 1);
		if (words === 0 || !isHighlighted) continue;
		const start = toWritten(starts[position] as number);
		const end = toWritten(ends[position] as number);
		const last = highlights.at(-1);
		if (last !== undefined && isOne(text, last.end, start)) {
			highlights[highlights.length - 1] = {
				start: last.start,
				end: Math.max(last.end, end),
				words: last.words | words,
			};
		} else highlights.push({ start, end, words });
	}
	return highlights;
}
