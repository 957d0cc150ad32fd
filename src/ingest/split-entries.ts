/** The entries of a feed of JSON lines or one JSON array; its first character tells which. */
import { createArraySplitter } from './array-splitter.ts';
import { createLineSplitter } from './line-splitter.ts';
import type { EntrySplitter, RawEntry } from './raw-entry.ts';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const openBracket = 0x5b;

/**
 * @param chunks the bytes of the feed, split anywhere
 * @param bytesMax of an entry; a larger one comes without its bytes
 * @throws {FeedError} when the feed is truncated, or the entries of an array are not separated by commas
 */
export async function* splitEntries(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<RawEntry> {
	let splitter: EntrySplitter | undefined;
	let head: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		if (splitter !== undefined) {
			yield* splitter.push(chunk);
			continue;
		}
		head = Buffer.concat([head, chunk]);
		splitter = chooseSplitter(head, bytesMax);
		if (splitter !== undefined) yield* splitter.push(withoutByteOrderMark(head));
	}
	if (splitter !== undefined) yield* splitter.end();
}

/** Undefined while there is only white space. */
function chooseSplitter(head: Buffer, bytesMax: number): EntrySplitter | undefined {
	if (head.length < byteOrderMark.length && head.equals(byteOrderMark.subarray(0, head.length))) return undefined;
	const first = withoutByteOrderMark(head).find(
		(byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09,
	);
	if (first === undefined) return undefined;
	return first === openBracket ? createArraySplitter(bytesMax) : createLineSplitter(bytesMax);
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
	return bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
}
