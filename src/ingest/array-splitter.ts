/**
 * Splits one JSON array into its entries, each as the bytes of the feed.
 *
 * It reads only what separates entries: strings (a bracket inside one has no meaning), depth and commas. Whether an
 * entry is valid JSON is checked by its reader, so a bad entry does not end the feed. A bad separator does, because
 * nothing after it can be trusted.
 *
 *     [ {"id":"1"} , {"id":"2"} ]
 *     │ │         │ │           └ done
 *     │ └ inside  │ └ inside
 *     └ opened    └ closed
 */
import { FeedError } from './feed-error.ts';
import { createEntryBuffer, type EntryBuffer, type EntrySplitter, type RawEntry } from './raw-entry.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const newline = 0x0a;

interface ArrayState {
	readonly buffer: EntryBuffer;
	/** `opened` and `next` expect an entry, after `[` and after a comma. */
	phase: 'start' | 'opened' | 'next' | 'inside' | 'closed' | 'done';
	line: number;
	entryLine: number;
	entryCount: number;
	/** Open brackets and braces of the entry. */
	depth: number;
	isInString: boolean;
	isEscaped: boolean;
	/** Entries completed by the current chunk. */
	entries: RawEntry[];
}

export function createArraySplitter(bytesMax: number): EntrySplitter {
	const state: ArrayState = {
		buffer: createEntryBuffer(bytesMax),
		phase: 'start',
		line: 1,
		entryLine: 1,
		entryCount: 0,
		depth: 0,
		isInString: false,
		isEscaped: false,
		entries: [],
	};
	return {
		push(chunk) {
			state.entries = [];
			for (let at = 0; at < chunk.length; )
				at = state.phase === 'inside' ? readInside(state, chunk, at) : readBetween(state, chunk, at);
			return state.entries;
		},
		end() {
			if (state.phase === 'done') return [];
			throw new FeedError({ code: 'unclosed_array', line: state.line });
		},
	};
}

/** Reads one byte outside of entries. @returns where to continue. */
function readBetween(state: ArrayState, chunk: Buffer, at: number): number {
	const byte = chunk[at] ?? 0;
	const { phase } = state;
	if (byte === newline) state.line += 1;
	if (byte === newline || byte === 0x20 || byte === 0x09 || byte === 0x0d) return at + 1;
	if (phase === 'start' && byte === openBracket) state.phase = 'opened';
	else if (phase === 'closed' && byte === comma) state.phase = 'next';
	else if ((phase === 'closed' || phase === 'opened') && byte === closeBracket) state.phase = 'done';
	else if ((phase === 'opened' || phase === 'next') && byte !== comma && byte !== closeBracket) {
		state.phase = 'inside';
		state.entryLine = state.line;
		return at;
	} else throw new FeedError({ code: 'bad_separator', line: state.line, byte });
	return at + 1;
}

/** Reads an entry from `start` to its end or that of the chunk. @returns where to continue. */
function readInside(state: ArrayState, chunk: Buffer, start: number): number {
	for (let at = start; at < chunk.length; at += 1) {
		const byte = chunk[at] ?? 0;
		if (byte === newline) state.line += 1;
		const ending = state.isInString ? readStringByte(state, byte) : readPlainByte(state, byte);
		if (ending === undefined) continue;
		const end = ending === 'after' ? at + 1 : at;
		endEntry(state, chunk.subarray(start, end));
		return end;
	}
	state.buffer.append(chunk.subarray(start));
	return chunk.length;
}

/** @returns whether the entry ends after this byte, or before it; a scalar ends only at what follows it */
function readPlainByte(state: ArrayState, byte: number): 'after' | 'before' | undefined {
	if (byte === quote) state.isInString = true;
	else if (byte === openBrace || byte === openBracket) state.depth += 1;
	else if (state.depth === 0) return byte === comma || byte === closeBracket ? 'before' : undefined;
	else if (byte === closeBrace || byte === closeBracket) {
		state.depth -= 1;
		return state.depth === 0 ? 'after' : undefined;
	}
	return undefined;
}

/** @returns whether the entry is a string that ends after this byte */
function readStringByte(state: ArrayState, byte: number): 'after' | undefined {
	if (state.isEscaped) state.isEscaped = false;
	else if (byte === backslash) state.isEscaped = true;
	else if (byte === quote) {
		state.isInString = false;
		return state.depth === 0 ? 'after' : undefined;
	}
	return undefined;
}

function endEntry(state: ArrayState, lastBytes: Buffer): void {
	state.buffer.append(lastBytes);
	state.entryCount += 1;
	state.entries.push({ line: state.entryLine, entry: state.entryCount, bytes: state.buffer.take() });
	state.phase = 'closed';
}
