/** Where in the feed an entry is. */
export interface EntryPosition {
	/** Where it starts; the first line is 1. */
	readonly line: number;
	/** Which of an array it is, from 1: an array is often written on one line. */
	readonly entry?: number;
}

/** One JSON value of a feed, still as bytes. */
export interface RawEntry extends EntryPosition {
	/** Undefined: it is larger than the limit and was skipped. */
	readonly bytes: Buffer | undefined;
}

/** Takes a feed apart as its bytes come in. Memory is bounded by the largest entry that is allowed. */
export interface EntrySplitter {
	/** @returns the entries that are complete now. @throws {FeedError} */
	push(chunk: Buffer): RawEntry[];
	/** @returns the last entry, if there is one. @throws {FeedError} when the feed ends too early. */
	end(): RawEntry[];
}

/** Gathers the bytes of an entry that spans chunks, and stops keeping them when they become too many. */
export interface EntryBuffer {
	append(bytes: Buffer): void;
	/** The bytes so far, or undefined when they were too many; the buffer is empty afterwards. */
	take(): Buffer | undefined;
}

export function createEntryBuffer(bytesMax: number): EntryBuffer {
	let gathered: Buffer[] = [];
	let byteCount = 0;
	return {
		append(more) {
			byteCount += more.length;
			if (byteCount > bytesMax) gathered = [];
			else gathered.push(more);
		},
		take() {
			const bytes = byteCount > bytesMax ? undefined : Buffer.concat(gathered);
			gathered = [];
			byteCount = 0;
			return bytes;
		},
	};
}
