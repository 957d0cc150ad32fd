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
