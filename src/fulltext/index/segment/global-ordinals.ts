/**
 * Which ordinals of different segments are the same value? Every segment has a dictionary of its own. The ordinals of
 * the largest one, the base, are used for all segments. Values that the base lacks get the numbers behind it, also in
 * their order.
 *
 *     base     1 black  2 red             global  1 black  2 red  3 blue
 *     small    1 blue   2 red    ──►  map [0, 3, 2]
 *
 * Values are compared as bytes in place. No strings are made, because a field may have as many values as there are
 * items.
 *
 * What a small segment shares with the base is cached for the pair, so a refresh costs only what is new. The result for
 * a list of segments is cached with the base, so a search costs nothing.
 */
import { entriesPerCheck, type Pace, type Steps } from '../../../lib/steps.ts';
import type { KeywordColumn } from './columns.ts';
import type { Segment } from './segment.ts';
import {
	compareStrings,
	compareWithText,
	countStrings,
	decodeString,
	findString,
	type StringRef,
} from './sorted-strings.ts';

export interface GlobalOrdinals {
	/** Largest ordinal; 0 is none. */
	readonly valueCount: number;
	/**
	 * Ordinals of the base come first, up to this one. They are in the order of their values, and so are those behind
	 * them.
	 */
	readonly baseCount: number;
	/** By segment, the map from its ordinals; undefined for the base itself and for segments without the column. */
	readonly maps: readonly (Uint32Array | undefined)[];
	/** The value of an ordinal ≥ 1. */
	valueOf(ordinal: number): string;
	/** The ordinal of a value; 0 when no segment has it. Cost: O(log values). */
	ordinalOf(value: string): number;
}

/** How the ordinals are computed: how often to yield, and how many there may be. */
export interface OrdinalsOptions {
	readonly pace: Pace;
	/** With more values the answer is `too_many`; undefined for no limit. */
	readonly valuesMax?: number;
}

/** The values of a column as ordinals of a base. A value that the base lacks has 0 and is listed in `lacked`. */
interface SharedOrdinals {
	readonly map: Uint32Array;
	readonly lacked: Uint32Array;
}

/** By the column of the smaller segment, then that of the base. */
const sharedOrdinals = new WeakMap<KeywordColumn, WeakMap<KeywordColumn, SharedOrdinals>>();

/** A list of segments, by their columns of the field. References are weak, so that merged segments can be freed. */
interface KnownOrdinals {
	readonly columns: readonly (WeakRef<KeywordColumn> | undefined)[];
	readonly global: GlobalOrdinals | 'too_many';
}

/** Several lists have the same base: an index alone, the index together with others, and the list before a refresh. */
const knownListsMax = 4;
const knownOrdinals = new WeakMap<KeywordColumn, readonly KnownOrdinals[]>();

/**
 * The global ordinals of a field; undefined when no segment has the column. Cost: O(segments) for a cached list.
 * Otherwise O(values of all columns but the base), plus O(values · log values) of those that the base lacks.
 */
export function* toGlobalOrdinals(
	segments: readonly Segment[],
	fieldName: string,
	wanted: OrdinalsOptions,
): Steps<GlobalOrdinals | 'too_many' | undefined> {
	const columns = segments.map((segment) => segment.keywordColumn(fieldName));
	let base: KeywordColumn | undefined;
	for (const column of columns) {
		if (column !== undefined && (base === undefined || toSize(column) > toSize(base))) base = column;
	}
	if (base === undefined) return undefined;
	const known = (knownOrdinals.get(base) ?? []).find((list) => isSameList(list, columns));
	if (known !== undefined) return known.global;
	const global = yield* joinOrdinals(columns, base, wanted);
	const made = { columns: columns.map((column) => column && new WeakRef(column)), global };
	knownOrdinals.set(base, [made, ...(knownOrdinals.get(base) ?? []).slice(0, knownListsMax - 1)]);
	return global;
}

