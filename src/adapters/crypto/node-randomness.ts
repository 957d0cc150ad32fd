import { randomFillSync, randomUUID } from 'node:crypto';
import type { Randomness } from '../../ports/randomness.ts';

/** A call to the operating system costs 2 µs for any number of bytes, so many are fetched at once. */
const pooledBytes = 4096;

/** Randomness from the operating system, fit for secrets. Bytes of the pool are used once and wiped. */
export function createNodeRandomness(): Randomness {
	const pool = Buffer.alloc(pooledBytes);
	let used = pooledBytes;
	return {
		hex(byteCount) {
			if (byteCount > pooledBytes) throw new RangeError(`at most ${pooledBytes} bytes at once`);
			if (used + byteCount > pooledBytes) {
				randomFillSync(pool);
				used = 0;
			}
			const start = used;
			used += byteCount;
			const text = pool.toString('hex', start, used);
			pool.fill(0, start, used);
			return text;
		},
		uuid: () => randomUUID(),
	};
}
