/**
 * Which values of a column does a terms filter stand for? See `TermsFilter`. Whether a name is a node counted from the
 * top or one further down is decided once for all columns of a search, so that all segments agree.
 */
import type { Filter, TermsFilter } from '../../domain/query/filter.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { foldValue, isPath, levelSign, toNode } from '../analysis/fold-value.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { findFolded } from '../index/segment/find-folded.ts';
import { countStrings, decodeString, findString } from '../index/segment/sorted-strings.ts';
import { isLive, type LiveSegment } from './index-view.ts';

/** The ordinals that a value stands for, by column; a missing column has none. */
export type OrdinalsOfColumns = ReadonlyMap<KeywordColumn, readonly number[]>;

/** A terms filter with what its values stand for in the segments of one search. */
export interface ResolvedTermsFilter extends TermsFilter {
	/** One entry for each of `values`. */
	readonly ordinals: readonly OrdinalsOfColumns[];
	/** Parallel to `values`: whether the value names a node counted from the top, or a whole value. */
	readonly isFromTop: readonly boolean[];
}

/** A filter as a search applies it. */
export type ResolvedFilter = Exclude<Filter, TermsFilter> | ResolvedTermsFilter;

/** In columns with more values than this, paths are found by their first level only. */
const inspectedValuesMax = 20_000;
/** Values folded between two checks of the pace: about a tenth of a millisecond. */
const valuesPerCheck = 128;

/**
 * Resolves a terms filter; other filters stay as they are. Cost: O(values · segments), as for `findFolded`. The first
 * name that is not a first level anywhere also costs O(values of the column).
 */
export function* resolveFilter(filter: Filter, segments: readonly LiveSegment[], pace: Pace): Steps<ResolvedFilter> {
	if (filter.kind !== 'terms') return filter;
	const columns = segments.flatMap(({ segment, live }) => {
		const column = segment.keywordColumn(filter.fieldName);
		return column === undefined ? [] : { column, live };
	});
	const found: Found[] = [];
	for (const value of filter.values) {
		found.push(yield* filter.isExact ? findExact(columns, value, pace) : findMeant(columns, value, pace));
	}
	return {
		...filter,
		ordinals: found.map(({ ordinals }) => ordinals),
		isFromTop: found.map(({ isFromTop }) => isFromTop),
	};
}

/** All ordinals that a filter stands for in a column, each once. */
export function findOrdinals(column: KeywordColumn, { ordinals }: ResolvedTermsFilter): readonly number[] {
	const [only, ...others] = ordinals;
	if (others.length === 0) return only?.get(column) ?? [];
	return [...new Set(ordinals.flatMap((ofColumns) => ofColumns.get(column) ?? []))];
}

interface Found {
	readonly ordinals: OrdinalsOfColumns;
	readonly isFromTop: boolean;
}

interface LiveColumn {
	readonly column: KeywordColumn;
	readonly live: Uint32Array | undefined;
}

function* findExact(columns: readonly LiveColumn[], value: string, pace: Pace): Steps<Found> {
	const found = new Map<KeywordColumn, readonly number[]>();
	for (const { column } of columns) {
		const ordinal = findString(column.dictionary, value);
		if (ordinal >= 0) found.set(column, [ordinal + 1]);
	}
	if (pace.isDue()) yield;
	return { ordinals: found, isFromTop: true };
}

function* findMeant(columns: readonly LiveColumn[], value: string, pace: Pace): Steps<Found> {
	const node = toNode(foldValue(value));
	const below = new Map<KeywordColumn, readonly number[]>();
	let isThere = false;
	for (const { column, live } of columns) {
		const found = findBelow(column, node);
		if (found.length > 0) below.set(column, found);
		isThere ||= hasLive(column, found, live);
		if (pace.isDue()) yield;
	}
	return { ordinals: isThere ? below : yield* findInside(columns, node, pace), isFromTop: isThere };
}

/** Cached ordinals of nodes: shoppers choose the same filters again and again. */
const knownBelow = new WeakMap<KeywordColumn, Map<string, readonly number[]>>();
const knownNodesMax = 4_096;
/** The most ordinals of a node that are cached; for more, finding them costs little more than copying them. */
const knownOrdinalsMax = 16;

function findBelow(column: KeywordColumn, node: string): readonly number[] {
	const known = knownBelow.get(column) ?? new Map<string, readonly number[]>();
	const cached = known.get(node);
	if (cached !== undefined) return cached;
	const found = findFolded(column.dictionary, node).map((ordinal) => ordinal + 1);
	if (found.length > knownOrdinalsMax) return found;
	if (known.size >= knownNodesMax) known.clear();
	known.set(node, found);
	knownBelow.set(column, known);
	return found;
}

/** Whether any live item has one of these values. Cost: O(documents that have them) at most, usually O(1). */
export function hasLive(
	{ listOffsets, listDocuments }: KeywordColumn,
	ordinals: readonly number[],
	live: Uint32Array | undefined,
): boolean {
	return ordinals.some((ordinal) => {
		const end = listOffsets[ordinal] as number;
		for (let at = listOffsets[ordinal - 1] as number; at < end; at++) {
			if (isLive(live, listDocuments[at] as number)) return true;
		}
		return false;
	});
}

/** Values whose path has the node at a level below the first. */
function* findInside(columns: readonly LiveColumn[], node: string, pace: Pace): Steps<OrdinalsOfColumns> {
	const wanted = `${levelSign}${node}${levelSign}`;
	const found = new Map<KeywordColumn, readonly number[]>();
	for (const { column } of columns) {
		const paths = yield* toPaths(column, pace);
		found.set(
			column,
			[...paths].flatMap(([ordinal, path]) => (path.includes(wanted) ? ordinal : [])),
		);
		if (pace.isDue()) yield;
	}
	return found;
}

/** By ordinal, the folded form of values that are paths, with a separator at both ends: `>a>b>`. */
const pathsOfColumns = new WeakMap<KeywordColumn, ReadonlyMap<number, string>>();

function* toPaths(column: KeywordColumn, pace: Pace): Steps<ReadonlyMap<number, string>> {
	const known = pathsOfColumns.get(column);
	if (known !== undefined) return known;
	const { dictionary } = column;
	const paths = new Map<number, string>();
	const count = countStrings(dictionary);
	for (let ordinal = 0; ordinal < count && count <= inspectedValuesMax; ordinal++) {
		const text = decodeString(dictionary, ordinal);
		if (hasLevelSign(text)) {
			const folded = foldValue(text);
			if (isPath(folded)) paths.set(ordinal + 1, `${levelSign}${folded}${levelSign}`);
		}
		if (ordinal % valuesPerCheck === 0 && pace.isDue()) yield;
	}
	pathsOfColumns.set(column, paths);
	return paths;
}

/** Whether the text has the separator, or a character that folds to it. */
function hasLevelSign(text: string): boolean {
	return /[>＞﹥]/.test(text);
}
