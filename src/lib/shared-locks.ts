/**
 * Locks by name that the threads of a process share. A lock is a number in shared memory, 0 or 1, which changes by
 * compare-and-exchange; who finds 1 waits until the holder wakes it, and tries again.
 *
 * Names share locks by their hash, so two names may wait for each other needlessly. Work under a lock must therefore never
 * wait for another lock. A thread that ends under a lock leaves it held: use them only where the process ends with it.
 */
import { hashTexts } from './text-hash.ts';

const lockCount = 1024;

export interface SharedLocks {
	/**
	 * Runs the work when nothing else runs under the name. Cost without others: below a microsecond.
	 * @returns undefined when the lock was not free in time; then the work did not run
	 */
	hold<T>(name: readonly string[], work: () => Promise<T>, waitMsMax: number): Promise<{ value: T } | undefined>;
}

/** Memory for `openSharedLocks` in each of the threads; no lock is held. */
export function createLockMemory(): SharedArrayBuffer {
	return new SharedArrayBuffer(lockCount * Int32Array.BYTES_PER_ELEMENT);
}

export function openSharedLocks(memory: SharedArrayBuffer): SharedLocks {
	const locks = new Int32Array(memory);

	/** Resolves to whether it has the lock. */
	async function take(at: number, waitMsMax: number): Promise<boolean> {
		const endMs = performance.now() + waitMsMax;
		while (Atomics.compareExchange(locks, at, 0, 1) !== 0) {
			const leftMs = endMs - performance.now();
			if (leftMs <= 0) return false;
			// A thread whose event loop has nothing else to do would end before a waiter is woken; servers never do.
			await Atomics.waitAsync(locks, at, 1, leftMs).value;
		}
		return true;
	}

	return {
		async hold(name, work, waitMsMax) {
			const at = hashTexts(name) % lockCount;
			if (!(await take(at, waitMsMax))) return undefined;
			try {
				return { value: await work() };
			} finally {
				Atomics.store(locks, at, 0);
				Atomics.notify(locks, at, 1);
			}
		},
	};
}
