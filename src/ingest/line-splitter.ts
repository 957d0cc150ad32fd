/**
 * JSON lines: one value per line; blank lines mean nothing.
 *
 * A feed that was cut off ends in the middle of an object. One bad line among thousands is no reason to distrust the
 * others; that the rest of the feed is missing is one, so it ends the reading, as with an array.
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

/** The longest thing that is at fault as a whole when its end is missing: `\uXXXX`. */
const tokenLengthMax = 6;

/** Whether more bytes could have made an object of these, which do not end with a line break. */
function isCutOff(bytes: Buffer): boolean {
	try {
		// The last character may be cut, too, which a decoder that waits for more does not mind.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }).trim();
		return text.startsWith('{') && isCutOffObject(text);
	} catch {
		// Bytes that are no text at all: that line is at fault, not the length of the feed.
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
