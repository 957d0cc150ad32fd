/**
 * By which numbers are the matches of a segment ranked? Every rule becomes one key for each match; larger is better:
 *
 *     price ascending   −price, the lowest of several      no price   −∞
 *     brand descending  ordinal in the segment's dictionary
 *     size ascending    −size, then −ordinal for documents without a number, such as "M"
 *
 * Ordinals of different segments cannot be compared, so candidates of keyword rules carry their text.
 */

import { idField } from '../../domain/item/item-id.ts';
import type { IndexQuery, SortRule } from '../../domain/query/index-query.ts';
import { entriesPerCheck, type Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { isDense, walkColumn } from './column-walk.ts';
import { toDistanceMeters } from './geo-distance.ts';
import { toIdSortKeys } from './id-sort-keys.ts';
import type { PacedMatches, SortKey } from './sort-key.ts';
import { isTitleField, toTitleSortKeys } from './title-column.ts';

const none = Number.NEGATIVE_INFINITY;

/** The keys of all rules of a request; without rules the score decides. */
export function listSortKeys(
	{ sort }: Pick<IndexQuery, 'sort'>,
	segments: readonly Segment[],
): readonly (SortKey | undefined)[] {
	return sort.length === 0 ? [undefined] : sort.flatMap((rule) => toSortKeys(rule, segments));
}

/** The keys of a rule, the most important first; undefined stands for the score, whose keys come from matching. */
function toSortKeys(rule: SortRule, segments: readonly Segment[]): (SortKey | undefined)[] {
	if (rule.kind === 'score') return [undefined];
	if (rule.kind === 'distance') {
		return [toNumberKey(rule, (segment, target) => writeDistances(segment, rule, target))];
	}
	if (rule.fieldName === idField) return toIdSortKeys(rule);
	if (isTitleOfAny(segments, rule.fieldName)) return toTitleSortKeys(rule);
	const { fieldName } = rule;
	const hasNumbers = segments.some((segment) => segment.numberColumn(fieldName) !== undefined);
	if (!hasNumbers) return [toTextKey(rule)];
	const byNumber = toNumberKey(rule, (segment, target) => writeNumbers(segment, rule, target));
	// A size is 38 in one item and "M" in another: texts are ordered behind the numbers. Texts are also the only order
	// where every document that had a number is deleted.
	const hasTexts = segments.some((segment) => segment.keywordColumn(fieldName) !== undefined);
	return hasTexts ? [byNumber, toTextKey(rule)] : [byNumber];
}

/** Whether the field is the title of some segment. Without segments there is nothing to sort. */
function isTitleOfAny(segments: readonly Segment[], fieldName: string): boolean {
	return segments.some((segment) => isTitleField(segment, fieldName));
}

function toNumberKey({ isDescending }: Direction, write: (segment: Segment, target: Target) => Steps<void>): SortKey {
	return {
		isText: false,
		isDescending,
		write: (segment, matches, keys) => write(segment, { matches, keys }),
		toText: () => undefined,
	};
}

/** Documents with a number get no key: equal numbers are equal, however they are written. */
function toTextKey(rule: FieldRule): SortKey {
	const { fieldName, isDescending } = rule;
	return {
		isText: true,
		isDescending,
		write: (segment, matches, keys) => writeTexts(segment, rule, { matches, keys }),
		toText(segment, key) {
			const column = segment.keywordColumn(fieldName);
			if (column === undefined || key === none) return undefined;
			return decodeString(column.dictionary, Math.abs(key) - 1);
		},
	};
}

function* writeTexts(segment: Segment, rule: FieldRule, target: Target): Steps<void> {
	yield* writeOrdinals(segment, rule, target);
	yield* leaveOutNumbers(segment, rule.fieldName, target);
}

interface Direction {
	readonly isDescending: boolean;
}

interface Target {
	readonly matches: PacedMatches;
	readonly keys: Float64Array;
}

type FieldRule = Extract<SortRule, { kind: 'field' }>;

function* writeNumbers(
	segment: Segment,
	{ fieldName, isDescending }: FieldRule,
	{ matches, keys }: Target,
): Steps<void> {
	keys.fill(none, 0, matches.count);
	const column = segment.numberColumn(fieldName);
	if (column === undefined) return;
	const { numbers } = column;
	const sign = isDescending ? 1 : -1;
	if (isDense(column)) {
		for (let index = 0; index < matches.count; index++) {
			const value = numbers[matches.documents[index] as number] as number;
			if (!Number.isNaN(value)) keys[index] = sign * value;
			if (index % entriesPerCheck === 0 && matches.pace.isDue()) yield;
		}
		return;
	}
	yield* walkColumn(column, matches, {
		pace: matches.pace,
		visit: (index, from, to) => {
			for (let at = from; at < to; at++) keys[index] = Math.max(keys[index] as number, sign * (numbers[at] as number));
		},
	});
}

function* writeOrdinals(
	segment: Segment,
	{ fieldName, isDescending }: FieldRule,
	{ matches, keys }: Target,
): Steps<void> {
	keys.fill(none, 0, matches.count);
	const column = segment.keywordColumn(fieldName);
	if (column === undefined) return;
	const { ordinals } = column;
	const sign = isDescending ? 1 : -1;
	yield* walkColumn(column, matches, {
		pace: matches.pace,
		visit: (index, from, to) => {
			for (let at = from; at < to; at++) {
				const ordinal = ordinals[at] as number;
				if (ordinal !== 0) keys[index] = Math.max(keys[index] as number, sign * ordinal);
			}
		},
	});
}

function* leaveOutNumbers(segment: Segment, fieldName: string, { matches, keys }: Target): Steps<void> {
	const column = segment.numberColumn(fieldName);
	if (column === undefined) return;
	const { numbers } = column;
	yield* walkColumn(column, matches, {
		pace: matches.pace,
		visit: (index, from, to) => {
			// A dense column has NaN where there is none.
			for (let at = from; at < to; at++) if (!Number.isNaN(numbers[at])) keys[index] = none;
		},
	});
}

function* writeDistances(
	segment: Segment,
	rule: Extract<SortRule, { kind: 'distance' }>,
	{ matches, keys }: Target,
): Steps<void> {
	keys.fill(none, 0, matches.count);
	const column = segment.pointColumn(rule.fieldName);
	if (column === undefined) return;
	const { points } = column;
	const sign = rule.isDescending ? 1 : -1;
	yield* walkColumn({ rows: column.rows, offsets: undefined }, matches, {
		pace: matches.pace,
		visit: (index, row) => {
			keys[index] = sign * toDistanceMeters(rule, points[2 * row] as number, points[2 * row + 1] as number);
		},
	});
}
