/**
 * A number that only grows, seen by all threads that hold its memory. It tells a thread at once, without a message,
 * that another has changed something.
 */
export interface SharedCounter {
	/** To be passed to `openSharedCounter` in another thread. */
	readonly memory: SharedArrayBuffer;
	increment(): void;
	/** -2^31 to 2^31 - 1. It wraps around, so only compare for equality. Cost: some nanoseconds. */
	read(): number;
}

export function createSharedCounter(): SharedCounter {
	return openSharedCounter(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function openSharedCounter(memory: SharedArrayBuffer): SharedCounter {
	const cells = new Int32Array(memory);
	return {
		memory,
		increment: () => void Atomics.add(cells, 0, 1),
		read: () => Atomics.load(cells, 0),
	};
}
