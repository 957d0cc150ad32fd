/**
 * The terms of a prefix as one list. While somebody types, the last word stands for hundreds of terms, and most of their lists are
 * short. Their documents are the same for every search of a segment, which never changes, so they are joined once:
 *
 *     shoe     3    90            sho   3   17   90   4,464
 *     shoes    3    17            of    shoe shoes shoe short
 *     short    4,464
 *
 * A document counts by the first of the terms that it has, as without the list: all terms of a prefix are worth as
 * much. Who types a prefix once gains nothing, so it is joined when it is searched again. One or two letters, whose words stand in most
 * documents, are typed by everybody, but joining takes twice as long as walking their lists: the first search walks, and wants
 * the list, which `joinWantedPrefixes` makes between searches. They are kept as a bit and a byte for each document, and a search writes the list
 * out to its own memory. One cache serves all indexes of a thread, and refers to segments weakly, but for the lists that are wanted.
 */
import { type Cache, createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { QueryPrefix } from '../analysis/analyzed-query.ts';
import type { Postings } from '../index/segment/postings.ts';
import { isPrefix, type ResolvedWord, type Variant } from './resolve-words.ts';
import type { Scratch } from './scratch.ts';
import { documentsPerChunk } from './seek-document.ts';

/** Fewer lists are walked in about the same time. */
const termsMin = 32;
/** For each thread: some forty lists that most of a million documents are in. Small indexes need no more than they have. */
const bytesMax = 48 * 2 ** 20;
const listBytesMax = bytesMax / 4;
const postingBytes = 3;
/** Of the objects of an entry. */
const objectBytes = 400;
/** With this share of the documents as postings, a list has an entry for each document. */
const wholeShareMin = 1 / 2;

/** A list with an entry for each document of the segment. */
interface WholeList {
	readonly bits: Uint32Array;
	/** 0 for documents that are not in the list. */
	readonly countsByDocument: Uint8Array;
}

/** Lists by segment and prefix; null for prefixes that were searched once. */
const known: Cache<string, Postings | WholeList | null> = createCache({
	weightMax: bytesMax,
	weigh: (list, key) => objectBytes + key.length + (list === null ? 0 : toBytes(list)),
	entryWeightMax: listBytesMax,
});

function toBytes(list: Postings | WholeList): number {
	return isWhole(list) ? wholeBytes(list.countsByDocument.length) : postingBytes * list.documents.length;
}

function wholeBytes(documentCount: number): number {
	return documentCount + Math.ceil(documentCount / 8);
}

function isWhole(list: Postings | WholeList): list is WholeList {
	return 'bits' in list;
}

let lastNumber = 0;
const numbers = new WeakMap<Postings, number>();

function toKey(postings: Postings, { term }: QueryPrefix): string {
	let number = numbers.get(postings);
	if (number === undefined) {
		lastNumber += 1;
		number = lastNumber;
		numbers.set(postings, number);
	}
	return `${number} ${term}`;
}

/** A list that most documents are in, and that a search has walked. */
interface Wanted {
	readonly terms: readonly Variant[];
	readonly documentCount: number;
}

/** By key; the oldest first. */
const wanted = new Map<string, Wanted>();
/** More prefixes than anybody types in a moment. */
const wantedMax = 16;

/** Whether searches have met prefixes that `joinWantedPrefixes` would join. */
export function areWanted(): boolean {
	return wanted.size > 0;
}

/** Most bytes that `joinWantedPrefixes` holds while it is suspended. */
export const wantedBytes = listBytesMax + 4 * documentsPerChunk;

/** Joins what searches have met since. To be run between searches: the next ones with these prefixes take about half as long. Cost: O(postings). */
export function* joinWantedPrefixes(pace: Pace): Steps<void> {
	const slots = new Uint32Array(documentsPerChunk);
	for (const [key, { terms, documentCount }] of wanted) {
		known.set(key, yield* joinMost(terms, { slots, documentCount, pace }));
		wanted.delete(key);
	}
}

/** What a search lends for joining. */
export interface Joining {
	/** `picked` holds a list that is written out, until the words are matched. */
	readonly scratch: Pick<Scratch, 'chunk' | 'picked'>;
	/** Of the segment. */
	readonly documentCount: number;
	/** Whether only documents that have all the words are looked for. */
	readonly needsAll: boolean;
	readonly pace: Pace;
}

/**
 * The words with one list instead of many for each prefix that was searched before. Cost: O(1) for known lists,
 * O(documents) for those that most documents are in, O(postings) to join them.
 */
export function* joinPrefixes(words: readonly ResolvedWord[], joining: Joining): Steps<readonly ResolvedWord[]> {
	const joined: ResolvedWord[] = [];
	// There is room for one list.
	let hasRoom = true;
	for (const word of words) {
		if (word.variants.length < termsMin) {
			joined.push(word);
			continue;
		}
		const within = joining.needsAll ? findRarest(words, word) : undefined;
		const variants: Variant[] = [];
		for (const ofOrigin of cutByOrigin(word.variants)) {
			const list = yield* findList(ofOrigin, joining);
			if (list === undefined || (isWhole(list) && !hasRoom)) {
				variants.push(...ofOrigin);
				continue;
			}
			if (isWhole(list)) hasRoom = false;
			variants.push(toVariant(ofOrigin, isWhole(list) ? writeOut(list, joining, within) : list));
		}
		joined.push({ ...word, variants });
	}
	return joined;
}

/** Terms of one prefix, and other forms, stand together. */
function* cutByOrigin(variants: readonly Variant[]): Generator<readonly Variant[]> {
	for (let from = 0, to = 0; from < variants.length; from = to) {
		const { origin } = variants[from] as Variant;
		while (to < variants.length && variants[to]?.origin === origin) to += 1;
		yield variants.slice(from, to);
	}
}

function toVariant(terms: readonly Variant[], list: Postings): Variant {
	const [{ weight, origin }] = terms as readonly [Variant];
	const chunkTo = list.chunkHighs.length;
	return { postings: list, chunkFrom: 0, chunkTo, postingCount: list.documents.length, weight, term: -1, origin };
}

function* findList(terms: readonly Variant[], joining: Joining): Steps<Postings | WholeList | undefined> {
	const [{ postings, origin }] = terms as readonly [Variant];
	if (!isPrefix(origin) || terms.length < termsMin) return undefined;
	const postingCount = terms.reduce((sum, term) => sum + term.postingCount, 0);
	const { documentCount } = joining;
	const isOfMost = postingCount >= wholeShareMin * documentCount;
	const bytes = isOfMost ? wholeBytes(documentCount) : postingBytes * postingCount;
	if (bytes > listBytesMax - objectBytes) return undefined;
	const key = toKey(postings, origin);
	const list = known.get(key);
	if (list) return list;
	if (isOfMost) {
		if (wanted.size < wantedMax) wanted.set(key, { terms, documentCount });
		return undefined;
	}
	if (list === undefined) {
		known.set(key, null);
		return undefined;
	}
	const joined = yield* joinTerms(terms, postingCount, joining);
	known.set(key, joined);
	return joined;
}

/** Joins the lists chunk by chunk, and leaves the scratch memory 0. */
function* joinTerms(terms: readonly Variant[], postingCount: number, { scratch, pace }: Joining): Steps<Postings> {
	const { slots } = scratch.chunk;
	// `leaveSlots` writes one entry more.
	const documents = new Uint16Array(postingCount + 1);
	const counts = new Uint8Array(postingCount + 1);
	const chunkHighs: number[] = [];
	const chunkStarts: number[] = [0];
	let count = 0;
	for (const high of enterChunks(terms, slots)) {
		const before = count;
		count = leaveSlots(slots, { documents, counts, count });
		if (count > before) {
			chunkHighs.push(high);
			chunkStarts.push(count);
		}
		if (pace.isDue()) yield;
	}
	return {
		chunkOffsets: Uint32Array.of(0, chunkHighs.length),
		chunkHighs: Uint16Array.from(chunkHighs),
		chunkStarts: Uint32Array.from(chunkStarts),
		documents: documents.slice(0, count),
		counts: counts.slice(0, count),
	};
}

interface JoiningMost extends Pick<Joining, 'documentCount' | 'pace'> {
	/** One for each document of a chunk, all 0. */
	readonly slots: Uint32Array;
}

/** As `joinTerms`, for lists that most documents are in. */
function* joinMost(terms: readonly Variant[], { slots, documentCount, pace }: JoiningMost): Steps<WholeList> {
	const bits = new Uint32Array(Math.ceil(documentCount / 32));
	const countsByDocument = new Uint8Array(documentCount);
	for (const high of enterChunks(terms, slots)) {
		const base = high * documentsPerChunk;
		const length = Math.min(documentsPerChunk, documentCount - base);
		for (let low = 0; low < length; low++) {
			const slot = slots[low] as number;
			const isThere = Math.min(slot, 1);
			countsByDocument[base + low] = slot - isThere;
			const at = (base + low) >>> 5;
			bits[at] = (bits[at] as number) | (isThere << low);
		}
		slots.fill(0);
		if (pace.isDue()) yield;
	}
	return { bits, countsByDocument };
}

/** Writes the counts + 1 of the documents of each chunk to their slots, which the caller clears. @returns the chunks. */
function* enterChunks(terms: readonly Variant[], slots: Uint32Array): Generator<number> {
	for (const { high, lists } of walkChunks(terms)) {
		// The first term is the last to write.
		for (const { postings, chunk } of lists.toReversed()) enterPostings(postings, chunk, slots);
		yield high;
	}
}

/** The lists of a chunk, in the order of the terms. */
interface ChunkOfTerms {
	readonly high: number;
	readonly lists: readonly { readonly postings: Postings; readonly chunk: number }[];
}

/** The chunks in which some term has documents, ascending. */
function* walkChunks(terms: readonly Variant[]): Generator<ChunkOfTerms> {
	const chunks = Uint32Array.from(terms, ({ chunkFrom }) => chunkFrom);
	const highMax = Math.max(...terms.map(({ postings, chunkTo }) => postings.chunkHighs[chunkTo - 1] as number));
	for (let high = 0; high <= highMax; high++) {
		const lists: { postings: Postings; chunk: number }[] = [];
		for (const [index, { postings, chunkTo }] of terms.entries()) {
			const chunk = chunks[index] as number;
			if (chunk === chunkTo || postings.chunkHighs[chunk] !== high) continue;
			lists.push({ postings, chunk });
			chunks[index] = chunk + 1;
		}
		if (lists.length > 0) yield { high, lists };
	}
}

/** Writes the counts + 1 of the documents of a chunk to their slots. */
function enterPostings({ chunkStarts, documents, counts }: Postings, chunk: number, slots: Uint32Array): void {
	const end = chunkStarts[chunk + 1] as number;
	for (let at = chunkStarts[chunk] as number; at < end; at++) {
		slots[documents[at] as number] = (counts[at] as number) + 1;
	}
}

/**
 * Appends the documents whose slots are not 0, in order, and clears all slots. @returns how many there are now. Without a branch:
 * whether a slot is 0 is as good as random.
 */
function leaveSlots(
	slots: Uint32Array,
	{ documents, counts, count: before }: Pick<Postings, 'documents' | 'counts'> & { readonly count: number },
): number {
	let count = before;
	for (let low = 0; low < slots.length; low++) {
		const slot = slots[low] as number;
		documents[count] = low;
		counts[count] = slot - 1;
		count += Math.min(slot, 1);
	}
	slots.fill(0);
	return count;
}

/** The needed word other than this one with the fewest postings. */
function findRarest(words: readonly ResolvedWord[], word: ResolvedWord): ResolvedWord | undefined {
	let rarest: ResolvedWord | undefined;
	for (const other of words) {
		if (other === word || other.isOptional) continue;
		if (rarest === undefined || other.postingCount < rarest.postingCount) rarest = other;
	}
	return rarest;
}

/** Looking a document up takes as long as writing so many. */
const documentsPerLookup = 4;

/**
 * Writes a list to the memory of the search, which has four bytes for each document: all of it, or its documents that have
 * another word. Cost: O(documents), about 1 ns each, or O(postings of the other word).
 */
function writeOut(list: WholeList, { scratch: { picked } }: Joining, within: ResolvedWord | undefined): Postings {
	const documents = new Uint16Array(picked.buffer, picked.byteOffset, picked.length);
	const counts = new Uint8Array(picked.buffer, picked.byteOffset + 2 * picked.length, picked.length);
	const written: Written = { documents, counts, chunkHighs: [], chunkStarts: [0], count: 0 };
	const isWorth = within !== undefined && documentsPerLookup * within.postingCount < list.countsByDocument.length;
	if (isWorth) writeWithin(list, within, written);
	else writeAll(list, written);
	const { chunkHighs, chunkStarts, count } = written;
	return {
		chunkOffsets: Uint32Array.of(0, chunkHighs.length),
		chunkHighs: Uint16Array.from(chunkHighs),
		chunkStarts: Uint32Array.from(chunkStarts),
		documents: documents.subarray(0, count),
		counts: counts.subarray(0, count),
	};
}

interface Written extends Pick<Postings, 'documents' | 'counts'> {
	readonly chunkHighs: number[];
	readonly chunkStarts: number[];
	count: number;
}

function writeAll({ bits, countsByDocument }: WholeList, written: Written): void {
	const { documents, counts } = written;
	const documentCount = countsByDocument.length;
	for (let base = 0; base < documentCount; base += documentsPerChunk) {
		let { count } = written;
		const end = Math.min(documentCount, base + documentsPerChunk);
		for (let document = base; document < end; document++) {
			documents[count] = document;
			counts[count] = countsByDocument[document] as number;
			count += ((bits[document >>> 5] as number) >>> document) & 1;
		}
		endChunk(written, base / documentsPerChunk, count);
	}
}

/** The documents of the other word, each once, that are in the list. */
function writeWithin({ bits, countsByDocument }: WholeList, { variants }: ResolvedWord, written: Written): void {
	const { documents, counts } = written;
	for (const { high, lists } of walkChunks(variants)) {
		const base = high * documentsPerChunk;
		let { count } = written;
		let before = -1;
		for (const low of mergeLists(lists)) {
			if (low === before) continue;
			before = low;
			const document = base + low;
			documents[count] = low;
			counts[count] = countsByDocument[document] as number;
			count += ((bits[document >>> 5] as number) >>> document) & 1;
		}
		endChunk(written, high, count);
	}
}

/** Ascending; what several lists have is there several times. */
function mergeLists(lists: ChunkOfTerms['lists']): Uint16Array {
	const documents = lists.map(({ postings, chunk }) =>
		postings.documents.subarray(postings.chunkStarts[chunk], postings.chunkStarts[chunk + 1]),
	);
	if (documents.length === 1) return documents[0] as Uint16Array;
	const all = new Uint16Array(documents.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const list of documents) {
		all.set(list, at);
		at += list.length;
	}
	return all.sort();
}

function endChunk(written: Written, high: number, count: number): void {
	if (count === written.count) return;
	written.count = count;
	written.chunkHighs.push(high);
	written.chunkStarts.push(count);
}
