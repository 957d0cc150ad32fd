/**
 * Splits JSON lines: one value per line; blank lines are ignored.
 *
 * A truncated feed ends in the middle of an object. One bad line among thousands is no reason to distrust the others,
 * but a missing rest of the feed is, so it ends the reading, as with an array.
 */
import { JsonSyntaxError, scanJson } from '../lib/json-scanner.ts';
import { FeedError } from './feed-error.ts';
import { createEntryBuffer, type EntrySplitter, type RawEntry } from './raw-entry.ts';

const newline = 0x0a;

export function createLineSplitter(bytesMax: number): EntrySplitter {
	const buffer = createEntryBuffer(bytesMax);
	let line = 1;

	function takeLine(): RawEntry[] {
		const bytes = buffer.take();
		return bytes !== undefined && isBlank(bytes) ? [] : [{ line, bytes }];
	}

	return {
		push(chunk) {
			const entries: RawEntry[] = [];
			let start = 0;
			for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
				buffer.append(chunk.subarray(start, end));
				entries.push(...takeLine());
				line += 1;
				start = end + 1;
			}
			buffer.append(chunk.subarray(start));
			return entries;
		},
		end() {
			const entries = takeLine();
			const bytes = entries[0]?.bytes;
			if (bytes === undefined || !isCutOff(bytes)) return entries;
			throw new FeedError({ code: 'cut_off_line', line });
		},
	};
}

/** The longest token that is invalid as a whole when its end is missing: `\uXXXX`. */
const tokenLengthMax = 6;

/** Whether these bytes, which do not end with a line break, could be the beginning of an object. */
function isCutOff(bytes: Buffer): boolean {
	try {
		// The last character may be truncated, too; a streaming decoder accepts that.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }).trim();
		return text.startsWith('{') && isCutOffObject(text);
	} catch {
		// Bytes that are not text: the line is faulty, and the feed is not necessarily truncated.
		return false;
	}
}

function isCutOffObject(text: string): boolean {
	try {
		scanJson(text);
		return false;
	} catch (error) {
		if (!(error instanceof JsonSyntaxError)) throw error;
		return error.offset >= text.length || (error.offset >= text.length - tokenLengthMax && !text.endsWith('}'));
	}
}

function isBlank(bytes: Buffer): boolean {
	return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
