/** Moments of the monotonic clock, which one thread notes and all threads that hold the memory read. */
export interface SharedTimes {
	/** To be passed to `openSharedTimes` in another thread. */
	readonly memory: SharedArrayBuffer;
	/** In milliseconds, as all of `readMonotonicMs`. */
	write(at: number, ms: number): void;
	/** -Infinity before anything was noted. Cost: some nanoseconds. */
	read(at: number): number;
}

/** One of them. */
export interface SharedTime {
	readonly memory: SharedArrayBuffer;
	write(ms: number): void;
	read(): number;
}

const perMs = 1000;
/** What memory has that nobody wrote. */
const never = 0n;

export function createSharedTimes(count: number): SharedTimes {
	return openSharedTimes(new SharedArrayBuffer(count * BigInt64Array.BYTES_PER_ELEMENT));
}

export function openSharedTimes(memory: SharedArrayBuffer): SharedTimes {
	const cells = new BigInt64Array(memory);
	return {
		memory,
		// Rounded down: what was true at a moment was true just before it.
		write: (at, ms) => void Atomics.store(cells, at, BigInt(Math.floor(ms * perMs))),
		read(at) {
			const value = Atomics.load(cells, at);
			return value === never ? Number.NEGATIVE_INFINITY : Number(value) / perMs;
		},
	};
}

export function createSharedTime(): SharedTime {
	return toTime(createSharedTimes(1));
}

export function openSharedTime(memory: SharedArrayBuffer): SharedTime {
	return toTime(openSharedTimes(memory));
}

function toTime({ memory, write, read }: SharedTimes): SharedTime {
	return { memory, write: (ms) => write(0, ms), read: () => read(0) };
}
