/**
 * Which postings of a segment stand for each word of a query?
 *
 *     word      hedphones                           bit 2
 *     variants  headphones (typo, 1 error)  ×0.5    best first: a document is scored by the first variant that it has
 *               headphone  (typo, 2 errors) ×0.3
 *
 * A form of several choices, or a span over several words, becomes a postings list of its own. A span is a variant of
 * every word it covers.
 */
import {
	type AnalyzedQuery,
	formQualities,
	type QueryForm,
	type QueryPrefix,
	type QueryWord,
} from '../analysis/analyzed-query.ts';
import {
	countPostings,
	findPosting,
	hasSamePostings,
	type Postings,
	toPostings,
	visitPostings,
} from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findPrefixRange, findString } from '../index/segment/sorted-strings.ts';
import { toFormWeight, toPrefixWeight, toTypoWeight } from '../ranking/match-weights.ts';
import type { Slip } from '../ranking/slip-likelihood.ts';
import { pickBest } from './pick-best.ts';
import type { SimilarFamily } from './similar-families.ts';
import { isClose } from './similar-terms.ts';
import type { Finish } from './word-finishes.ts';

/** A word that may be meant by a misspelt one. */
export interface MeantWord extends Slip {
	readonly meant: string;
}

/** What of the query a variant stands for, as explanations tell. */
export type VariantOrigin = QueryForm | QueryPrefix | MeantWord;

export interface Variant {
	readonly postings: Postings;
	/** The list is in the chunks chunkFrom … chunkTo-1. */
	readonly chunkFrom: number;
	readonly chunkTo: number;
	readonly postingCount: number;
	/** 0 … 1, see `match-weights.ts`. */
	readonly weight: number;
	/** The term, or -1 for a list made from several terms. */
	readonly term: number;
	readonly origin: VariantOrigin;
}

export interface ResolvedWord {
	/** Its bit in the masks. */
	readonly bit: number;
	readonly isOptional: boolean;
	/** By weight, largest first. Each has at least one posting. */
	readonly variants: readonly Variant[];
	/** Those that only repeat a better one: categories may have their terms as words. */
	readonly repeated: readonly Variant[];
	/** Postings of all variants. */
	readonly postingCount: number;
	/**
	 * Postings of the largest variant: approximately how many documents have the word. Scattered variants only count where there
	 * are no others: `2m` is not as frequent as what has a 2 and an M.
	 */
	readonly matchCount: number;
}

/** The most terms that a prefix stands for. When there are more, those with the most postings are taken. */
const prefixTermsMax = 2_048;
/** Terms that are not words of a title start with a byte up to this one, see `token-buffer.ts`. */
const lastPrefixByte = 2;
/** The most words that can have a bit of their own: 31 bits of a mask leave the sign bit alone. */
const wordsMax = 31;

/**
 * Finds the postings of each word, in the order of the query. Cost: O(words · forms · log terms).
 * @param finishes of each word, see `findFinishes`; the words are open without it
 * @throws {RangeError} when there are more words than bits
 */
export function resolveWords(segment: Segment, query: AnalyzedQuery, finishes: readonly Finish[] = []): ResolvedWord[] {
	if (query.words.length > wordsMax) throw new RangeError(`a query of ${query.words.length} words`);
	const repeated = query.words.map((): Variant[] => []);
	const lists = query.words.map((word, index) => {
		return resolveWord(segment, word, {
			finish: finishes[index] ?? 'open',
			repeated: repeated[index] ?? [],
		});
	});
	for (const { firstWord, wordCount, form, prefixes } of query.spans) {
		const variants = [...resolveForm(segment, form), ...resolvePrefixes(segment, prefixes, false)];
		for (let word = firstWord; word < firstWord + wordCount; word++) lists[word]?.push(...variants);
	}
	return lists.map((list, index) => {
		const isOptional = query.words[index]?.isOptional === true;
		return toResolvedWord(list, index, { isOptional, repeated: repeated[index] ?? [] });
	});
}

