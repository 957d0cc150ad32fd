/**
 * Was anything that SQLite had committed lost from its write-ahead log? SQLite itself does not report it: it uses the
 * frames up to the first wrong checksum, as after a power cut, and silently discards the rest.
 *
 *     log      header │ frame │ frame │ frame, a commit │ frame │ frame, a commit │ frames of an older pass …
 *     index    how many frames are committed, and how many of them are in the database (vitrine.db-shm)
 *
 * A process that is killed leaves its last transaction unfinished at the end of the log, and nothing after it. A power
 * cut may leave any part of the one transaction that was not synchronised. Everything else is damage:
 *
 *     the index, from a process that ran since the machine started, counts more commits than the log has
 *     there are frames of this pass of the log after a commit that can no longer be reached
 *
 * See https://www.sqlite.org/walformat.html; words of the index are in the machine's own byte order.
 */
import { existsSync, readFileSync } from 'node:fs';
import { endianness } from 'node:os';

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;
const isLittle = endianness() === 'LE';

interface LogIndex {
	readonly frameCount: number;
	readonly copiedCount: number;
	readonly salts: string;
}

export interface LogFiles {
	readonly file: string;
	/** Whether `-shm` is of a process that ran since the machine started; after a power cut it may be of any age. */
	readonly isIndexCurrent: boolean;
}

/** The damage, as the end of a sentence that begins with the name of the log; undefined when there is none. */
export function findLogDamage({ file, isIndexCurrent }: LogFiles): string | undefined {
	const log = readIfThere(`${file}-wal`);
	const index = isIndexCurrent ? readIndex(readIfThere(`${file}-shm`)) : undefined;
	const isNeeded = index !== undefined && index.frameCount > index.copiedCount;
	if (log.length === 0) return isNeeded ? 'is gone, or empty' : undefined;
	if (log.length < headerBytes) return isNeeded ? 'ends in its header' : undefined;
	const header = readHeader(log);
	if (header === undefined) return 'has a damaged header';
	const walk = walkFrames(log, header);
	if (index !== undefined && index.frameCount > walk.committedCount && isNeeded) {
		return `has ${walk.committedCount} of ${index.frameCount} committed pages that can be read`;
	}
	return hasFramesBehindCommit(log, header, walk.validCount)
		? `is damaged at page ${walk.validCount + 1}, and has commits behind it`
		: undefined;
}

interface LogHeader {
	readonly pageBytes: number;
	readonly isBigEndian: boolean;
	readonly salts: string;
	readonly sums: Sums;
}

type Sums = readonly [number, number];

function readHeader(log: Buffer): LogHeader | undefined {
	const found = log.readUInt32BE(0);
	const pageSize = log.readUInt32BE(8);
	const pageBytes = pageSize === 1 ? 65_536 : pageSize;
	if ((found & ~1) >>> 0 !== magic || pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) return undefined;
	const isBigEndian = (found & 1) === 1;
	const sums = addUp(log.subarray(0, 24), isBigEndian, [0, 0]);
	if (sums[0] !== log.readUInt32BE(24) || sums[1] !== log.readUInt32BE(28)) return undefined;
	return { pageBytes, isBigEndian, salts: log.toString('latin1', 16, 24), sums };
}

function walkFrames(log: Buffer, { pageBytes, isBigEndian, salts, sums }: LogHeader) {
	let [validCount, committedCount] = [0, 0];
	let before = sums;
	for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= log.length; at += frameHeaderBytes + pageBytes) {
		if (log.toString('latin1', at + 8, at + 16) !== salts) break;
		const page = log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageBytes);
		before = addUp(page, isBigEndian, addUp(log.subarray(at, at + 8), isBigEndian, before));
		if (before[0] !== log.readUInt32BE(at + 16) || before[1] !== log.readUInt32BE(at + 20)) break;
		validCount += 1;
		if (log.readUInt32BE(at + 4) !== 0) committedCount = validCount;
	}
	return { validCount, committedCount };
}

/** Whether there are frames of this pass of the log after the first commit behind the last readable frame. */
function hasFramesBehindCommit(log: Buffer, { pageBytes, salts }: LogHeader, validCount: number): boolean {
	let hasCommit = false;
	const frameBytes = frameHeaderBytes + pageBytes;
	for (let at = headerBytes + validCount * frameBytes; at + frameHeaderBytes <= log.length; at += frameBytes) {
		if (log.toString('latin1', at + 8, at + 16) !== salts) continue;
		if (hasCommit) return true;
		hasCommit = log.readUInt32BE(at + 4) !== 0;
	}
	return false;
}

function readIndex(bytes: Buffer): LogIndex | undefined {
	if (bytes.length < 136 || !bytes.subarray(0, 48).equals(bytes.subarray(48, 96))) return undefined;
	const word = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
	const sums = addUp(bytes.subarray(0, 40), !isLittle, [0, 0]);
	if (bytes[12] !== 1 || sums[0] !== word(40) || sums[1] !== word(44)) return undefined;
	return { frameCount: word(16), copiedCount: word(96), salts: bytes.toString('latin1', 32, 40) };
}

/** SQLite's own checksum, over a multiple of 8 bytes. */
function addUp(bytes: Uint8Array, isBigEndian: boolean, [first, second]: Sums): Sums {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let [a, b] = [first, second];
	for (let at = 0; at < bytes.byteLength; at += 8) {
		a = (a + view.getUint32(at, !isBigEndian) + b) >>> 0;
		b = (b + view.getUint32(at + 4, !isBigEndian) + a) >>> 0;
	}
	return [a, b];
}

function readIfThere(path: string): Buffer {
	return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}
