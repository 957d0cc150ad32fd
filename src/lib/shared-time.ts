/** A moment of the monotonic clock, which one thread notes and all threads that hold the memory read. */
export interface SharedTime {
	/** To be passed to `openSharedTime` in another thread. */
	readonly memory: SharedArrayBuffer;
	/** In milliseconds, as all of `readMonotonicMs`. */
	write(ms: number): void;
	/** -Infinity before anything was noted. Cost: some nanoseconds. */
	read(): number;
}

const perMs = 1000;
/** What memory has that nobody wrote. */
const never = 0n;

export function createSharedTime(): SharedTime {
	return openSharedTime(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
}

export function openSharedTime(memory: SharedArrayBuffer): SharedTime {
	const cells = new BigInt64Array(memory);
	return {
		memory,
		// Rounded down: what was true at a moment was true just before it.
		write: (ms) => void Atomics.store(cells, 0, BigInt(Math.floor(ms * perMs))),
		read() {
			const value = Atomics.load(cells, 0);
			return value === never ? Number.NEGATIVE_INFINITY : Number(value) / perMs;
		},
	};
}
