/**
 * Reads the body of a request to its end, unpacked. Only an operation that wants a body gets here, so nothing is unpacked
 * that nobody asked for; and whatever way it ends, by its last byte, a limit, bytes that do not unpack, a sender that is
 * gone, there is one outcome, and the unpacking ends with it.
 */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type FailureError, failField, type Result, succeed } from '../../lib/failure.ts';

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
type PackedEncoding = keyof typeof unpackers;

interface BodyReading {
	/** Of the body on the wire, and again of what it unpacks to. */
	readonly bytesMax: number;
	/** What to make of a body that is longer. */
	readonly tooLarge: FailureError;
	/** What to make of one that was cut off or does not unpack: says what is wrong with the body. */
	readonly toError: (reason: string) => FailureError;
	/** Undefined for one that is not packed, or is not to be unpacked. */
	readonly encoding: PackedEncoding | undefined;
}

/** @returns undefined for a body that is not packed. */
export function findEncoding({ headers }: IncomingMessage): Result<PackedEncoding | undefined> {
	const encoding = headers['content-encoding']?.trim().toLowerCase();
	if (encoding === undefined || encoding === '' || encoding === 'identity') return succeed(undefined);
	if (Object.hasOwn(unpackers, encoding)) return succeed(encoding as PackedEncoding);
	return failField('Content-Encoding', 'must be gzip, deflate, br or identity');
}

/** Calls `done` once, with the body in bytes that nobody else has, or with the error. */
export function readBody(
	request: IncomingMessage,
	{ bytesMax, tooLarge, toError, encoding }: BodyReading,
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
			done(null, Buffer.concat(chunks, bodyBytes));
			return;
		}
		chunks.length = 0;
		if (unpacker !== undefined) {
			request.unpipe(unpacker);
			unpacker.destroy();
		}
		// What is still on its way is thrown away, or it would stand in the way of whatever the connection does next.
		request.resume();
		done(error);
	}

	request.on('data', (chunk: Buffer) => {
		wireBytes += chunk.length;
		if (wireBytes > bytesMax) end(tooLarge);
	});
	// A sender that is gone ends the request with an error, or, where it was closed on our side, only closes it.
	request.on('error', () => end(toError('was cut off')));
	request.on('close', () => {
		if (!request.complete) end(toError('was cut off'));
	});
	// Stays when all is over: an unpacker that was destroyed may still have something to say.
	unpacker?.on('error', () => end(toError('is not valid in its Content-Encoding')));
	source.on('data', (chunk: Buffer) => {
		if (isOver) return;
		bodyBytes += chunk.length;
		if (bodyBytes > bytesMax) end(tooLarge);
		else chunks.push(chunk);
	});
	source.on('end', () => end(null));
	if (unpacker !== undefined) request.pipe(unpacker);
}
