/**
 * What values does a single document have in a column? This is for the few documents of a recommendation; a search
 * walks columns instead.
 */
import { keyBytes } from '../index/segment/key-table.ts';
import { groupFieldName } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { findEntries } from './column-walk.ts';

/** Its texts in a field. Cost: O(values). */
export function readTexts(segment: Segment, fieldName: string, document: number): string[] {
	const column = segment.keywordColumn(fieldName);
	if (column === undefined) return [];
	const texts: string[] = [];
	const [from, to] = findEntries(column, document);
	for (let at = from; at < to; at++) {
		const ordinal = column.ordinals[at] as number;
		if (ordinal !== 0) texts.push(decodeString(column.dictionary, ordinal - 1));
	}
	return texts;
}

/** Its numbers in a field. Cost: O(values). */
export function readNumbers(segment: Segment, fieldName: string, document: number): number[] {
	const column = segment.numberColumn(fieldName);
	if (column === undefined) return [];
	const [from, to] = findEntries(column, document);
	return [...column.numbers.subarray(from, to)].filter((number) => !Number.isNaN(number));
}

/** The id of its group; undefined when it has none. */
export function readGroupId(segment: Segment, document: number): string | undefined {
	return readTexts(segment, groupFieldName, document)[0];
}

/** The MD5 of its id, as 32 lower-case hex digits. */
export function readItemKey({ keys }: Segment, document: number): string {
	return Buffer.from(keys.subarray(document * keyBytes, (document + 1) * keyBytes)).toString('hex');
}
