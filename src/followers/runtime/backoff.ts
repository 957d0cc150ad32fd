/**
 * When may what failed be tried again? After a second, then two, four, … up to a minute: a bad disk is no reason to spin.
 * What failed together is not tried together: a part of each delay is chance.
 */
import type { Timing } from './timing.ts';

export interface Backoff<Key> {
	/** Notes a failure. @returns for how long it is not to be tried, in ms. */
	fail(key: Key): number;
	/** Whether it failed and its time has not come. */
	isWaiting(key: Key): boolean;
	/** Whether it failed when it was tried last. */
	hasFailed(key: Key): boolean;
	/** Notes that it went well, or is gone. */
	clear(key: Key): void;
}

export interface BackoffDelays {
	readonly firstMs: number;
	readonly maxMs: number;
}

export const defaultBackoffDelays: BackoffDelays = { firstMs: 1_000, maxMs: 60_000 };

/** Of a delay, which chance may take away. */
const jitterShare = 1 / 4;

export function createBackoff<Key>(
	{ nowMs, random }: Pick<Timing, 'nowMs' | 'random'>,
	{ firstMs, maxMs }: BackoffDelays = defaultBackoffDelays,
): Backoff<Key> {
	const failures = new Map<Key, { readonly delayMs: number; readonly retryAtMs: number }>();
	return {
		fail(key) {
			const known = failures.get(key);
			const delayMs = known === undefined ? firstMs : Math.min(2 * known.delayMs, maxMs);
			const waitMs = delayMs * (1 - jitterShare * random());
			failures.set(key, { delayMs, retryAtMs: nowMs() + waitMs });
			return waitMs;
		},
		isWaiting: (key) => (failures.get(key)?.retryAtMs ?? Number.NEGATIVE_INFINITY) > nowMs(),
		hasFailed: (key) => failures.has(key),
		clear: (key) => void failures.delete(key),
	};
}
