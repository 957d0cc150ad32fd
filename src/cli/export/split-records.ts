/** Cuts bytes into records: lines, or rows of CSV, whose quoted fields may have line breaks. */
import { badAnswer } from '../api-answer.ts';

const [newline, quote] = [0x0a, 0x22];
/** Far longer than any event. */
const recordBytesMax = 16 * 1024 * 1024;

export interface RecordSyntax {
	/** Whether a line break between quotes is part of a record. */
	readonly hasQuotes: boolean;
}

/**
 * The whole records of each chunk, in their order, each with its line break. What comes after the last line break is left
 * out. Cost: O(bytes); one record and one chunk are in memory.
 * @throws {CommandError} for a record that is longer than any.
 */
export async function* splitRecords(
	chunks: AsyncIterable<Buffer>,
	{ hasQuotes }: RecordSyntax,
): AsyncGenerator<readonly Buffer[]> {
	let pending: Buffer[] = [];
	let pendingBytes = 0;
	let isQuoted = false;
	for await (const chunk of chunks) {
		const records: Buffer[] = [];
		let start = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			if (hasQuotes && chunk[at] === quote) isQuoted = !isQuoted;
			if (chunk[at] !== newline || isQuoted) continue;
			records.push(Buffer.concat([...pending, chunk.subarray(start, at + 1)]));
			[pending, pendingBytes, start] = [[], 0, at + 1];
		}
		if (start < chunk.length) pending.push(chunk.subarray(start));
		pendingBytes += chunk.length - start;
		if (pendingBytes > recordBytesMax) throw badAnswer('a line that is longer than any event');
		if (records.length > 0) yield records;
	}
}
