/**
 * Memory of a search that the kernels on WebAssembly can write to. The arrays of the search lie behind two parts that
 * only the kernels use:
 *
 *     │ staging │ score tables │ documents │ keys │ fails │ … │
 */
import { createOwnMemory } from '../../lib/linear-memory.ts';

export interface LinearArea {
	readonly memory: WebAssembly.Memory;
	readonly buffer: ArrayBuffer;
	/** What one call of a kernel needs besides the arrays of the search, from byte 0 on. */
	readonly staging: Uint32Array;
	/** Four numbers that one call takes and returns. */
	readonly extent: Float64Array;
	/** Where a score table is in this memory. Cost: O(1) for the tables used last, otherwise a copy of 256 KB. */
	copyTable(table: Float32Array): number;
	/** Appends an array of zeros. */
	allocate<T>(type: ArrayType<T>, length: number): T;
}

type ArrayType<T> = {
	new (memory: ArrayBuffer, byteOffset: number, length: number): T;
	readonly BYTES_PER_ELEMENT: number;
};

const stagingLength = 16_384;
/** A search uses one for each use of positions (see `score-table.ts`), which are three. */
const tableCount = 4;
const tableLength = 65_536;
const tableBytes = 4 * tableLength;
/** Arrays start at multiples of this: a line of the cache. */
const alignment = 64;

const stagingBytes = 4 * stagingLength;
const extentLength = 4;
const tablesFrom = stagingBytes + alignment;
const headBytes = tablesFrom + tableCount * tableBytes;

/**
 * An area with room for `arrayCount` arrays of `arrayBytes` bytes together; undefined where there is no such memory. Pages
 * that are never written to take addresses and no memory.
 */
export function createLinearArea(arrayBytes: number, arrayCount: number): LinearArea | undefined {
	const memory = createOwnMemory(headBytes + arrayBytes + arrayCount * alignment);
	if (memory === undefined) return undefined;
	const buffer = memory.buffer as ArrayBuffer;
	const copied: (Float32Array | undefined)[] = new Array(tableCount).fill(undefined);
	let copiedLast = 0;
	let end = headBytes;
	return {
		memory,
		buffer,
		staging: new Uint32Array(buffer, 0, stagingLength),
		extent: new Float64Array(buffer, stagingBytes, extentLength),
		copyTable(table) {
			let slot = copied.indexOf(table);
			if (slot < 0) {
				copiedLast = (copiedLast + 1) % tableCount;
				slot = copiedLast;
				copied[slot] = table;
				new Float32Array(buffer, tablesFrom + slot * tableBytes, tableLength).set(table);
			}
			return tablesFrom + slot * tableBytes;
		},
		allocate(type, length) {
			const start = end;
			end += Math.ceil((length * type.BYTES_PER_ELEMENT) / alignment) * alignment;
			return new type(buffer, start, length);
		},
	};
}
