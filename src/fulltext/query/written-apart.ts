/**
 * Which titles have a word of the query written apart? Those in which its halves stand side by side, whether or not others have it
 * in one:
 *
 *     bookshelf       Book Shelf Oak, Book Shelves     and not Shelf for Books
 *     bowtie          Bow Tie                          three letters and three are enough, because the title proves the rest
 *
 * A word that no item has in any way is left to `word-segmentation.ts`, which says so.
 */
import { createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { type AnalyzedQuery, formQualities, type QueryForm, type QueryWord } from '../analysis/analyzed-query.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import { countPostings, findPosting, toPostings, visitPostings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { toFormWeight } from '../ranking/match-weights.ts';
import { createTermBits, type TermBits, type TitleQuery } from '../ranking/title-factor.ts';
import type { IndexView } from './index-view.ts';
import { toObjectName } from './live-name.ts';
import { addVariants, type ResolvedWord, type Variant } from './resolve-words.ts';
import { toInflecter } from './similar-families.ts';
import { findSimilarWords } from './similar-words.ts';
import { listOccurrences, type TitlePhrase } from './title-phrase.ts';

const lettersPattern = /^\p{L}{6,40}$/u;
const halfLengthMin = 3;
/** The longer half of a word that `word-segmentation.ts` writes apart. */
const segmentedLengthMin = 4;
/** A half in more items than this is not looked up: that takes some 100 ns for each. */
const halfItemsMax = 65_536;

/** The items of a segment that have the two halves side by side, with their packed counts of the second one. */
interface ApartList {
	/** The first half, and the second with its inflections. */
	readonly choices: readonly (readonly string[])[];
	readonly documents: Uint32Array;
	readonly counts: Uint8Array;
}

/** By segment and word, for each thread: most words have none. */
const known = createCache<string, readonly ApartList[]>({
	weightMax: 1_000_000,
	weigh: (lists) => lists.reduce((sum, { documents }) => sum + documents.length, 20),
});

/**
 * The resolved words with what is written apart. A word without such titles stays the same object. Cost: O(1) for words that were
 * asked for lately; a look-up of each half of others, and O(items of the rarer half) where the index has both.
 */
export function* addWrittenApart(
	view: IndexView,
	query: AnalyzedQuery,
	{ resolved, pace }: { readonly resolved: readonly (readonly ResolvedWord[])[]; readonly pace: Pace },
): Steps<readonly (readonly ResolvedWord[])[]> {
	let bySegment = resolved;
	for (const [index, word] of query.words.entries()) {
		if (!word.isTypoTolerant || word.isOptional || !lettersPattern.test(word.text)) continue;
		const found = view.segments.map(({ segment }) => findApart(view, segment, word.text));
		if (pace.isDue()) yield;
		if (found.every(({ length }) => length === 0)) continue;
		const isKnown = resolved.some((words) => (words[index]?.matchCount ?? 0) > 0);
		if (!isKnown && !(yield* isLeftWhole(view, word, pace))) continue;
		bySegment = bySegment.map((words, at) => {
			const variants = found[at]?.map(toVariant) ?? [];
			return variants.length === 0 ? words : words.with(index, addVariants(words[index] as ResolvedWord, variants));
		});
	}
	return bySegment;
}

/** Whether no other rule writes the word apart: it is too short, or may be misspelt. */
function* isLeftWhole(view: IndexView, { text }: QueryWord, pace: Pace): Steps<boolean> {
	return text.length < 2 * segmentedLengthMin - 1 || (yield* findSimilarWords(view, text, pace)).length > 0;
}

function toVariant({ choices, documents, counts }: ApartList): Variant {
	const postings = toPostings({ offsets: Uint32Array.of(0, documents.length), documents, counts });
	const quality = formQualities.joined;
	const chunkTo = postings.chunkHighs.length;
	const worth = { weight: toFormWeight(quality), term: -1, origin: { choices, quality } };
	return { postings, chunkFrom: 0, chunkTo, postingCount: documents.length, ...worth };
}

function findApart(view: IndexView, segment: Segment, text: string): readonly ApartList[] {
	const key = `${toObjectName(segment)} ${text}`;
	const before = known.get(key);
	if (before !== undefined) return before;
	const inflect = toInflecter(view.analyzer);
	const lists: ApartList[] = [];
	for (let at = halfLengthMin; at <= text.length - halfLengthMin; at++) {
		const [head, tail] = [text.slice(0, at), text.slice(at)];
		const first = findString(segment.terms, head);
		if (first < 0 || view.analyzer.isStopWord(head) || view.analyzer.isStopWord(tail)) continue;
		const [word] = inflect(tail);
		const tails = word === undefined ? [] : toWordTerms(word);
		const second = tails.map((term) => findString(segment.terms, term)).filter((term) => term >= 0);
		const found = findNeighbours(segment, { first, second });
		if (found.size === 0) continue;
		const documents = Uint32Array.from(found.keys()).sort();
		const counts = Uint8Array.from(documents, (document) => found.get(document) as number);
		lists.push({ choices: [[head], tails], documents, counts });
	}
	known.set(key, lists);
	return lists;
}

/** A word that a segment has apart. */
interface ApartWord {
	readonly bit: number;
	readonly variant: Variant;
	/** Of both halves. */
	readonly terms: readonly number[];
}

/** The bits of the words of a query by term: of all terms, and of those that name things as the words do. */
export interface WordBits {
	readonly all: ReadonlyMap<number, number>;
	readonly naming: ReadonlyMap<number, number>;
}

/**
 * What to compare the title of a document with: where it has a word apart, both halves are that word.
 * @param bits as in the query
 */
export function createApartQueries(
	segment: Segment,
	words: readonly ResolvedWord[],
	{ bits, query }: { readonly bits: WordBits; readonly query: TitleQuery },
): (document: number) => TitleQuery {
	const apart: ApartWord[] = [];
	// Loops, as a short prefix has thousands of variants.
	for (const { bit, variants } of words) {
		for (const variant of variants) {
			if (!isApart(variant)) continue;
			const terms = variant.origin.choices.flat().map((term) => findString(segment.terms, term));
			apart.push({ bit, variant, terms: terms.filter((term) => term >= 0) });
		}
	}
	if (apart.length === 0) return () => query;
	const known = new Map<string, TitleQuery>();
	return (document) => {
		const here = apart.filter(({ variant }) => findPosting(variant.postings, 0, document) >= 0);
		if (here.length === 0) return query;
		const key = here.map((word) => apart.indexOf(word)).join(' ');
		const ofHere = known.get(key) ?? {
			...query,
			termBits: toTermBitsWith(bits.all, here),
			namingBits: toTermBitsWith(bits.naming, here),
		};
		known.set(key, ofHere);
		return ofHere;
	};
}

/** Other forms of several choices are parts or synonyms. */
function isApart(variant: Variant): variant is Variant & { readonly origin: QueryForm } {
	const { term, origin } = variant;
	return term < 0 && 'choices' in origin && origin.quality === formQualities.joined;
}

function toTermBitsWith(bits: ReadonlyMap<number, number>, apart: readonly ApartWord[]): TermBits {
	const more = new Map(bits);
	for (const { bit, terms } of apart) for (const term of terms) more.set(term, (more.get(term) ?? 0) | bit);
	return createTermBits(more);
}

interface Neighbours {
	readonly first: number;
	readonly second: readonly number[];
}

/** The documents whose title has the two terms one after the other, with their counts of the second. */
function findNeighbours(segment: Segment, { first, second }: Neighbours): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	const { postings } = segment;
	const phrase: TitlePhrase = [new Set([first]), new Set(second)];
	const check = (document: number) => {
		if (found.has(document) || findPosting(postings, first, document) < 0) return;
		const posting = second.map((term) => findPosting(postings, term, document)).find((at) => at >= 0);
		if (posting === undefined || listOccurrences(segment, document, phrase).length === 0) return;
		found.set(document, postings.counts[posting] as number);
	};
	const firstCount = countPostings(postings, first);
	const secondCount = second.reduce((sum, term) => sum + countPostings(postings, term), 0);
	if (Math.min(firstCount, secondCount) > halfItemsMax) return found;
	for (const term of firstCount <= secondCount ? [first] : second) visitPostings(postings, term, check);
	return found;
}