function isSameList(known: KnownOrdinals, columns: readonly (KeywordColumn | undefined)[]): boolean {
	if (known.columns.length !== columns.length) return false;
	return columns.every((column, index) => {
		const ref = known.columns[index];
		// A column that was freed differs from one that never existed.
		return column === undefined ? ref === undefined : ref?.deref() === column;
	});
}

function* joinOrdinals(
	columns: readonly (KeywordColumn | undefined)[],
	base: KeywordColumn,
	{ pace, valuesMax = Number.POSITIVE_INFINITY }: OrdinalsOptions,
): Steps<GlobalOrdinals | 'too_many'> {
	const { dictionary } = base;
	const baseCount = toSize(base);
	if (baseCount > valuesMax) return 'too_many';
	const maps: (Uint32Array | undefined)[] = [];
	const lists: LackedList[] = [];
	for (const column of columns) {
		const shared = column === undefined || column === base ? undefined : yield* toShared(column, base, pace);
		const map = shared?.map.slice();
		maps.push(map);
		if (column === undefined || shared === undefined || map === undefined || shared.lacked.length === 0) continue;
		lists.push({ column, map, lacked: shared.lacked, at: 0 });
	}
	const extras = yield* mergeLacked(lists, { pace, firstOrdinal: baseCount + 1, countMax: valuesMax - baseCount });
	if (extras === 'too_many') return extras;
	return {
		valueCount: baseCount + extras.count,
		baseCount,
		maps,
		valueOf: (ordinal) =>
			ordinal <= baseCount ? decodeString(dictionary, ordinal - 1) : extras.valueAt(ordinal - baseCount - 1),
		ordinalOf(value) {
			const ofBase = findString(dictionary, value) + 1;
			if (ofBase > 0) return ofBase;
			const ordinal = extras.find(value);
			return ordinal < 0 ? 0 : baseCount + ordinal + 1;
		},
	};
}

function toSize(column: KeywordColumn): number {
	return countStrings(column.dictionary);
}

/** The values that a column has and the base lacks, and how far the merge has read them. */
interface LackedList {
	readonly column: KeywordColumn;
	readonly map: Uint32Array;
	readonly lacked: Uint32Array;
	at: number;
}

interface Extras {
	readonly count: number;
	valueAt(ordinal: number): string;
	/** The index of a value, or -1. Cost: O(log values). */
	find(value: string): number;
}

/** Merges sorted lists by a heap of their heads, numbers the distinct values and writes the numbers to the maps. */
function* mergeLacked(
	lists: readonly LackedList[],
	{ pace, firstOrdinal, countMax }: { readonly pace: Pace; readonly firstOrdinal: number; readonly countMax: number },
): Steps<Extras | 'too_many'> {
	const total = lists.reduce((sum, { lacked }) => sum + lacked.length, 0);
	const owners = new Uint16Array(total);
	const ordinals = new Uint32Array(total);
	const heap = lists.map((_, index) => index);
	const toRef = (list: number) => {
		const { column, lacked, at } = lists[list] as LackedList;
		return { strings: column.dictionary, index: (lacked[at] as number) - 1 };
	};
	const compareHeads = (left: number, right: number) => compareStrings(toRef(left), toRef(right));
	for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, compareHeads);
	let count = 0;
	let last: StringRef | undefined;
	for (let taken = 1; heap.length > 0; taken++) {
		const owner = heap[0] as number;
		const list = lists[owner] as LackedList;
		if (last === undefined || compareStrings(last, toRef(owner)) !== 0) {
			if (count >= countMax) return 'too_many';
			owners[count] = owner;
			ordinals[count] = list.lacked[list.at] as number;
			last = toRef(owner);
			count += 1;
		}
		list.map[list.lacked[list.at] as number] = firstOrdinal + count - 1;
		list.at += 1;
		if (list.at === list.lacked.length) {
			heap[0] = heap[heap.length - 1] as number;
			heap.pop();
		}
		if (heap.length > 1) sink(heap, 0, compareHeads);
		if (taken % valuesPerCheck === 0 && pace.isDue()) yield;
	}
	return createExtras(
		lists.map(({ column }) => new WeakRef(column)),
		{ owners: owners.slice(0, count), ordinals: ordinals.slice(0, count) },
	);
}

