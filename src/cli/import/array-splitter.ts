/**
 * One JSON array: its entries, each as the bytes that stand in the file.
 *
 * Only what separates entries is looked at: strings (a bracket in one means nothing), depth, commas. Whether an entry
 * is JSON is its reader's question, so a bad one does not end the file; a bad separator does, as nothing after it can
 * be trusted.
 *
 *     [ {"id":"1"} , {"id":"2"} ]
 *     │ │         │ │           └ done
 *     │ └ inside  │ └ inside
 *     └ opened    └ closed
 */
import { CommandError } from '../command-error.ts';
import { createEntryBuffer, type EntryBuffer, type EntrySplitter, type RawEntry } from './raw-entry.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const newline = 0x0a;

export function createArraySplitter(bytesMax: number): EntrySplitter {
	return new ArraySplitter(bytesMax);
}

/** `opened` and `next` wait for an entry, after `[` and after a comma. */
type State = 'start' | 'opened' | 'next' | 'inside' | 'closed' | 'done';

class ArraySplitter implements EntrySplitter {
	private readonly buffer: EntryBuffer;
	private state: State = 'start';
	private line = 1;
	private entryLine = 1;
	private entryCount = 0;
	private depth = 0;
	private isInString = false;
	private isEscaped = false;
	private entries: RawEntry[] = [];

	constructor(bytesMax: number) {
		this.buffer = createEntryBuffer(bytesMax);
	}

	push(chunk: Buffer): RawEntry[] {
		this.entries = [];
		let position = 0;
		while (position < chunk.length) {
			position = this.state === 'inside' ? this.readInside(chunk, position) : this.readBetween(chunk, position);
		}
		return this.entries;
	}

	end(): RawEntry[] {
		if (this.state === 'done') return [];
		throw new CommandError('bad_file', `the JSON array is not closed at its end, line ${this.line}`, {
			nextStep: 'the file is cut off: produce or transfer it again',
		});
	}

	/** Reads one byte outside of entries. @returns where to go on. */
	private readBetween(chunk: Buffer, position: number): number {
		const byte = chunk[position] ?? 0;
		if (byte === newline) this.line += 1;
		if (byte === newline || byte === 0x20 || byte === 0x09 || byte === 0x0d) return position + 1;
		if (this.state === 'start' && byte === openBracket) this.state = 'opened';
		else if (this.state === 'closed' && byte === comma) this.state = 'next';
		else if ((this.state === 'closed' || this.state === 'opened') && byte === closeBracket) this.state = 'done';
		else if ((this.state === 'opened' || this.state === 'next') && byte !== comma && byte !== closeBracket) {
			this.state = 'inside';
			this.entryLine = this.line;
			return position;
		} else this.refuse(byte);
		return position + 1;
	}

	/** Reads an entry from `start` to its end or the chunk's. @returns where to go on. */
	private readInside(chunk: Buffer, start: number): number {
		for (let position = start; position < chunk.length; position += 1) {
			const byte = chunk[position] ?? 0;
			if (byte === newline) this.line += 1;
			const ending = this.isInString ? this.readStringByte(byte) : this.readPlainByte(byte);
			if (ending === 'after') return this.endEntry(chunk, start, position + 1);
			if (ending === 'before') return this.endEntry(chunk, start, position);
		}
		this.buffer.append(chunk.subarray(start));
		return chunk.length;
	}

	/** @returns whether the entry ends after this byte, or before it; a scalar ends only at what follows it. */
	private readPlainByte(byte: number): 'after' | 'before' | undefined {
		if (byte === quote) this.isInString = true;
		else if (byte === openBrace || byte === openBracket) this.depth += 1;
		else if (this.depth === 0) return byte === comma || byte === closeBracket ? 'before' : undefined;
		else if (byte === closeBrace || byte === closeBracket) {
			this.depth -= 1;
			return this.depth === 0 ? 'after' : undefined;
		}
		return undefined;
	}

	/** @returns whether the entry ends after this byte, being a string itself. */
	private readStringByte(byte: number): 'after' | undefined {
		if (this.isEscaped) this.isEscaped = false;
		else if (byte === backslash) this.isEscaped = true;
		else if (byte === quote) {
			this.isInString = false;
			return this.depth === 0 ? 'after' : undefined;
		}
		return undefined;
	}

	private endEntry(chunk: Buffer, start: number, end: number): number {
		this.buffer.append(chunk.subarray(start, end));
		this.entryCount += 1;
		this.entries.push({ line: this.entryLine, entry: this.entryCount, bytes: this.buffer.take() });
		this.state = 'closed';
		return end;
	}

	private refuse(byte: number): never {
		const found = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
		throw new CommandError('bad_file', `line ${this.line}: unexpected ${found} between the entries of the JSON array`, {
			nextStep: 'correct the file',
		});
	}
}
