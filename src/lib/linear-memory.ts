/**
 * Which shared memory can WebAssembly reach? Only a `WebAssembly.Memory`, whose buffer is shared memory like any other. From the
 * buffer there is no way back to it, so threads send each other the `WebAssembly.Memory`.
 *
 * V8 reserves 8 GB of addresses for each, of 128 TB that a process has. So small blocks get none: there may be ten
 * thousand of them, and a short loop gains little.
 */

/** The unit in which such memory grows. */
export const pageBytes = 65_536;
/** Blocks of fewer bytes are plain shared memory. */
const largeBytesMin = 4 * 2 ** 20;

/** Which blocks are linear memory: the large ones; `all` and `none` are for tests and measurements. */
export type LinearMemoryChoice = 'large' | 'all' | 'none';
let choice: LinearMemoryChoice = 'large';

const memories = new WeakMap<SharedArrayBuffer, WebAssembly.Memory>();

/** Says which blocks this thread makes linear memory from now on. */
export function chooseLinearMemory(chosen: LinearMemoryChoice): void {
	choice = chosen;
}

/** Whether a block of this size is to be linear memory. */
export function isLinear(byteCount: number, bytesMin = largeBytesMin): boolean {
	return choice === 'all' || (choice === 'large' && byteCount >= bytesMin);
}

/** The memory of a shared buffer; undefined for plain shared memory. Cost: O(1). */
export function findLinearMemory(buffer: SharedArrayBuffer): WebAssembly.Memory | undefined {
	return memories.get(buffer);
}

/** Empty linear memory that can grow up to a number of bytes; undefined where there is none, or not enough addresses. */
export function reserveLinearMemory(byteCountMax: number): WebAssembly.Memory | undefined {
	return createMemory({ byteCount: 0, byteCountMax, isShared: true });
}

/**
 * Shared memory of this many bytes, all 0, which is linear memory where the size is a number of whole pages, and large.
 * Undefined where it is not, or not enough addresses are left.
 */
export function createLinearBytes(byteCount: number): SharedArrayBuffer | undefined {
	if (byteCount % pageBytes !== 0 || !isLinear(byteCount)) return undefined;
	const memory = createMemory({ byteCount, byteCountMax: byteCount, isShared: true });
	return memory && adoptMemory(memory);
}

/** Memory of this thread alone, of at least this many bytes, all 0; undefined where there are not enough addresses. */
export function createOwnMemory(bytesMin: number): WebAssembly.Memory | undefined {
	const byteCount = Math.ceil(bytesMin / pageBytes) * pageBytes;
	return createMemory({ byteCount, byteCountMax: byteCount, isShared: false });
}

interface MemoryRoom {
	readonly byteCount: number;
	readonly byteCountMax: number;
	readonly isShared: boolean;
}

function createMemory({ byteCount, byteCountMax, isShared }: MemoryRoom): WebAssembly.Memory | undefined {
	const maximum = Math.ceil(byteCountMax / pageBytes);
	try {
		return new WebAssembly.Memory({ initial: byteCount / pageBytes, maximum, shared: isShared });
	} catch (error) {
		// More than 4 GB, or no addresses left, as with `ulimit -v`: plain memory does the same, more slowly.
		if (error instanceof RangeError || error instanceof TypeError) return undefined;
		throw error;
	}
}

/** The buffer of linear memory at its current size, by which it is found from now on. */
export function adoptMemory(memory: WebAssembly.Memory): SharedArrayBuffer {
	const buffer = memory.buffer as unknown as SharedArrayBuffer;
	memories.set(buffer, memory);
	return buffer;
}

/** Shared memory as it is sent to another thread. */
export type SentBytes = SharedArrayBuffer | WebAssembly.Memory;

export function sendBytes(buffer: SharedArrayBuffer): SentBytes {
	return memories.get(buffer) ?? buffer;
}

/** The memory that another thread sent: the same, not a copy. */
export function receiveBytes(sent: SentBytes): SharedArrayBuffer {
	return sent instanceof WebAssembly.Memory ? adoptMemory(sent) : sent;
}