/**
 * A search that asks for values holds the segments that have them. Cached extras must not hold them, so they keep weak
 * references.
 */
function createExtras(
	columns: readonly WeakRef<KeywordColumn>[],
	{ owners, ordinals }: { readonly owners: Uint16Array; readonly ordinals: Uint32Array },
): Extras {
	const count = ordinals.length;
	function refOf(extra: number): StringRef {
		const column = columns[owners[extra] as number]?.deref();
		if (column === undefined) throw new Error('ordinals were used after their segments were freed');
		return { strings: column.dictionary, index: (ordinals[extra] as number) - 1 };
	}
	return {
		count,
		valueAt(ordinal) {
			const { strings, index } = refOf(ordinal);
			return decodeString(strings, index);
		},
		find(value) {
			let low = 0;
			let high = count;
			while (low < high) {
				const middle = (low + high) >>> 1;
				if (compareWithText(refOf(middle), value) < 0) low = middle + 1;
				else high = middle;
			}
			return low < count && compareWithText(refOf(low), value) === 0 ? low : -1;
		},
	};
}

/** Values compared between two checks of the clock; each takes about 100 ns. */
const valuesPerCheck = entriesPerCheck / 16;

/** Restores the heap below `start`, smallest first. */
function sink(heap: number[], start: number, compare: (left: number, right: number) => number): void {
	let at = start;
	for (;;) {
		let child = 2 * at + 1;
		if (child >= heap.length) return;
		if (child + 1 < heap.length && compare(heap[child + 1] as number, heap[child] as number) < 0) child += 1;
		if (compare(heap[at] as number, heap[child] as number) <= 0) return;
		const moved = heap[at] as number;
		heap[at] = heap[child] as number;
		heap[child] = moved;
		at = child;
	}
}

/** Both dictionaries are sorted, so each value is sought from where the one before it was found, by galloping. */
function* toShared(column: KeywordColumn, base: KeywordColumn, pace: Pace): Steps<SharedOrdinals> {
	const known = sharedOrdinals.get(column)?.get(base);
	if (known !== undefined) return known;
	const map = new Uint32Array(toSize(column) + 1);
	const lacked = new Uint32Array(toSize(column));
	let lackedCount = 0;
	let from = 0;
	for (let ordinal = 1; ordinal < map.length; ordinal++) {
		from = seekString(base, from, { strings: column.dictionary, index: ordinal - 1 });
		const isThere =
			from < toSize(base) &&
			compareStrings({ strings: base.dictionary, index: from }, { strings: column.dictionary, index: ordinal - 1 }) ===
				0;
		if (isThere) map[ordinal] = from + 1;
		else {
			lacked[lackedCount] = ordinal;
			lackedCount += 1;
		}
		if (ordinal % valuesPerCheck === 0 && pace.isDue()) yield;
	}
	const shared = { map, lacked: lacked.slice(0, lackedCount) };
	const byBase = sharedOrdinals.get(column) ?? new WeakMap<KeywordColumn, SharedOrdinals>();
	byBase.set(base, shared);
	sharedOrdinals.set(column, byBase);
	return shared;
}

/** The first index from `from` on whose string is not below the wanted one. Cost: O(log distance). */
function seekString({ dictionary }: KeywordColumn, from: number, wanted: Parameters<typeof compareStrings>[1]): number {
	const isBefore = (index: number) => compareStrings({ strings: dictionary, index }, wanted) < 0;
	const count = countStrings(dictionary);
	let low = from;
	let stride = 1;
	while (low + stride <= count && isBefore(low + stride - 1)) {
		low += stride;
		stride *= 2;
	}
	let high = Math.min(count, low + stride - 1);
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isBefore(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}
