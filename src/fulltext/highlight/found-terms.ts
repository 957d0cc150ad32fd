/**
 * Which terms of the index stood for each word of a query when the search was answered? Whatever the search took for a word
 * is here because the search says so: forms, beginnings, corrections, sounds, parts of compounds, synonyms.
 *
 *     wireles headfones     wireless (typo) 1   headphones (sound) 2   ␁headphon (stem of it) 2
 *     notebook              notebook 1   laptop (synonym) 1   portable + computer (synonym, both) 1
 */
import type { Steps } from '../../lib/steps.ts';
import { type QueryWord, queryWordsMax } from '../analysis/analyzed-query.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import type { GatherOptions } from '../query/gathering.ts';
import type { IndexView, LiveSegment } from '../query/index-view.ts';
import type { SearchedWords } from '../query/searched-words.ts';
import type { PreparedRequest, SearchTrace } from '../query/searching.ts';

/** Terms that stand for a word only where a text has one of each choice. */
export interface JointTerms {
	readonly choices: readonly (readonly string[])[];
	/** Bits of words. */
	readonly words: number;
}

export interface FoundTerms {
	/** The words that were searched. */
	readonly words: readonly string[];
	/** Bits of those that may not be missing. */
	readonly needed: number;
	/** Bits of those that are highlighted wherever they are, not only beside others. */
	readonly shown: number;
	/** By term, the bits of the words that it stands for. */
	readonly terms: ReadonlyMap<string, number>;
	readonly joints: readonly JointTerms[];
}

/** A trace that notes what answered. */
export interface AnswerNote extends SearchTrace {
	/** The last reading of the text, and what answered it; undefined until a search has ended. */
	readonly answered: { readonly gathered: GatherOptions; readonly prepared: PreparedRequest } | undefined;
}

export function createAnswerNote(): AnswerNote {
	let prepared: PreparedRequest | undefined;
	let gathered: GatherOptions | undefined;
	return {
		begin: ignore,
		try: ignore,
		fill: ignore,
		read(reading) {
			prepared = reading;
		},
		answer(_, options) {
			gathered = options;
		},
		get answered() {
			return gathered && prepared && { gathered, prepared };
		},
	};
}

function ignore(): void {
	// Only the last reading and what answered it are of interest.
}

/** Cost: O(variants of the words), some tenths of a microsecond for each. */
export function* listFoundTerms({ answered }: AnswerNote): Steps<FoundTerms> {
	if (answered === undefined) return { words: [], needed: 0, shown: 0, terms: new Map(), joints: [] };
	const { gathered, prepared } = answered;
	const words = prepared.query.words.map(({ text }) => text);
	const terms = new Map<string, number>();
	const joints = new Map<string, JointTerms>();
	for (const [index, live] of gathered.view.segments.entries()) {
		addSegment(live, gathered.words.bySegment[index] ?? [], { terms, joints });
		if (gathered.pace.isDue()) yield;
	}
	const needed = toNeeded(gathered.view, gathered.words);
	let shown = needed;
	for (const { text, forms } of listUnderstood(prepared)) {
		if (words.length === queryWordsMax) break;
		const bit = 1 << words.length;
		words.push(text);
		shown |= bit;
		for (const term of forms.flatMap(({ choices }) => (choices.length === 1 ? choices.flat() : []))) {
			terms.set(term, (terms.get(term) ?? 0) | bit);
		}
	}
	return { words, needed, shown, terms, joints: [...joints.values()] };
}

/** The words of parts that were understood as values of fields, such as colours: they are no words of the search any more. */
function listUnderstood({ request: { understood }, view }: PreparedRequest): readonly QueryWord[] {
	const parts = understood?.parts.filter(({ kind }) => kind === 'attribute') ?? [];
	return parts.flatMap(
		({ start, end }) => view.analyzer.analyzeQuery(`${understood?.typedText.slice(start, end)} `).words,
	);
}

/** Where all words may be missing, any of them counts. */
function toNeeded({ segments }: IndexView, { bySegment, rarities }: SearchedWords): number {
	const all = rarities.reduce((bits, _, index) => bits | (1 << index), 0);
	const ofSegment = segments.length === 0 ? [] : (bySegment[0] ?? []);
	const needed = ofSegment.reduce((bits, { bit, isOptional }) => (isOptional ? bits : bits | bit), 0);
	return needed === 0 ? all : needed;
}

interface Growing {
	readonly terms: Map<string, number>;
	readonly joints: Map<string, JointTerms>;
}

function addSegment(
	{ segment }: LiveSegment,
	words: SearchedWords['bySegment'][number],
	{ terms, joints }: Growing,
): void {
	for (const { bit, variants, repeated } of words) {
		const add = (term: number) => {
			const text = decodeString(segment.terms, term);
			terms.set(text, (terms.get(text) ?? 0) | bit);
		};
		for (const { term, origin } of variants) {
			if (term >= 0) add(term);
			else if ('choices' in origin) {
				const key = JSON.stringify(origin.choices);
				joints.set(key, { choices: origin.choices, words: (joints.get(key)?.words ?? 0) | bit });
			}
		}
		for (const { term } of repeated) add(term);
	}
}
