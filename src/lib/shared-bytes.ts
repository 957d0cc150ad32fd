/**
 * How is shared memory allocated, and when is it freed? Small blocks come from the allocator of the process, which
 * keeps freed blocks for reuse. Large ones get pages of their own, as growable memory does: they return to the system
 * with their last holder, and leave no fragments that nothing else fits into. After an import of a million products
 * such fragments were a quarter of the memory of the process.
 *
 * A typed array on such memory must be given its length: without one it tracks the length of the memory, which slows
 * every access to it, and to all arrays that the same code uses.
 */

/** Smaller blocks would waste too much of their last page, and the system limits the number of mappings. */
export const ownPagesBytesMin = 256 * 1024;

/** Shared memory of this many bytes, all 0. @throws {RangeError} when there is not enough */
export function createSharedBytes(byteCount: number): SharedArrayBuffer {
	if (byteCount < ownPagesBytesMin) return new SharedArrayBuffer(byteCount);
	return new SharedArrayBuffer(byteCount, { maxByteLength: byteCount });
}

/** Empty shared memory that can grow in place: the unused part takes addresses and no memory. */
export function reserveSharedBytes(byteCountMax: number): SharedArrayBuffer {
	return new SharedArrayBuffer(0, { maxByteLength: byteCountMax });
}

type ArrayType<T> = {
	new (memory: SharedArrayBuffer, byteOffset: number, length: number): T;
	readonly BYTES_PER_ELEMENT: number;
};

/** An array of this many entries, all 0, allocated as above: for large, short-lived data that leaves no fragments. */
export function createArray<T>(type: ArrayType<T>, length: number): T {
	return new type(createSharedBytes(length * type.BYTES_PER_ELEMENT), 0, length);
}

/** All bytes of the memory at its current length. */
export function toAllBytes(memory: SharedArrayBuffer): Uint8Array {
	return new Uint8Array(memory, 0, memory.byteLength);
}
