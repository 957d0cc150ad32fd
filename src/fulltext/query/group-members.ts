/** Which items are in a group? Used to show all variants of a hit. */
import { groupFieldName } from '../index/segment/layout.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { type IndexView, isLive } from './index-view.ts';

/**
 * The ids of the live items of a group, oldest first, at most `itemsMax`; empty when the group does not exist. Cost:
 * O(segments · log groups + items).
 */
export function findGroupMembers(
	{ segments }: Pick<IndexView, 'segments'>,
	groupId: string,
	itemsMax: number,
): string[] {
	const ids: string[] = [];
	for (const { segment, live } of segments) {
		const column = segment.keywordColumn(groupFieldName);
		const ordinal = column === undefined ? -1 : findString(column.dictionary, groupId);
		if (column === undefined || ordinal < 0) continue;
		const end = column.listOffsets[ordinal + 1] as number;
		for (let at = column.listOffsets[ordinal] as number; at < end && ids.length < itemsMax; at++) {
			const document = column.listDocuments[at] as number;
			if (isLive(live, document)) ids.push(decodeString(segment.ids, document));
		}
	}
	return ids;
}
