/** Waiting for conditions, without time limits: `last-resort.ts` ends a wait that never ends. */
import { inspect } from 'node:util';
import { notePending } from './last-resort.ts';

/** The real timers, not those of a test that replaces them. */
const { setTimeout: startTimer } = globalThis;
const pauseMs = { first: 1, max: 32 };

/** For limits of the code under test that must never be reached in a test. */
export const neverMs = 24 * 3_600_000;

/**
 * Calls `look` repeatedly, and resolves with its result once `isReached` accepts it (by default: neither false nor
 * undefined nor empty). `what` completes "waits for …".
 */
export async function waitFor<T>(
	what: string,
	poll: () => Promise<T> | T,
	isReached: (state: T) => boolean = Boolean,
): Promise<T> {
	let seen = 'nothing yet';
	const end = notePending({ what, readState: () => seen });
	try {
		for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.max)) {
			const state = await poll();
			if (isReached(state)) return state;
			seen = toShortText(state);
			await new Promise((resolve) => startTimer(resolve, pause));
		}
	} finally {
		end();
	}
}

/** Returns the promise, and lists it as pending until it settles. `readState` describes the state so far. */
export async function awaiting<T>(what: string, promise: PromiseLike<T>, readState?: () => unknown): Promise<T> {
	const end = notePending({ what, readState: () => (readState === undefined ? 'pending' : toShortText(readState())) });
	try {
		return await promise;
	} finally {
		end();
	}
}

function toShortText(state: unknown): string {
	const text = typeof state === 'string' ? state : inspect(state, { depth: 4, breakLength: Number.POSITIVE_INFINITY });
	return text.length <= 2000 ? text : `… ${text.slice(-2000)}`;
}
