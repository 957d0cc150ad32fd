/** The bytes of a file or of stdin, unpacked if they are gzip, with the number of bytes read so far. */
import { open } from 'node:fs/promises';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readErrorCode, toError } from '../../lib/thrown.ts';
import { CommandError } from '../command-error.ts';

export interface ByteSource {
	/** Size of the file on disk; undefined if unknown. */
	readonly totalBytes: number | undefined;
	/** Bytes of the file read so far. */
	readBytes(): number;
	/** Unpacked; may be iterated once. @throws {CommandError} for damaged gzip. */
	readonly chunks: AsyncIterable<Buffer>;
}

export interface ByteSourceOptions {
	readonly stdin: Readable;
	/** Ends the reading, even if stdin sends nothing. */
	readonly signal: AbortSignal;
}

/**
 * Opens `path`, or uses `stdin` for `-`. Its first two bytes say whether it is gzip; its name does not.
 * @throws {CommandError} when the file cannot be read.
 */
export async function openByteSource(path: string, { stdin, signal }: ByteSourceOptions): Promise<ByteSource> {
	const { readable, totalBytes } = path === '-' ? { readable: stdin, totalBytes: undefined } : await openFile(path);
	addAbortSignal(signal, readable);
	let readByteCount = 0;
	async function* countBytes(): AsyncGenerator<Buffer> {
		for await (const chunk of readable) {
			const bytes = chunk as Buffer;
			readByteCount += bytes.length;
			yield bytes;
		}
	}
	return { totalBytes, readBytes: () => readByteCount, chunks: unpack(countBytes(), path) };
}

async function openFile(path: string): Promise<{ readable: Readable; totalBytes: number | undefined }> {
	try {
		const file = await open(path, 'r');
		const status = await file.stat();
		if (status.isDirectory()) {
			await file.close();
			throw new CommandError('unreadable_file', `${path} is a directory`, { nextStep: 'name a file' });
		}
		return { readable: file.createReadStream(), totalBytes: status.isFile() ? status.size : undefined };
	} catch (error) {
		if (error instanceof CommandError) throw error;
		const reason = toError(error).message;
		throw new CommandError('unreadable_file', `cannot read ${path} (${reason})`, {
			cause: error,
			nextStep: 'check the path and its permissions',
		});
	}
}

async function* unpack(source: AsyncGenerator<Buffer>, path: string): AsyncGenerator<Buffer> {
	let head: Buffer = Buffer.alloc(0);
	while (head.length < 2) {
		const next = await source.next();
		if (next.done) break;
		head = Buffer.concat([head, next.value]);
	}
	const whole = prepend(head, source);
	if (!(head[0] === 0x1f && head[1] === 0x8b)) {
		yield* whole;
		return;
	}
	// The callback is only there because pipeline requires one; the error is thrown by the iteration below.
	const unpacked = pipeline(Readable.from(whole, { objectMode: false }), createGunzip(), () => undefined);
	try {
		for await (const chunk of unpacked) yield chunk as Buffer;
	} catch (error) {
		if (readErrorCode(error)?.startsWith('Z_') !== true) throw error;
		const reason = toError(error).message;
		throw new CommandError('bad_file', `${path} is damaged gzip (${reason})`, {
			cause: error,
			nextStep: 'produce or transfer the file again',
		});
	}
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
	if (head.length > 0) yield head;
	yield* rest;
}
