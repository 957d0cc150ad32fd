/**
 * The service's unique id of an item: `{hashid}@{index}@{md5 of the item id}`.
 *
 * The MD5 is also the key under which items are stored. Two ids with the same MD5 would be one item to every client
 * that uses dfids, so they are one item here too.
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

/** The same as 16 characters, one for each byte. It takes a third of the time of a digest as a buffer, which has memory of its own. */
export function toItemKeyText(id: string): string {
	return hash('md5', id, 'binary');
}

/** The same as 16 bytes. */
export function toItemKeyBytes(id: string): Uint8Array {
	return Buffer.from(toItemKeyText(id), 'binary');
}

export function formatDfid({ hashid, indexName, itemKey }: Dfid): string {
	return `${hashid}@${indexName}@${itemKey}`;
}

/** The parts of a text, which must match `dfidPattern`. */
export function splitDfid(text: string): Dfid {
	const { hashidEnd, keyLength } = dfidOffsets;
	return {
		hashid: text.slice(0, hashidEnd),
		indexName: text.slice(hashidEnd + 1, -keyLength - 1),
		itemKey: text.slice(-keyLength),
	};
}

const dfidOffsets = { hashidEnd: 32, keyLength: 32 } as const;

/** @returns undefined when the text is not a dfid */
export function parseDfid(text: string): Dfid | undefined {
	return dfidPattern.test(text) ? splitDfid(text) : undefined;
}
