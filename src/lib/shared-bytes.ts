/**
 * Where does shared memory come from, and when does it go back? Small pieces come from the allocator of the process, which
 * keeps what is freed for the next. Large ones are pages of their own, as memory that could grow is: they go back to the
 * system with the last holder, and leave no holes that nothing else fits into. After an import of a million products
 * such holes were a quarter of the memory of the process.
 *
 * A typed array on such memory must be given its length: without one it follows the length of the memory, which makes
 * every access to it, and to all arrays that the same code meets, slower.
 */

/** Smaller pieces than this would waste too much of their last page, and the system counts its mappings. */
export const ownPagesBytesMin = 256 * 1024;

/** Shared memory of that many bytes, all 0. @throws {RangeError} when there is not as much. */
export function createSharedBytes(byteCount: number): SharedArrayBuffer {
	if (byteCount < ownPagesBytesMin) return new SharedArrayBuffer(byteCount);
	return new SharedArrayBuffer(byteCount, { maxByteLength: byteCount });
}

/** Shared memory of no bytes that can grow in place: what it does not grow to takes addresses, and no memory. */
export function reserveSharedBytes(byteCountMax: number): SharedArrayBuffer {
	return new SharedArrayBuffer(0, { maxByteLength: byteCountMax });
}

type ArrayType<T> = {
	new (memory: SharedArrayBuffer, byteOffset: number, length: number): T;
	readonly BYTES_PER_ELEMENT: number;
};

/** An array of that many entries, all 0, on memory as above: for what is large, lives for a moment, and goes without a hole. */
export function createArray<T>(type: ArrayType<T>, length: number): T {
	return new type(createSharedBytes(length * type.BYTES_PER_ELEMENT), 0, length);
}

/** All the bytes of the memory, as they are now. */
export function toAllBytes(memory: SharedArrayBuffer): Uint8Array {
	return new Uint8Array(memory, 0, memory.byteLength);
}