export interface TypoOptions {
	readonly resolved: readonly ResolvedWord[];
	/** The words that may be misspelt. */
	readonly isSearched: (word: number) => boolean;
	/** Whether only close terms count, see `isClose`. */
	readonly isCautious: boolean;
	/** By word, those that may be meant where it is searched, see `similar-families.ts`. */
	readonly families: readonly (readonly SimilarFamily[])[];
}

/**
 * The resolved words, with typo variants added to those that `isSearched` selects. A word that gains none stays the
 * same object. Cost: O(families · forms · log terms).
 */
export function addTypos(
	segment: Segment,
	query: AnalyzedQuery,
	{ resolved, isSearched, isCautious, families }: TypoOptions,
): ResolvedWord[] {
	return resolved.map((word, index) => {
		const { text } = query.words[index] as QueryWord;
		const found = isSearched(index) ? (families[index] ?? []) : [];
		const typos = found.length === 0 ? [] : listTypos(segment, found, isCautious ? text : undefined);
		return typos.length === 0 ? word : addVariants(word, typos);
	});
}

interface Typos {
	all?: readonly Variant[];
	cautious?: readonly Variant[];
}

/** By families, which are the same objects for the next search of a word. */
const typosOfSegments = new WeakMap<Segment, WeakMap<readonly SimilarFamily[], Typos>>();

/** @param closeTo the word, if only those close to it count */
function listTypos(
	segment: Segment,
	families: readonly SimilarFamily[],
	closeTo: string | undefined,
): readonly Variant[] {
	const ofSegment = typosOfSegments.get(segment) ?? new WeakMap<readonly SimilarFamily[], Typos>();
	typosOfSegments.set(segment, ofSegment);
	const typos = ofSegment.get(families) ?? {};
	ofSegment.set(families, typos);
	if (closeTo === undefined) {
		typos.all ??= resolveFamilies(segment, families);
		return typos.all;
	}
	typos.cautious ??= resolveFamilies(
		segment,
		families.filter((family) => isClose(closeTo, family.text, family)),
	);
	return typos.cautious;
}

/** Each term once, as a form of the word that it is likeliest for, in their order. */
function resolveFamilies(segment: Segment, families: readonly SimilarFamily[]): readonly Variant[] {
	const byTerm = new Map<number, Variant>();
	for (const { text, errorCount, soundChangeCount, forms } of families) {
		const origin = { meant: text, errorCount, soundChangeCount };
		for (const { choices, quality } of forms) {
			const weight = toTypoWeight(origin) * toFormWeight(quality);
			for (const term of findTerms(segment, choices[0] as readonly string[])) {
				if (weight > (byTerm.get(term)?.weight ?? 0)) byTerm.set(term, toVariant(segment, term, { weight, origin }));
			}
		}
	}
	return [...byTerm.values()].sort((a, b) => a.term - b.term);
}

/** The word, found in further ways. */
export function addVariants(word: ResolvedWord, variants: readonly Variant[]): ResolvedWord {
	return toResolvedWord([...word.variants, ...variants], 31 - Math.clz32(word.bit), word);
}

function toResolvedWord(
	list: readonly Variant[],
	index: number,
	{ isOptional, repeated }: Pick<ResolvedWord, 'isOptional' | 'repeated'>,
): ResolvedWord {
	let postingCount = 0;
	let wholeCount = 0;
	let scatteredCount = 0;
	for (const variant of list) {
		postingCount += variant.postingCount;
		if (isScattered(variant)) scatteredCount = Math.max(scatteredCount, variant.postingCount);
		else wholeCount = Math.max(wholeCount, variant.postingCount);
	}
	const matchCount = wholeCount > 0 ? wholeCount : scatteredCount;
	const variants = sortByWeight(list);
	return { bit: 1 << index, isOptional, variants, repeated, postingCount, matchCount };
}

/**
 * The largest first, equal ones in their order. Loops for the thousands of terms that begin with a letter, which have one weight: what
 * arrays have for this takes 0.2 ms with them.
 */
function sortByWeight(variants: readonly Variant[]): readonly Variant[] {
	const weights: number[] = [];
	for (const { weight } of variants) if (weight !== weights.at(-1) && !weights.includes(weight)) weights.push(weight);
	if (weights.length < 2) return variants;
	const sorted: Variant[] = [];
	for (const wanted of weights.sort((a, b) => b - a)) {
		for (const variant of variants) if (variant.weight === wanted) sorted.push(variant);
	}
	return sorted;
}

