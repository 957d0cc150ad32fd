/**
 * The service's unique id of an item: `{hashid}@{index}@{md5 of the item id}`.
 *
 * The MD5 is also the key items are stored under: two ids with one MD5 would be one item to every client that names
 * items by dfid, so they are one item here too.
 */
import { hash } from 'node:crypto';

export interface Dfid {
	readonly hashid: string;
	readonly indexName: string;
	/** 32 lower-case hex digits. */
	readonly itemKey: string;
}

export const dfidPattern = /^([0-9a-f]{32})@([a-z][a-z0-9_]{0,63})@([0-9a-f]{32})$/;

/** The MD5 of an item id, as 32 lower-case hex digits. */
export function toItemKey(id: string): string {
	return hash('md5', id, 'hex');
}

export function formatDfid({ hashid, indexName, itemKey }: Dfid): string {
	return `${hashid}@${indexName}@${itemKey}`;
}

/** @returns undefined when the text is no dfid. */
export function parseDfid(text: string): Dfid | undefined {
	const match = dfidPattern.exec(text);
	if (match === null) return undefined;
	return { hashid: match[1] as string, indexName: match[2] as string, itemKey: match[3] as string };
}
