/**
 * Which ordinals of different segments are the same value? Every segment has its own dictionary; the largest lends its
 * ordinals to all, and values it lacks get numbers behind them.
 *
 *     base     1 black  2 red             global  1 black  2 red  3 blue
 *     small    1 blue   2 red    ──►  map [0, 3, 2]
 *
 * What a small segment shares with the base is remembered with the pair, so a refresh costs what is new; the whole of it
 * is remembered with the base, so a search costs nothing.
 */
import type { KeywordColumn } from './columns.ts';
import type { Segment } from './segment.ts';
import { countStrings, decodeString, findString } from './sorted-strings.ts';

export interface GlobalOrdinals {
	/** Largest ordinal; 0 is none. */
	readonly valueCount: number;
	/** Ordinals of the base come first, up to this one, in the order of their values. */
	readonly baseCount: number;
	/** By segment: the map from its ordinals; undefined for the base itself and for segments without the column. */
	readonly maps: readonly (Uint32Array | undefined)[];
	/** The value of an ordinal ≥ 1. */
	valueOf(ordinal: number): string;
	/** The ordinal of a value; 0 when no segment has it. Cost: O(log values). */
	ordinalOf(value: string): number;
}

/** By the smaller segment's dictionary, then the base's. */
const sharedOrdinals = new WeakMap<KeywordColumn, WeakMap<KeywordColumn, Uint32Array>>();

/** A list of segments, by their columns of the field: held weakly, or merged segments would stay in memory for it. */
interface KnownOrdinals {
	readonly columns: readonly (WeakRef<KeywordColumn> | undefined)[];
	readonly global: GlobalOrdinals;
}

/** Lists that are searched in turn have the same base: one index alone and together with others, and the list before. */
const knownListsMax = 4;
const knownOrdinals = new WeakMap<KeywordColumn, readonly KnownOrdinals[]>();

/**
 * The common ordinals of a field. Cost: O(segments) for a list met before; else O(values of all but the base), and the
 * values of segments not met before.
 */
export function toGlobalOrdinals(segments: readonly Segment[], fieldName: string): GlobalOrdinals | undefined {
	const columns = segments.map((segment) => segment.keywordColumn(fieldName));
	let base: KeywordColumn | undefined;
	for (const column of columns) {
		if (column !== undefined && (base === undefined || toSize(column) > toSize(base))) base = column;
	}
	if (base === undefined) return undefined;
	const lists = knownOrdinals.get(base) ?? [];
	const known = lists.find((list) => isSameList(list, columns));
	if (known !== undefined) return known.global;
	const global = joinOrdinals(columns, base);
	const made = { columns: columns.map((column) => column && new WeakRef(column)), global };
	knownOrdinals.set(base, [made, ...lists.slice(0, knownListsMax - 1)]);
	return global;
}

function isSameList(known: KnownOrdinals, columns: readonly (KeywordColumn | undefined)[]): boolean {
	if (known.columns.length !== columns.length) return false;
	return columns.every((column, index) => {
		const ref = known.columns[index];
		// One that is gone is not one that never was.
		return column === undefined ? ref === undefined : ref?.deref() === column;
	});
}

function joinOrdinals(columns: readonly (KeywordColumn | undefined)[], base: KeywordColumn): GlobalOrdinals {
	const { dictionary } = base;
	const baseCount = toSize(base);
	const extras = new Map<string, number>();
	const maps = columns.map((column) =>
		column === undefined || column === base ? undefined : toMap(column, base, extras),
	);
	const extraValues = [...extras.keys()];
	return {
		valueCount: baseCount + extraValues.length,
		baseCount,
		maps,
		valueOf: (ordinal) =>
			ordinal <= baseCount ? decodeString(dictionary, ordinal - 1) : (extraValues[ordinal - baseCount - 1] as string),
		ordinalOf: (value) => findString(dictionary, value) + 1 || (extras.get(value) ?? 0),
	};
}

function toSize(column: KeywordColumn): number {
	return countStrings(column.dictionary);
}

function toMap(column: KeywordColumn, base: KeywordColumn, extras: Map<string, number>): Uint32Array {
	const shared = toShared(column, base);
	const map = shared.slice();
	for (let ordinal = 1; ordinal < map.length; ordinal++) {
		if (map[ordinal] !== 0) continue;
		const value = decodeString(column.dictionary, ordinal - 1);
		let extra = extras.get(value);
		if (extra === undefined) {
			extra = toSize(base) + extras.size + 1;
			extras.set(value, extra);
		}
		map[ordinal] = extra;
	}
	return map;
}

/** The base's ordinals of the column's values, 0 where it has none. */
function toShared(column: KeywordColumn, base: KeywordColumn): Uint32Array {
	let byBase = sharedOrdinals.get(column);
	if (byBase === undefined) {
		byBase = new WeakMap();
		sharedOrdinals.set(column, byBase);
	}
	let shared = byBase.get(base);
	if (shared === undefined) {
		shared = new Uint32Array(toSize(column) + 1);
		for (let ordinal = 1; ordinal < shared.length; ordinal++) {
			shared[ordinal] = findString(base.dictionary, decodeString(column.dictionary, ordinal - 1)) + 1;
		}
		byBase.set(base, shared);
	}
	return shared;
}
