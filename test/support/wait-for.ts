/** Waiting by what is awaited. There is no time in it: see `last-resort.ts` for what ends a wait that has no end. */
import { inspect } from 'node:util';
import { notePending } from './last-resort.ts';

/** Of the world, not of a test that replaces them. */
const { setTimeout: startTimer } = globalThis;
const pauseMs = { first: 1, max: 32 };

/** For limits of the code under test that shall never be reached in a test. */
export const neverMs = 24 * 3_600_000;

/**
 * Resolves with what `look` returns once that is as `isReached` says (by default: neither false nor undefined nor empty),
 * looked at again and again. `what` completes "waits for …".
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

/** The promise itself, on the list of what is awaited until it settles. `readState` tells what there is so far. */
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
