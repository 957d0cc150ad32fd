/**
 * Are the words in the title, and next to each other? Only the best candidates are checked. The offset in the title
 * does not matter: what a thing is for comes first as often as what it is. What follows the word does, which was noted
 * when the title was indexed.
 *
 *     query   hp laptop 17
 *     title   HP  Pavilion  17  Laptop  Silver
 *     words   01  -         100 010     -           covered 3 of 3, neighbours hp…laptop no, laptop…17 swapped
 *
 *     factor = 1 + 0.5 · coverage + 0.25 · neighbours + 0.3 · density + 0.1 if the title is the query
 *                + 1 · coverage by title and kind if the item is of the kind that was typed, see `item-kinds.ts`; 0.7 if it
 *                  is of a more specific kind
 *                + 0.5 · coverage if the noun of the query names the thing in the title, see `naming-words.ts`;
 *                  less where the title names several things and most of them were not typed
 *
 * Coverage is weighted by rarity: in `hp laptop 17` the laptop matters more than the 17. Density is the share of the
 * title's words that were typed.
 */
import type { Segment } from '../index/segment/segment.ts';
import { namingFlag, otherFormFlag, purposeFlag, toEntryTerm, verbStemFlag } from '../index/segment/title-words.ts';

const coverageGain = 0.5;
const neighbourGain = 0.25;
const densityGain = 0.3;
const wholeGain = 0.1;
const kindGain = 1;
/** For an item of a more specific kind. */
const headGain = 0.7;
const namingGain = 0.5;
/**
 * The gain for naming the thing is in full from a bit more than half of the things that a title names: `Portable Air
 * Conditioner Fan - Personal Air Cooler` is less of a conditioner than `Split Air Conditioner`. One other word may be the
 * name of a model. From 1.7 to 1.9 the judged queries of two catalogues gain about the same.
 */
const namedShareFactor = 1.8;
/** How much words count as neighbours that are swapped or have one word between them. */
const nearness = 0.5;

/** The words of the query, by term. */
export interface TermBits {
	/** Bit i for word i; 0 for terms of no word. */
	get(term: number): number;
}

/**
 * Bits of the filter, kept to at most 64 bytes: V8 allocates such arrays within the object, and larger ones separately.
 */
const filterBits = 512;

/** Looks up terms, most of which belong to no word: a bit chosen by the term's lowest bits rejects most of those. */
export function createTermBits(bits: ReadonlyMap<number, number>): TermBits {
	const filter = new Uint32Array(filterBits / 32);
	for (const term of bits.keys()) {
		const word = toFilterWord(term);
		filter[word] = (filter[word] as number) | (1 << (term & 31));
	}
	return {
		get: (term) => ((((filter[toFilterWord(term)] as number) >>> (term & 31)) & 1) === 0 ? 0 : (bits.get(term) ?? 0)),
	};
}

function toFilterWord(term: number): number {
	return (term & (filterBits - 1)) >>> 5;
}

/** The bits of the words of the query that name a kind of a document. */
export interface KindBits {
	/** Where all words of the kind were typed; 0 where no kind is. */
	readonly whole: number;
	/** Those of the heads of its other kinds. */
	readonly heads: number;
}

export interface TitleQuery {
	readonly termBits: TermBits;
	/** The same without terms that are not what was typed, see `rank-candidates.ts`: which terms may name the thing. */
	readonly namingBits: TermBits;
	/** The bit of the word that names what is searched; 0 if none does. */
	readonly noun: number;
	/** The rarity of each word, in order. */
	readonly rarities: readonly number[];
	readonly kinds: {
		match(document: number): KindBits;
	};
	/** Of the title that was read last, the bits of the words that are in it. */
	readonly seen: { covered: number };
	/** For explanations: is filled with the gains. */
	readonly gains?: TitleGains | undefined;
}

/** What the title of a document gains by each of its properties: the summands of its factor beside 1. */
export interface TitleGains {
	coverage: number;
	neighbours: number;
	density: number;
	whole: number;
	kind: number;
	naming: number;
}

/** By what the factor is multiplied, 1 where nothing is to be corrected, see `title-corrections.ts`. */
export interface TitleCorrections {
	readonly inflection: number;
	readonly denied: number;
	readonly along: number;
}

/**
 * The factor for a document, 1 … 3.65. Its summands are numbers of their own and not an object, because this runs for
 * every candidate. Cost: O(words of the title + words of the query).
 */
export function toTitleFactor(segment: Segment, document: number, query: TitleQuery): number {
	const { rarities, gains } = query;
	const { covered, hitCount, wordCount, adjacent, near, naming, namedShare } = readTitle(segment, document, query);
	query.seen.covered = covered;
	const { whole, heads } = query.kinds.match(document);
	const isWholeKind = isMeant(whole, query.noun);
	const kind = isWholeKind ? whole : isMeant(heads, query.noun) ? heads : 0;
	if (covered === 0 && kind === 0) return 1;
	const share = toCoverage(covered, rarities);
	const neighbours = countBits(adjacent) + nearness * countBits(near & ~adjacent);
	const neighbourRatio = rarities.length > 1 ? neighbours / (rarities.length - 1) : 0;
	const isWhole = hitCount === wordCount && countBits(covered) === rarities.length;
	const ofCoverage = coverageGain * share;
	const ofNeighbours = neighbourGain * neighbourRatio;
	const ofDensity = hitCount === 0 ? 0 : (densityGain * hitCount) / wordCount;
	const ofWhole = isWhole ? wholeGain : 0;
	const ofKind = kind === 0 ? 0 : (isWholeKind ? kindGain : headGain) * toCoverage(covered | kind, rarities);
	const ofNaming = (naming & query.noun) === 0 ? 0 : namingGain * share * Math.min(1, namedShareFactor * namedShare);
	if (gains !== undefined) {
		gains.coverage = ofCoverage;
		gains.neighbours = ofNeighbours;
		gains.density = ofDensity;
		gains.whole = ofWhole;
		gains.kind = ofKind;
		gains.naming = ofNaming;
	}
	return 1 + ofCoverage + ofNeighbours + ofDensity + ofWhole + ofKind + ofNaming;
}

