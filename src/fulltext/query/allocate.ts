/** How arrays of scratch memory are allocated, all 0. */
export type Allocate = <T>(type: ScratchArrayType<T>, length: number) => T;

/** Whose arrays may lie anywhere in a larger buffer. */
interface ScratchArrayType<T> {
	new (length: number): T;
	new (memory: ArrayBuffer, byteOffset: number, length: number): T;
	readonly BYTES_PER_ELEMENT: number;
}

/** An array with memory of its own. */
export const allocateArray: Allocate = (type, length) => new type(length);
