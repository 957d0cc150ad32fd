/** JSON lines: one value per line; blank lines mean nothing. */
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
		end: takeLine,
	};
}

function isBlank(bytes: Buffer): boolean {
	return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