/** Whether a kind with these words is what is searched: `nail polish` is none of the kinds of `nail polish remover`. */
function isMeant(bits: number, noun: number): boolean {
	return noun === 0 ? bits !== 0 : (bits & noun) !== 0;
}

/** The summands of the factor beside 1, each 0 or more. Cost: as that of the factor. */
export function toTitleGains(segment: Segment, document: number, query: TitleQuery): Readonly<TitleGains> {
	const gains: TitleGains = { coverage: 0, neighbours: 0, density: 0, whole: 0, kind: 0, naming: 0 };
	toTitleFactor(segment, document, { ...query, gains });
	return gains;
}

/**
 * Reads the beginnings of titles, so that `toTitleFactor` finds them in the cache. Without a branch between two reads,
 * the processor waits for many of them at once.
 */
export function fetchTitles({ titleOffsets, titleTerms }: Segment, documents: readonly number[]): void {
	let sum = 0;
	for (const document of documents) sum += titleOffsets[document] as number;
	for (const document of documents) {
		sum += titleTerms[titleOffsets[document] as number] as number;
		// A title is about as long as a cache line, so most are in two lines.
		sum += titleTerms[Math.max(0, (titleOffsets[document + 1] as number) - 1)] as number;
	}
	lastFetched[0] = sum;
}

/** Stored so that the reads are not optimised away. */
const lastFetched = new Uint32Array(1);

interface ReadTitle {
	/** Bits of the words that are in the title. */
	readonly covered: number;
	/** The number of the title's words that were typed, and of all its words. */
	readonly hitCount: number;
	readonly wordCount: number;
	/** Bit i: word i follows word i - 1 directly. */
	readonly adjacent: number;
	/** Bit i: word i follows word i - 1 with one word between, or directly precedes it. */
	readonly near: number;
	/** Bits of the words that name the thing. */
	readonly naming: number;
	/** The share of the title's words that name a thing which were typed; 0 where none does. */
	readonly namedShare: number;
}

function readTitle(
	{ titleOffsets, titleTerms }: Segment,
	document: number,
	{ termBits, namingBits }: TitleQuery,
): ReadTitle {
	const end = titleOffsets[document + 1] as number;
	let covered = 0;
	let hitCount = 0;
	let wordCount = 0;
	let adjacent = 0;
	let near = 0;
	let naming = 0;
	let namingCount = 0;
	let namingHitCount = 0;
	let previous = 0;
	let beforePrevious = 0;
	for (let at = titleOffsets[document] as number; at < end; ) {
		const wordAt = at;
		const entry = titleTerms[at] as number;
		at += 1;
		if (entry >= purposeFlag) continue;
		let bits = termBits.get(toEntryTerm(entry));
		for (; at < end && (titleTerms[at] as number) >= otherFormFlag; at++)
			bits |= termBits.get(toEntryTerm(titleTerms[at] as number));
		wordCount += 1;
		const isNaming = (entry & namingFlag) !== 0;
		if (isNaming) namingCount += 1;
		if (bits !== 0) {
			hitCount += 1;
			// Words that one term stands for, such as 27in for 27 and inch, are neighbours of each other.
			adjacent |= bits & ((previous | bits) << 1);
			near |= (bits & (beforePrevious << 1)) | ((bits << 1) & previous);
			covered |= bits;
			const named = isNaming ? readBits(titleTerms, wordAt, namingBits) : 0;
			naming |= named;
			if (named !== 0) namingHitCount += 1;
		}
		beforePrevious = previous;
		previous = bits;
	}
	const namedShare = namingCount === 0 ? 0 : namingHitCount / namingCount;
	return { covered, hitCount, wordCount, adjacent, near, naming, namedShare };
}

/** The bits of the word of a title that begins with this entry, by all its forms that name what it names. */
function readBits(titleTerms: Uint32Array, wordAt: number, termBits: TermBits): number {
	let bits = termBits.get(toEntryTerm(titleTerms[wordAt] as number));
	for (let at = wordAt + 1; (titleTerms[at] as number) >= otherFormFlag; at++) {
		const entry = titleTerms[at] as number;
		if ((entry & verbStemFlag) === 0) bits |= termBits.get(toEntryTerm(entry));
	}
	return bits;
}

function toCoverage(covered: number, rarities: readonly number[]): number {
	let sum = 0;
	let of = 0;
	for (let word = 0; word < rarities.length; word++) {
		const rarity = rarities[word] as number;
		of += rarity;
		if (((covered >>> word) & 1) === 1) sum += rarity;
	}
	return sum / of;
}

function countBits(bits: number): number {
	let left = bits;
	let count = 0;
	while (left !== 0) {
		left &= left - 1;
		count += 1;
	}
	return count;
}
