/** When may what failed be tried again? After a second, then two, four, … up to a minute: a bad disk is no reason to spin. */
export interface Backoff {
	/** Notes a failure. @returns for how long it is not to be tried. */
	fail(id: number): number;
	/** Whether it failed and its time has not come. */
	isWaiting(id: number): boolean;
	/** Whether it failed when it was tried last. */
	hasFailed(id: number): boolean;
	/** Notes that it went well, or is gone. */
	clear(id: number): void;
}

const delayMs = { first: 1_000, max: 60_000 } as const;

export function createBackoff(nowMs: () => number): Backoff {
	const failures = new Map<number, { readonly delayMs: number; readonly retryAtMs: number }>();
	return {
		fail(id) {
			const known = failures.get(id);
			const delay = known === undefined ? delayMs.first : Math.min(2 * known.delayMs, delayMs.max);
			failures.set(id, { delayMs: delay, retryAtMs: nowMs() + delay });
			return delay;
		},
		isWaiting: (id) => (failures.get(id)?.retryAtMs ?? 0) > nowMs(),
		hasFailed: (id) => failures.has(id),
		clear: (id) => void failures.delete(id),
	};
}
