/** A whole text file in memory, within a bound. */
import { decodeUtf8 } from '../lib/utf8.ts';
import type { CommandIo } from './command.ts';
import { misused } from './command-error.ts';
import { openByteSource } from './import/byte-source.ts';

export interface TextFileLimits {
	/** Of the unpacked text. */
	readonly bytesMax: number;
	/** What it contains, for the message: `any list of synonyms`. */
	readonly content: string;
}

/**
 * The text of a UTF-8 file, or of stdin for `-`, unpacked if it is gzip, without a byte order mark.
 * @throws {CommandError} when it cannot be read, is too large or not UTF-8.
 */
export async function readTextFile(
	{ stdin }: Pick<CommandIo, 'stdin'>,
	path: string,
	{ bytesMax, content }: TextFileLimits,
): Promise<string> {
	const { chunks } = await openByteSource(path, { stdin, signal: new AbortController().signal });
	const buffers: Buffer[] = [];
	let byteCount = 0;
	for await (const chunk of chunks) {
		byteCount += chunk.length;
		if (byteCount > bytesMax) throw misused(`${path} is larger than ${content}`, 'check the file');
		buffers.push(chunk);
	}
	const text = decodeUtf8(Buffer.concat(buffers));
	if (text === undefined) throw misused(`${path} is not UTF-8`, 'save it as UTF-8');
	return text;
}
