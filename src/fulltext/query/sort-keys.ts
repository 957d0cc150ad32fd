/**
 * By which numbers are the matches of a segment ranked? Every rule becomes one key for each match, larger is better:
 *
 *     price ascending   −price, the lowest of several      no price   −∞
 *     brand descending  ordinal in the segment's dictionary
 *
 * Ordinals of different segments cannot be compared: hits of keyword rules carry their text from one to the other.
 */

import type { SortRule } from '../../domain/query/index-query.ts';
import type { Segment } from '../segment/segment.ts';
import { decodeString } from '../segment/sorted-strings.ts';
import { isDense, type MatchedDocuments, walkColumn } from './column-walk.ts';
import { toDistanceMeters } from './geo-distance.ts';
import type { SortKey } from './sort-key.ts';
import { isTitleField, toTitleSortKeys } from './title-column.ts';

const none = Number.NEGATIVE_INFINITY;

/** The keys of a rule, the most important first; undefined stands for the score, whose keys the matching made already. */
export function toSortKeys(rule: SortRule, segments: readonly Segment[]): (SortKey | undefined)[] {
	if (rule.kind === 'field' && isTitleField(rule.fieldName)) return toTitleSortKeys(rule.isDescending);
	return [toSortKey(rule, segments)];
}

function toSortKey(rule: SortRule, segments: readonly Segment[]): SortKey | undefined {
	if (rule.kind === 'score') return undefined;
	const { isDescending } = rule;
	const noText = { isText: false, isDescending, toText: () => undefined };
	if (rule.kind === 'distance') {
		return { ...noText, write: (segment, matches, keys) => writeDistances(segment, rule, { matches, keys }) };
	}
	const { fieldName } = rule;
	const isNumber = segments.some((segment) => segment.numberColumn(fieldName) !== undefined);
	if (isNumber) return { ...noText, write: (segment, matches, keys) => writeNumbers(segment, rule, { matches, keys }) };
	return {
		isText: true,
		isDescending,
		write: (segment, matches, keys) => writeOrdinals(segment, rule, { matches, keys }),
		toText(segment, key) {
			const column = segment.keywordColumn(fieldName);
			if (column === undefined || key === none) return undefined;
			return decodeString(column.dictionary, Math.abs(key) - 1);
		},
	};
}

interface Target {
	readonly matches: MatchedDocuments;
	readonly keys: Float64Array;
}

type FieldRule = Extract<SortRule, { kind: 'field' }>;

function writeNumbers(segment: Segment, { fieldName, isDescending }: FieldRule, { matches, keys }: Target): void {
	keys.fill(none, 0, matches.count);
	const column = segment.numberColumn(fieldName);
	if (column === undefined) return;
	const { numbers } = column;
	const sign = isDescending ? 1 : -1;
	if (isDense(column)) {
		for (let index = 0; index < matches.count; index++) {
			const value = numbers[matches.documents[index] as number] as number;
			if (!Number.isNaN(value)) keys[index] = sign * value;
		}
		return;
	}
	walkColumn(column, matches, (index, from, to) => {
		for (let at = from; at < to; at++) keys[index] = Math.max(keys[index] as number, sign * (numbers[at] as number));
	});
}

function writeOrdinals(segment: Segment, { fieldName, isDescending }: FieldRule, { matches, keys }: Target): void {
	keys.fill(none, 0, matches.count);
	const column = segment.keywordColumn(fieldName);
	if (column === undefined) return;
	const { ordinals } = column;
	const sign = isDescending ? 1 : -1;
	walkColumn(column, matches, (index, from, to) => {
		for (let at = from; at < to; at++) {
			const ordinal = ordinals[at] as number;
			if (ordinal !== 0) keys[index] = Math.max(keys[index] as number, sign * ordinal);
		}
	});
}

function writeDistances(
	segment: Segment,
	rule: Extract<SortRule, { kind: 'distance' }>,
	{ matches, keys }: Target,
): void {
	keys.fill(none, 0, matches.count);
	const column = segment.pointColumn(rule.fieldName);
	if (column === undefined) return;
	const { points } = column;
	const sign = rule.isDescending ? 1 : -1;
	walkColumn({ rows: column.rows, offsets: undefined }, matches, (index, row) => {
		keys[index] = sign * toDistanceMeters(rule, points[2 * row] as number, points[2 * row + 1] as number);
	});
}
