/**
 * The words of a query as clauses. A document has for each term what it is worth there; a clause multiplies that by the
 * rarity of the word and the weight of the form, and of the forms of a word the best one counts, as in the core.
 */
import {
	type AnalyzedQuery,
	formQualities,
	type QueryForm,
	type QueryPrefix,
	type QueryWord,
} from '../../fulltext/analysis/analyzed-query.ts';
import { toErrorsMax } from '../../fulltext/index/segment/typo-table.ts';
import { toFormWeight, toPrefixWeight } from '../../fulltext/ranking/match-weights.ts';
import { type Clause, nothing } from './filter-clauses.ts';

/** What a word as a beginning is worth: as much as in most items. */
const usualWorth = 0.35;
/** Corrections that OpenSearch looks for by itself. */
const correctionWeight = 0.4;
const correctionsMax = 50;
/** Of an unknown word: the two words that were written as one. */
const halfLengthMin = 2;
const splitLengthMin = 6;
const endLengthMin = 4;

/** A term that stands for a word although it is written in another way. */
export interface CorrectedTerm {
	readonly text: string;
	/** 0 … 1 */
	readonly weight: number;
}

export interface WordOptions {
	/** Of each word. */
	readonly rarities: readonly number[];
	/** Of each word, what else it stands for. */
	readonly corrections: readonly (readonly CorrectedTerm[])[];
	/** The words that OpenSearch is to correct. */
	readonly isCorrected: (word: number) => boolean;
	/** Words that may be two, or the end of longer ones. */
	readonly isTakenApart: (word: number) => boolean;
	/** Whether the language writes words together. */
	readonly hasCompounds: boolean;
}

/** For each word the clause that finds it in any form. */
export function toWordClauses({ words, spans }: AnalyzedQuery, options: WordOptions): Clause[] {
	return words.map((word, index) => {
		const rarity = options.rarities[index] ?? 1;
		const ofSpans = spans.filter(({ firstWord, wordCount }) => firstWord <= index && index < firstWord + wordCount);
		return toBest([
			...word.forms.map((form) => toFormClause(form, rarity)),
			...ofSpans.map(({ form }) => toFormClause(form, rarity)),
			...[...word.prefixes, ...ofSpans.flatMap(({ prefixes }) => prefixes)].map((one) => toPrefixClause(one, rarity)),
			...(options.corrections[index] ?? []).map(({ text, weight }) => toTerm(text, rarity * weight)),
			...(options.isCorrected(index) ? toCorrections(word, rarity) : []),
			...(options.isTakenApart(index) ? toApart(word, rarity, options.hasCompounds) : []),
		]);
	});
}

function toBest(queries: readonly Clause[]): Clause {
	const [only] = queries;
	if (only === undefined) return nothing;
	return queries.length === 1 ? only : { dis_max: { queries } };
}

function toTerm(value: string, boost: number): Clause {
	return { term: { words: { value, boost } } };
}

/** Of several choices, the first one gives the score. */
function toFormClause({ choices, quality }: QueryForm, rarity: number): Clause {
	const boost = rarity * toFormWeight(quality);
	const [first, ...others] = choices.map((terms) => toBest(terms.map((term) => toTerm(term, boost))));
	if (first === undefined) return nothing;
	return others.length === 0 ? first : { bool: { must: [first], filter: others } };
}

function toPrefixClause({ term, quality }: QueryPrefix, rarity: number): Clause {
	return { prefix: { words: { value: term, boost: rarity * toPrefixWeight(quality, false) * usualWorth } } };
}

function toCorrections({ text, isTypoTolerant }: QueryWord, rarity: number): Clause[] {
	const fuzziness = isTypoTolerant ? toErrorsMax(text.length) : 0;
	if (fuzziness === 0) return [];
	const boost = rarity * correctionWeight;
	const rewrite = `top_terms_${correctionsMax}`;
	return [{ fuzzy: { words: { value: text, fuzziness, max_expansions: correctionsMax, boost, rewrite } } }];
}

function toApart({ text, isTypoTolerant }: QueryWord, rarity: number, hasCompounds: boolean): Clause[] {
	if (!isTypoTolerant) return [];
	const boost = rarity * toFormWeight(formQualities.part);
	const ends =
		hasCompounds && text.length >= endLengthMin
			? [{ wildcard: { words: { value: `?*${text}`, boost: boost * usualWorth } } }]
			: [];
	if (text.length < splitLengthMin) return ends;
	const halves = [];
	for (let at = halfLengthMin; at <= text.length - halfLengthMin; at++) {
		halves.push({ bool: { must: [toTerm(text.slice(0, at), boost)], filter: [toTerm(text.slice(at), boost)] } });
	}
	return [...ends, ...halves];
}

/** All terms by which words are found as they are, to be counted. */
export function listTerms({ words, spans }: AnalyzedQuery): readonly string[] {
	const forms = [...words.flatMap((word) => word.forms), ...spans.map(({ form }) => form)];
	return [...new Set([...words.map(({ text }) => text), ...forms.flatMap(({ choices }) => choices.flat())])];
}
