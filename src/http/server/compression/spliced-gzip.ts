/**
 * Bodies of answers that differ in their first bytes and share the rest: the rest is compressed once, and each body is
 * put together as one valid member of gzip (RFC 1952, RFC 1951).
 *
 *     gzip header │ stored block: the first bytes, as they are │ deflated rest, compressed on its own │ CRC-32, length
 *
 * The deflated rest can be copied because a stored block ends at the end of a byte, and the rest refers to nothing before
 * it. Brotli has no such seam: its references to its own dictionary depend on how much came before.
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw, type ZlibOptions } from 'node:zlib';

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);
/** Half as much time again as the level of other answers, for 4 % fewer bytes, which are sent several times. */
const deflateLevel = 6;

/** Compresses the rest of bodies, in another thread. Cost: some 30 µs for each kB. */
export function deflateRest(bytes: Uint8Array): Promise<Buffer> {
	return deflate(bytes, { level: deflateLevel });
}

/** Magic number, deflate, no flags, no time, unknown file system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const trailerBytes = 8;
const blockHeaderBytes = 5;
const blockBytesMax = 0xffff;

/**
 * The body that begins with `first` and goes on with `rest`, compressed with gzip. Cost: O(length), some microseconds.
 * @param deflated what `deflateRest` made of `rest`
 */
export function joinGzip(
	first: Buffer,
	{ rest, deflated }: { readonly rest: Buffer; readonly deflated: Buffer },
): Buffer {
	const blockCount = Math.ceil(first.length / blockBytesMax);
	const size = header.length + blockCount * blockHeaderBytes + first.length + deflated.length + trailerBytes;
	const body = Buffer.allocUnsafe(size);
	let at = header.copy(body);
	for (let from = 0; from < first.length; from += blockBytesMax) {
		const length = Math.min(blockBytesMax, first.length - from);
		// Not the last block; its length, and the length again with all bits inverted.
		at = body.writeUInt8(0, at);
		at = body.writeUInt16LE(length, at);
		at = body.writeUInt16LE(length ^ 0xffff, at);
		at += first.copy(body, at, from, from + length);
	}
	at += deflated.copy(body, at);
	at = body.writeUInt32LE(crc32(rest, crc32(first)), at);
	body.writeUInt32LE((first.length + rest.length) >>> 0, at);
	return body;
}