/** Whether a variant is one of the terms that begin with what may still be typed. */
export function isPrefix(origin: VariantOrigin): origin is QueryPrefix {
	return 'quality' in origin && 'term' in origin;
}

/** Whether a variant stands for documents that have the subwords of a word, wherever they are. */
export function isScattered({ term, origin }: Variant): boolean {
	return term < 0 && 'quality' in origin && origin.quality === formQualities.part;
}

/** Whether a variant is a single term that somebody may have written for the word. */
export function isWritten({ term, origin }: Variant): boolean {
	return term >= 0 && 'choices' in origin && origin.quality <= formQualities.synonym;
}

/** Whether a variant only comes from the same root as the word: `generic` for `generator`. */
export function isRelative({ origin }: Variant): boolean {
	return 'choices' in origin && origin.quality === formQualities.relative;
}

/** Whether a variant is the word in an inflection or a spelling, or a synonym. */
export function isInflection(variant: Variant): boolean {
	return isWritten(variant) && !isRelative(variant);
}

/** By word, whether some segment has it, and not only words that it begins, that it ends, or that come from the same root. */
export function listWritten(bySegment: readonly (readonly ResolvedWord[])[]): boolean[] {
	const [first = []] = bySegment;
	return first.map((_, index) => bySegment.some((words) => words[index]?.variants.some(isInflection) === true));
}

/** @param repeated gets those */
function resolveWord(
	segment: Segment,
	word: QueryWord,
	{ finish, repeated }: { readonly finish: Finish; readonly repeated: Variant[] },
): Variant[] {
	const variants: Variant[] = [];
	for (const form of word.forms) {
		for (const variant of resolveForm(segment, form)) {
			if (isRepeated(segment, variant, variants)) repeated.push(variant);
			else variants.push(variant);
		}
	}
	if (finish !== 'finished') variants.push(...resolvePrefixes(segment, word.prefixes, finish === 'known'));
	return variants;
}

/**
 * Whether a better variant already has the same postings, with the same counts in the same fields. A word and its stem
 * do where no item has another inflection. Then this variant adds nothing. The same documents alone are not enough:
 * when the title has one variant and the description the other, the title decides the score. Terms of titles are kept,
 * because ranking by title looks them up by term.
 */
function isRepeated(segment: Segment, { term, postingCount }: Variant, better: readonly Variant[]): boolean {
	const { terms } = segment;
	if (term < 0 || (terms.bytes[terms.offsets[term] as number] as number) > lastPrefixByte) return false;
	return better.some(
		(other) => other.postingCount === postingCount && other.term >= 0 && isRepetition(segment, term, other.term),
	);
}

/** By term, a better one known to have the same postings: comparing those of a common word takes 10 µs and more. */
const repetitionsOfSegments = new WeakMap<Segment, Map<number, number>>();
const cachedMax = 4_096;

function isRepetition(segment: Segment, term: number, better: number): boolean {
	const repetitions = repetitionsOfSegments.get(segment) ?? new Map<number, number>();
	if (repetitions.get(term) === better) return true;
	if (!hasSamePostings(segment.postings, term, better)) return false;
	if (repetitions.size >= cachedMax) repetitions.clear();
	repetitions.set(term, better);
	repetitionsOfSegments.set(segment, repetitions);
	return true;
}

function resolveForm(segment: Segment, origin: QueryForm): Variant[] {
	const { choices, quality } = origin;
	const weight = toFormWeight(quality);
	const [only] = choices;
	if (choices.length === 1 && only !== undefined) {
		return findTerms(segment, only).map((term) => toVariant(segment, term, { weight, origin }));
	}
	const joined = intersectChoices(
		segment,
		choices.map((terms) => findTerms(segment, terms)),
	);
	const postingCount = joined.documents.length;
	if (postingCount === 0) return [];
	return [
		{ postings: joined, chunkFrom: 0, chunkTo: joined.chunkHighs.length, postingCount, weight, term: -1, origin },
	];
}

