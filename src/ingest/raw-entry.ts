/** The position of an entry in the feed. */
export interface EntryPosition {
	/** The line where it starts; the first line is 1. */
	readonly line: number;
	/** Its number within an array, counted from 1, because an array is often written on one line. */
	readonly entry?: number;
}

/** One JSON value of a feed, still as bytes. */
export interface RawEntry extends EntryPosition {
	/** Undefined when it exceeds the limit and was skipped. */
	readonly bytes: Buffer | undefined;
}

/** Splits a feed as its bytes come in. Memory is bounded by the largest allowed entry. */
export interface EntrySplitter {
	/** @returns the entries that are now complete @throws {FeedError} */
	push(chunk: Buffer): RawEntry[];
	/** @returns the last entry, if there is one @throws {FeedError} when the feed ends too early */
	end(): RawEntry[];
}

/** Collects the bytes of an entry that spans chunks, and discards them when there are too many. */
export interface EntryBuffer {
	append(bytes: Buffer): void;
	/** The bytes so far, or undefined when there were too many. Empties the buffer. */
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
