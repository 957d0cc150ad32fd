/** Where in the file an entry is. */
export interface EntryPlace {
	/** Where it starts; the first line is 1. */
	readonly line: number;
	/** Which of an array it is, from 1: an array is often written on one line. */
	readonly entry?: number;
}

/** One JSON value of a file, still as bytes. */
export interface RawEntry extends EntryPlace {
	/** Undefined: it is larger than the limit and was skipped. */
	readonly bytes: Buffer | undefined;
}

/** Takes a file apart as its bytes come in. Memory is bounded by the largest entry that is allowed. */
export interface EntrySplitter {
	/** @returns the entries that are complete now. */
	push(chunk: Buffer): RawEntry[];
	/** @returns the last entry, if there is one. @throws {CommandError} when the file ends too early. */
	end(): RawEntry[];
}

/** Gathers the pieces of an entry that spans chunks, and stops keeping them when they become too many. */
export interface EntryBuffer {
	append(piece: Buffer): void;
	/** The bytes so far, or undefined when they were too many; the buffer is empty afterwards. */
	take(): Buffer | undefined;
}

export function createEntryBuffer(bytesMax: number): EntryBuffer {
	let pieces: Buffer[] = [];
	let byteCount = 0;
	return {
		append(piece) {
			byteCount += piece.length;
			if (byteCount > bytesMax) pieces = [];
			else pieces.push(piece);
		},
		take() {
			const bytes = byteCount > bytesMax ? undefined : Buffer.concat(pieces);
			pieces = [];
			byteCount = 0;
			return bytes;
		},
	};
}
