import { crc32 } from 'node:zlib';

/**
 * Writes a model as bytes, and reads it only if the bytes are intact.
 *
 *     "VRM1" | u32 header length | header, JSON padded with spaces | arrays, each padded to 8 bytes | u32 CRC-32 | 0000
 *
 * The header names the kind and version of the model, its numbers and the name, type and length of each array. Numbers
 * are little-endian, as on every machine that Node runs on. Reading copies, so the bytes can be freed.
 */

type SnapshotArray = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

type SnapshotArrayConstructor = Int32ArrayConstructor | Float64ArrayConstructor;

/** Bytes that are damaged, or not a snapshot of this kind and version: rebuild the model from the store. */
export class SnapshotError extends Error {
	override readonly name = 'SnapshotError';
}

export interface SnapshotContent {
	readonly kind: string;
	/** Incremented when the meaning of numbers or arrays changes. */
	readonly version: number;
	/** Finite numbers. */
	readonly numbers: readonly number[];
	readonly arrays: Readonly<Record<string, SnapshotArray>>;
}

export interface SnapshotExpectation<Shape extends Record<string, SnapshotArrayConstructor>> {
	readonly kind: string;
	readonly version: number;
	/** How many numbers there must be. */
	readonly numberCount: number;
	/** The arrays in the order in which they were written. */
	readonly arrays: Shape;
}

interface Header {
	readonly kind: string;
	readonly version: number;
	readonly numbers: number[];
	readonly arrays: [name: string, type: string, length: number][];
}

const magic = 'VRM1';
const prefixBytes = 8;
const suffixBytes = 8;

function padded(byteCount: number): number {
	return Math.ceil(byteCount / 8) * 8;
}

/** O(bytes). */
export function writeSnapshot({ kind, version, numbers, arrays }: SnapshotContent): Uint8Array<ArrayBuffer> {
	const described = Object.entries(arrays).map(([name, array]) => [name, array.constructor.name, array.length]);
	const json = JSON.stringify({ kind, version, numbers, arrays: described });
	const header = Buffer.from(json + ' '.repeat(padded(Buffer.byteLength(json)) - Buffer.byteLength(json)));
	const payloadBytes = Object.values(arrays).reduce((sum, array) => sum + padded(array.byteLength), 0);
	const bytes = new Uint8Array(prefixBytes + header.length + payloadBytes + suffixBytes);
	const view = new DataView(bytes.buffer);
	bytes.set(Buffer.from(magic));
	view.setUint32(4, header.length, true);
	bytes.set(header, prefixBytes);
	let at = prefixBytes + header.length;
	for (const array of Object.values(arrays)) {
		bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
		at += padded(array.byteLength);
	}
	view.setUint32(at, crc32(bytes.subarray(0, at)), true);
	return bytes;
}

/** The numbers and arrays of a snapshot. O(bytes). @throws SnapshotError when the bytes are not what is expected */
export function readSnapshot<Shape extends Record<string, SnapshotArrayConstructor>>(
	bytes: Uint8Array,
	expected: SnapshotExpectation<Shape>,
): { numbers: number[]; arrays: { [Name in keyof Shape]: InstanceType<Shape[Name]> } } {
	const header = readHeader(bytes);
	if (header.kind !== expected.kind || header.version !== expected.version) {
		throw new SnapshotError(`expected ${expected.kind} ${expected.version}, found ${header.kind} ${header.version}`);
	}
	const names = Object.keys(expected.arrays);
	const isShaped = header.arrays.length === names.length && header.numbers.length === expected.numberCount;
	if (!isShaped) throw new SnapshotError('the snapshot has other contents than its kind');
	let at = prefixBytes + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
	const arrays: Record<string, Int32Array | Float64Array> = {};
	header.arrays.forEach(([name, type, length], index) => {
		const NumberArray = expected.arrays[name];
		if (name !== names[index] || NumberArray?.name !== type) throw new SnapshotError(`unexpected array ${name}`);
		const byteCount = length * NumberArray.BYTES_PER_ELEMENT;
		// `bytes.slice` would not copy a `Buffer`.
		arrays[name] = new NumberArray(new Uint8Array(bytes.subarray(at, at + byteCount)).buffer);
		at += padded(byteCount);
	});
	return { numbers: header.numbers, arrays: arrays as { [Name in keyof Shape]: InstanceType<Shape[Name]> } };
}

/** The header, after verifying the checksum of everything before it. */
function readHeader(bytes: Uint8Array): Header {
	const end = bytes.length - suffixBytes;
	if (end < prefixBytes || Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== magic) {
		throw new SnapshotError('these bytes are not a snapshot');
	}
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const isWhole = view.getUint32(end, true) === crc32(bytes.subarray(0, end)) && view.getUint32(end + 4, true) === 0;
	if (!isWhole) throw new SnapshotError('the snapshot is damaged: its checksum does not match');
	const headerBytes = view.getUint32(4, true);
	return JSON.parse(Buffer.from(bytes.subarray(prefixBytes, prefixBytes + headerBytes)).toString('utf8'));
}
