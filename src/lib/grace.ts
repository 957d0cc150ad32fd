/** For how long, and for which failures, a cache goes by what it knew while the store is away. */
import { type FailureCode, FailureError } from './failure.ts';

export interface Grace {
	/** After an answer was read; 0: not at all. */
	readonly graceMsMax: number;
	/** Called whenever an answer is used that could not be read again. */
	readonly onStale: () => void;
}

export const noGrace: Grace = { graceMsMax: 0, onStale: () => undefined };

const awayCodes: readonly FailureCode[] = ['unavailable', 'timed_out', 'overloaded'];

/** Whether a read failed because the store does not answer, and not because of a mistake. */
export function isAway(error: unknown): boolean {
	return error instanceof FailureError && awayCodes.includes(error.failure.code);
}

/** What a cache knows of the store, and may go by while the store is away. */
export interface Graced {
	/** Before it was read, or when it was last known to be as if it had been read. */
	readAtMs: number;
	/** While the store is away: until then it is not asked. */
	retryAtMs: number;
}

export interface GracedRead<K extends Graced> {
	/** What is known; undefined: nothing. */
	readonly known: K | undefined;
	/** Whether it is not known to have changed since. */
	readonly isCurrent: (known: K) => boolean;
	readonly read: () => Promise<K>;
	readonly monotonicMs: () => number;
	readonly grace: Grace;
}

const retryMs = 1_000;

/**
 * Reads again what is too old; while the store is away, what is known stands, and the store is asked once a second.
 * @throws what `read` throws, where nothing is known that may stand
 */
export async function readOrStay<K extends Graced>(options: GracedRead<K>): Promise<K> {
	const { known, isCurrent, read, monotonicMs, grace } = options;
	const startMs = monotonicMs();
	if (known === undefined || !isCurrent(known) || startMs - known.readAtMs >= grace.graceMsMax) return read();
	if (startMs >= known.retryAtMs) {
		try {
			return await read();
		} catch (error) {
			if (!isAway(error) || !isCurrent(known)) throw error;
			known.retryAtMs = monotonicMs() + retryMs;
		}
	}
	grace.onStale();
	return known;
}
