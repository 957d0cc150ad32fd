/**
 * The terms of a prefix as one list. While somebody types, the last word stands for hundreds of terms, and most of their lists are
 * short. Their documents are the same for every search of a segment, which never changes, so they are joined once:
 *
 *     shoe     3    90            sho   3   17   90   4,464
 *     shoes    3    17            of    shoe shoes shoe short
 *     short    4,464
 *
 * A document counts by the first of the terms that it has, as without the list: all terms of a prefix are worth as
 * much. Who types a prefix once gains nothing, so it is joined when it is searched again. One cache serves all indexes of a thread,
 * and refers to segments weakly.
 */
import { type Cache, createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { QueryPrefix } from '../analysis/analyzed-query.ts';
import type { Postings } from '../index/segment/postings.ts';
import type { ResolvedWord, Variant, VariantOrigin } from './resolve-words.ts';
import type { Scratch } from './scratch.ts';

/** Fewer lists are walked in about the same time. */
const termsMin = 32;
/** For each thread. */
const bytesMax = 12 * 2 ** 20;
const listBytesMax = bytesMax / 4;
const postingBytes = 3;
/** Of the objects of an entry. */
const objectBytes = 400;

/** Lists by segment and prefix; null for prefixes that were searched once. */
const known: Cache<string, Postings | null> = createCache({
	weightMax: bytesMax,
	weigh: (list, key) => objectBytes + key.length + (list === null ? 0 : postingBytes * list.documents.length),
	entryWeightMax: listBytesMax,
});

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

/**
 * The words with one list instead of many for each prefix that was searched before. Cost: O(1) for known lists, O(postings) to
 * join them.
 */
export function* joinPrefixes(
	words: readonly ResolvedWord[],
	scratch: Pick<Scratch, 'chunk'>,
	pace: Pace,
): Steps<readonly ResolvedWord[]> {
	const joined: ResolvedWord[] = [];
	for (const word of words) {
		if (word.variants.length < termsMin) joined.push(word);
		else joined.push({ ...word, variants: yield* joinVariants(word.variants, scratch, pace) });
	}
	return joined;
}

function* joinVariants(
	variants: readonly Variant[],
	scratch: Pick<Scratch, 'chunk'>,
	pace: Pace,
): Steps<readonly Variant[]> {
	const joined: Variant[] = [];
	for (let from = 0, to = 0; from < variants.length; from = to) {
		const { origin } = variants[from] as Variant;
		while (to < variants.length && variants[to]?.origin === origin) to += 1;
		const ofOrigin = variants.slice(from, to);
		const list = isPrefix(origin) ? yield* findList(ofOrigin, origin, { scratch, pace }) : undefined;
		if (list === undefined) joined.push(...ofOrigin);
		else joined.push(list);
	}
	return joined;
}

function isPrefix(origin: VariantOrigin): origin is QueryPrefix {
	return 'quality' in origin && 'term' in origin;
}

interface Joining {
	readonly scratch: Pick<Scratch, 'chunk'>;
	readonly pace: Pace;
}

function* findList(terms: readonly Variant[], origin: QueryPrefix, joining: Joining): Steps<Variant | undefined> {
	const postingCount = terms.reduce((sum, term) => sum + term.postingCount, 0);
	if (terms.length < termsMin || postingBytes * postingCount > listBytesMax - objectBytes) return undefined;
	const [{ postings, weight }] = terms as readonly [Variant];
	const key = toKey(postings, origin);
	let list = known.get(key);
	if (list === undefined) {
		known.set(key, null);
		return undefined;
	}
	if (list === null) {
		list = yield* joinTerms(terms, postingCount, joining);
		known.set(key, list);
	}
	const chunkTo = list.chunkHighs.length;
	return { postings: list, chunkFrom: 0, chunkTo, postingCount: list.documents.length, weight, term: -1, origin };
}

/** Joins the lists chunk by chunk, and leaves the scratch memory 0. */
function* joinTerms(terms: readonly Variant[], postingCount: number, { scratch, pace }: Joining): Steps<Postings> {
	const { slots } = scratch.chunk;
	const chunks = Uint32Array.from(terms, ({ chunkFrom }) => chunkFrom);
	const highMax = Math.max(...terms.map(({ postings, chunkTo }) => postings.chunkHighs[chunkTo - 1] as number));
	// `leaveSlots` writes one entry more.
	const documents = new Uint16Array(postingCount + 1);
	const counts = new Uint8Array(postingCount + 1);
	const chunkHighs: number[] = [];
	const chunkStarts: number[] = [0];
	let count = 0;
	for (let high = 0; high <= highMax; high++) {
		// The first term is the last to write.
		for (let index = terms.length - 1; index >= 0; index--) {
			const { postings, chunkTo } = terms[index] as Variant;
			const chunk = chunks[index] as number;
			if (chunk === chunkTo || postings.chunkHighs[chunk] !== high) continue;
			enterPostings(postings, chunk, slots);
			chunks[index] = chunk + 1;
		}
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
