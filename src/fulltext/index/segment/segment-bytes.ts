/** Are these bytes a whole segment, and where are its sections? Nothing reads a segment before this is verified. */
import { crc32 } from 'node:zlib';
import { toAllBytes } from '../../../lib/shared-bytes.ts';
import {
	elementTypes,
	headerBytes,
	magicBytes,
	type SectionArray,
	segmentVersion,
	tableRowWords,
	unitBytes,
} from './layout.ts';

/** The bytes are not a whole segment of this version: damaged, truncated, or not a segment at all. */
export class DamagedSegmentError extends Error {
	constructor(reason: string) {
		super(`The segment cannot be used: ${reason}`);
		this.name = 'DamagedSegmentError';
	}
}

/** Sections by `toSectionKey`, as views: nothing is copied. */
export type SectionTable = ReadonlyMap<number, SectionRow>;

export interface SectionRow {
	readonly elementType: number;
	readonly byteOffset: number;
	readonly byteLength: number;
}

const fieldShift = 64;

export function toSectionKey(kind: number, field: number): number {
	return (field + 1) * fieldShift + kind;
}

/**
 * Verifies that the bytes are a whole segment and reads its table. Cost: one checksum of all bytes, about 4 GB/s.
 * @throws {DamagedSegmentError} when they are not
 */
export function readSectionTable(buffer: SharedArrayBuffer): SectionTable {
	const bytes = toAllBytes(buffer);
	const checksum = verifyHeader(bytes.subarray(0, headerBytes), buffer.byteLength);
	if (checksum !== crc32(bytes.subarray(headerBytes))) throw new DamagedSegmentError('its checksum is wrong');
	return readVerifiedTable(buffer);
}

/** Verifies a segment that is never in memory as a whole. */
export interface SegmentProof {
	/** Takes the next bytes, beginning with the first of the segment. */
	take(chunk: Uint8Array): void;
	/**
	 * @param byteLength of the whole segment; when fewer bytes were taken, only the header is verified
	 * @returns the checksum in its header
	 * @throws {DamagedSegmentError} as `readSectionTable` does
	 */
	end(byteLength: number): number;
}

export function createSegmentProof(): SegmentProof {
	const header = new Uint8Array(headerBytes);
	let takenCount = 0;
	let checksum = 0;
	return {
		take(chunk) {
			const inHeader = Math.max(0, Math.min(headerBytes - takenCount, chunk.length));
			header.set(chunk.subarray(0, inHeader), Math.min(takenCount, headerBytes));
			if (inHeader < chunk.length) checksum = crc32(chunk.subarray(inHeader), checksum);
			takenCount += chunk.length;
		},
		end(byteLength) {
			const expected = verifyHeader(header.subarray(0, takenCount), byteLength);
			if (takenCount >= byteLength && checksum !== expected) throw new DamagedSegmentError('its checksum is wrong');
			return expected;
		},
	};
}

/** @returns the checksum that the bytes after the header must have */
function verifyHeader(header: Uint8Array, byteLength: number): number {
	if (header.length < headerBytes || byteLength < headerBytes || byteLength % unitBytes !== 0)
		throw new DamagedSegmentError('its length is impossible');
	if (magicBytes.some((byte, index) => header[index] !== byte)) throw new DamagedSegmentError('it is not a segment');
	const words = new Uint32Array(header.buffer, header.byteOffset, headerBytes / 4);
	if (words[2] !== segmentVersion) throw new DamagedSegmentError(`its version is ${words[2]}, not ${segmentVersion}`);
	if (words[3] !== crc32(header.subarray(16, headerBytes))) throw new DamagedSegmentError('its header is damaged');
	if (words[5] !== byteLength / unitBytes) throw new DamagedSegmentError('it is truncated or has extra bytes');
	return words[6] as number;
}

/** The table of a segment that was verified before. */
export function readVerifiedTable(buffer: SharedArrayBuffer): SectionTable {
	const sectionCount = new Uint32Array(buffer, 0, headerBytes / 4)[4] as number;
	const rows = new Map<number, SectionRow>();
	const table = new Uint32Array(buffer, headerBytes, sectionCount * tableRowWords);
	for (let at = 0; at < table.length; at += tableRowWords) {
		const [kind = 0, field = 0, elementType = 0, unit = 0, low = 0, high = 0] = table.subarray(at, at + tableRowWords);
		const row = { elementType, byteOffset: unit * unitBytes, byteLength: low + high * 2 ** 32 };
		if (row.byteOffset + row.byteLength > buffer.byteLength)
			throw new DamagedSegmentError('a section reaches beyond the end');
		rows.set(toSectionKey(kind, field), row);
	}
	return rows;
}

/** The typed array of a row. Cost: O(1). */
export function toView(buffer: SharedArrayBuffer, row: SectionRow): SectionArray {
	const type = elementTypes[row.elementType];
	if (type === undefined) throw new DamagedSegmentError('a section has elements of an unknown type');
	const length = row.byteLength / type.BYTES_PER_ELEMENT;
	// The constructors accept shared memory, although the type of their union does not say so.
	return Reflect.construct(type, [buffer, row.byteOffset, length]) as SectionArray;
}
