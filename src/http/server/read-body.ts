/**
 * Reads the body of a request to its end, and unpacks it. It is called only for operations that want a body, so nothing
 * is unpacked needlessly. There is exactly one outcome, whether reading ends by the last byte, a limit, bytes that do not
 * unpack, or a sender that is gone; and the unpacking ends with it.
 */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type FailureError, failField, type Result, succeed } from '../../lib/failure.ts';

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
type PackedEncoding = keyof typeof unpackers;

interface BodyReading {
	/** Applies to the body on the wire, and again to the unpacked body. */
	readonly bytesMax: number;
	/** What to make of a body that is longer. Not made before there is one: an error costs some microseconds for its stack. */
	readonly toRefusal: () => FailureError;
	/** What to make of one that was cut off or does not unpack: says what is wrong with the body. */
	readonly toError: (reason: string) => FailureError;
	/** Undefined for a body that is not packed, or that must not be unpacked. */
	readonly encoding: PackedEncoding | undefined;
}

/** @returns undefined for a body that is not packed. */
export function findEncoding({ headers }: IncomingMessage): Result<PackedEncoding | undefined> {
	const encoding = headers['content-encoding']?.trim().toLowerCase();
	if (encoding === undefined || encoding === '' || encoding === 'identity') return succeed(undefined);
	if (Object.hasOwn(unpackers, encoding)) return succeed(encoding as PackedEncoding);
	return failField('Content-Encoding', 'must be gzip, deflate, br or identity');
}

/** Calls `done` once, with the body in a buffer of its own, or with the error. */
export function readBody(
	request: IncomingMessage,
	{ bytesMax, toRefusal, toError, encoding }: BodyReading,
	done: (error: FailureError | null, body?: Buffer) => void,
): void {
	const unpacker: Transform | undefined = encoding === undefined ? undefined : unpackers[encoding]();
	const source = unpacker ?? request;
	const chunks: Buffer[] = [];
	let wireBytes = 0;
	let bodyBytes = 0;
	let isOver = false;

	function end(error: FailureError | null): void {
		if (isOver) return;
		isOver = true;
		if (error === null) {
			done(null, join(chunks, bodyBytes));
			return;
		}
		chunks.length = 0;
		if (unpacker !== undefined) {
			request.unpipe(unpacker);
			unpacker.destroy();
		}
		// The rest is discarded; otherwise it would block the next request of the connection.
		request.resume();
		done(error);
	}

	request.on('data', (chunk: Buffer) => {
		wireBytes += chunk.length;
		if (wireBytes > bytesMax) end(toRefusal());
	});
	// When the sender is gone, the request ends with an error, or only closes if the connection was closed on our side.
	request.on('error', () => end(toError('was cut off')));
	request.on('close', () => {
		if (!request.complete) end(toError('was cut off'));
	});
	// This listener stays: an unpacker that was destroyed may still emit an error.
	unpacker?.on('error', () => end(toError('is not valid in its Content-Encoding')));
	source.on('data', (chunk: Buffer) => {
		if (isOver) return;
		bodyBytes += chunk.length;
		if (bodyBytes > bytesMax) end(toRefusal());
		else chunks.push(chunk);
	});
	source.on('end', () => end(null));
	if (unpacker !== undefined) request.pipe(unpacker);
}

/** A chunk that is the whole body is copied only if it shares its memory with something else. */
function join(chunks: readonly Buffer[], byteCount: number): Buffer {
	const [first] = chunks;
	const isWhole = first !== undefined && first.length === byteCount && first.buffer.byteLength === byteCount;
	return isWhole ? first : Buffer.concat(chunks, byteCount);
}