function resolvePrefixes(segment: Segment, prefixes: readonly QueryPrefix[], isKnown: boolean): Variant[] {
	const variants: Variant[] = [];
	for (const origin of prefixes) {
		const [from, to] = findPrefixRange(segment.terms, origin.term);
		const worth = { weight: toPrefixWeight(origin.quality, isKnown), origin };
		if (to - from > prefixTermsMax) variants.push(...listFrequent(segment, { from, to, worth }));
		else for (let term = from; term < to; term++) variants.push(toVariant(segment, term, worth));
	}
	return variants;
}

/** By segment, and by the prefix and what it is worth. A prefix that so many terms begin with is short, and typed by everybody. */
const frequentTerms = new WeakMap<Segment, Map<string, readonly Variant[]>>();
/** Of a segment; some 160 KB each. */
const frequentTermsMax = 32;

interface ShortPrefix {
	/** The terms from … to-1. */
	readonly from: number;
	readonly to: number;
	readonly worth: { readonly weight: number; readonly origin: QueryPrefix };
}

/** The most frequent terms of a prefix. Cost: O(terms), unless they are known. */
function listFrequent(segment: Segment, { from, to, worth }: ShortPrefix): readonly Variant[] {
	const known = frequentTerms.get(segment) ?? new Map<string, readonly Variant[]>();
	frequentTerms.set(segment, known);
	const key = `${worth.origin.term} ${worth.origin.quality} ${worth.weight}`;
	const before = known.get(key);
	if (before !== undefined) return before;
	const variants = pickFrequent(segment, from, to).map((term) => toVariant(segment, term, worth));
	if (known.size >= frequentTermsMax) known.clear();
	known.set(key, variants);
	return variants;
}

function pickFrequent({ postings }: Segment, from: number, to: number): number[] {
	const documents = new Uint32Array(to - from);
	const keys = new Float64Array(to - from);
	for (let posting = 0; posting < documents.length; posting++) {
		documents[posting] = from + posting;
		keys[posting] = countPostings(postings, from + posting);
	}
	return Array.from(pickBest({ documents, keys }, documents.length, prefixTermsMax), (posting) => from + posting);
}

function findTerms(segment: Segment, terms: readonly string[]): number[] {
	return terms.map((term) => findString(segment.terms, term)).filter((term) => term >= 0);
}

function toVariant(
	{ postings }: Segment,
	term: number,
	{ weight, origin }: Pick<Variant, 'weight' | 'origin'>,
): Variant {
	const chunkFrom = postings.chunkOffsets[term] as number;
	const chunkTo = postings.chunkOffsets[term + 1] as number;
	return { postings, chunkFrom, chunkTo, postingCount: countPostings(postings, term), weight, term, origin };
}

/**
 * Finds the documents that have a term of every choice, as a postings list of one term. Its counts are those of the
 * first term of the first choice that a document has. Cost: O(postings of the rarest choice · other terms · log
 * postings).
 */
function intersectChoices({ postings }: Segment, choices: readonly (readonly number[])[]): Postings {
	const toSize = (terms: readonly number[]) => terms.reduce((sum, term) => sum + countPostings(postings, term), 0);
	const [rarest = []] = [...choices].sort((a, b) => toSize(a) - toSize(b));
	const found = new Map<number, number>();
	for (const term of rarest) {
		visitPostings(postings, term, (document) => {
			const firstPostings = choices.map((terms) => findFirstPosting(postings, terms, document));
			if (!firstPostings.includes(-1)) found.set(document, postings.counts[firstPostings[0] as number] as number);
		});
	}
	const documents = Uint32Array.from(found.keys()).sort();
	const counts = Uint8Array.from(documents, (document) => found.get(document) as number);
	return toPostings({ offsets: Uint32Array.of(0, documents.length), documents, counts });
}

/** The posting of a document for the first of the terms that it has, or -1. */
function findFirstPosting(postings: Postings, terms: readonly number[], document: number): number {
	for (const term of terms) {
		const posting = findPosting(postings, term, document);
		if (posting >= 0) return posting;
	}
	return -1;
}
