/**
 * When may a failed operation be tried again? After a second, then two, four, … up to a minute: a bad disk is no reason
 * to spin. A part of each delay is random, so that operations that failed together are not retried together.
 */
import type { Timing } from './timing.ts';

export interface Backoff<Key> {
	/** Notes a failure; several before the next try are one. @returns how long to wait before the next try, in ms. */
	fail(key: Key): number;
	/** Whether it failed and must still wait. */
	isWaiting(key: Key): boolean;
	/** How long it must still wait, in ms; 0 if it need not. */
	readWaitMs(key: Key): number;
	/** Whether its last try failed. */
	hasFailed(key: Key): boolean;
	/** Notes that it succeeded, or is gone. */
	clear(key: Key): void;
	/** Notes that what all had in common works again. */
	clearAll(): void;
}

export interface BackoffDelays {
	readonly firstMs: number;
	readonly maxMs: number;
}

export const defaultBackoffDelays: BackoffDelays = { firstMs: 1_000, maxMs: 60_000 };

/** The share of a delay that may be taken off at random. */
const jitterShare = 1 / 4;

export function createBackoff<Key>(
	{ nowMs, random }: Pick<Timing, 'nowMs' | 'random'>,
	{ firstMs, maxMs }: BackoffDelays = defaultBackoffDelays,
): Backoff<Key> {
	const failures = new Map<Key, { readonly delayMs: number; readonly retryAtMs: number }>();
	const readWaitMs = (key: Key) => Math.max(0, (failures.get(key)?.retryAtMs ?? Number.NEGATIVE_INFINITY) - nowMs());
	return {
		fail(key) {
			const leftMs = readWaitMs(key);
			if (leftMs > 0) return leftMs;
			const known = failures.get(key);
			const delayMs = known === undefined ? firstMs : Math.min(2 * known.delayMs, maxMs);
			const waitMs = delayMs * (1 - jitterShare * random());
			failures.set(key, { delayMs, retryAtMs: nowMs() + waitMs });
			return waitMs;
		},
		isWaiting: (key) => readWaitMs(key) > 0,
		readWaitMs,
		hasFailed: (key) => failures.has(key),
		clear: (key) => void failures.delete(key),
		clearAll: () => failures.clear(),
	};
}
