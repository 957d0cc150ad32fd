/** Leases that a test controls. */
import type { Lease } from '../../src/ports/lease.ts';

/** A lease that no other process wants. */
export const heldLease: Lease = { hold: async () => 1, release: async () => undefined };

export interface SettableLease extends Lease {
	/** The result of the next `hold`; undefined refuses it. */
	fence: number | undefined;
	/** The rejection of the next `hold`. */
	failure: Error | undefined;
	releaseCount: number;
	/** Resolves when `hold` was called that many more times. */
	whenAsked(times: number): Promise<void>;
}

export function createSettableLease(fence?: number): SettableLease {
	const waiters: { times: number; resolve: () => void }[] = [];
	return {
		fence,
		failure: undefined,
		releaseCount: 0,
		async hold() {
			for (const waiter of waiters) {
				waiter.times -= 1;
				if (waiter.times === 0) waiter.resolve();
			}
			if (this.failure !== undefined) throw this.failure;
			return this.fence;
		},
		async release() {
			this.releaseCount += 1;
		},
		whenAsked(times) {
			const { promise, resolve } = Promise.withResolvers<void>();
			waiters.push({ times, resolve });
			return promise;
		},
	};
}
