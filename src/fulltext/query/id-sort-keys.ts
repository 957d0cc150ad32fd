/**
 * Ids have no column: they are never counted, and stand in the order of the documents. They are sorted by their bytes:
 *
 *     "7"      a whole number of up to 15 digits: before those that are none
 *     "P-100"  UTF-8, which is in the order of code points; six bytes a key, as 48 bits of a double
 */
import { entriesPerCheck, type Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { PacedMatches, SortKey } from './sort-key.ts';

const bytesPerKey = 6;
/** Ids that begin with the same 120 bytes count as equal. */
const textKeyCount = 20;
/** Ids read between two checks of the clock. */
const idsPerCheck = entriesPerCheck / 8;
const none = Number.NEGATIVE_INFINITY;
const codes = { zero: 0x30, nine: 0x39, minus: 0x2d } as const;
/** All whole numbers of so many digits are exact. */
const digitsMax = 15;

type ReadKey = (segment: Segment, document: number) => number | undefined;

/** The keys of a sort by id, most important first. */
export function toIdSortKeys({ isDescending }: { readonly isDescending: boolean }): SortKey[] {
	const sign = isDescending ? 1 : -1;
	const toKey = (read: ReadKey): SortKey => ({
		isText: false,
		isDescending,
		write: (segment, matches, keys) => writeKeys({ segment, sign, read }, matches, keys),
		toText: () => undefined,
	});
	const ofBytes = Array.from({ length: textKeyCount }, (_, part) =>
		toKey((segment, document) => readBytes(segment, document, part)),
	);
	return [toKey(readNumber), ...ofBytes];
}

interface Reading {
	readonly segment: Segment;
	readonly sign: 1 | -1;
	/** Undefined: the id has no such key. */
	readonly read: ReadKey;
}

function* writeKeys(
	{ segment, sign, read }: Reading,
	{ documents, count, pace }: PacedMatches,
	keys: Float64Array,
): Steps<void> {
	for (let index = 0; index < count; index++) {
		const key = read(segment, documents[index] as number);
		keys[index] = key === undefined ? none : sign * key;
		if (index % idsPerCheck === 0 && pace.isDue()) yield;
	}
}

/** The whole number that an id is; with leading zeros it is none. */
function readNumber({ ids }: Segment, document: number): number | undefined {
	const { offsets, bytes } = ids;
	const [start, end] = [offsets[document] as number, offsets[document + 1] as number];
	const isNegative = bytes[start] === codes.minus;
	const first = isNegative ? start + 1 : start;
	const digitCount = end - first;
	if (digitCount === 0 || digitCount > digitsMax || (digitCount > 1 && bytes[first] === codes.zero)) return undefined;
	let number = 0;
	for (let at = first; at < end; at++) {
		const code = bytes[at] as number;
		if (code < codes.zero || code > codes.nine) return undefined;
		number = 10 * number + code - codes.zero;
	}
	return isNegative ? -number : number;
}

/** Six bytes of an id that is no number, as one; behind its end: 0. */
function readBytes(segment: Segment, document: number, part: number): number | undefined {
	if (readNumber(segment, document) !== undefined) return undefined;
	const { offsets, bytes } = segment.ids;
	const start = (offsets[document] as number) + part * bytesPerKey;
	const end = offsets[document + 1] as number;
	let key = 0;
	for (let at = start; at < start + bytesPerKey; at++) key = 256 * key + (at < end ? (bytes[at] as number) : 0);
	return key;
}
