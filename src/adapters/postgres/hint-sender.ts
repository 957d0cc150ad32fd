/**
 * Tells all processes that a log has grown, so that followers read it at once instead of at their next poll, or that settings
 * have changed, so that caches read them again before they are too old. Units say which of it is worth a hint.
 *
 *     write ─► commit ─► note ─► notify ─── pause ─── notify ─── pause ─── …
 *                                           └ what is noted during the pause is sent together
 *
 * A transaction that notifies holds a lock of the whole server until its commit is on disk: with a notification in each,
 * writers would commit one after another. So a hint is sent after the commit, in a transaction of its own
 * that writes nothing to disk. A lost hint only delays a follower until its next poll.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type LogName, logNames } from '../../ports/change-feed.ts';

export const hintNames = [...logNames, 'settings'] as const;
export type Hint = LogName | 'settings';

/** Of one notification, for each hint; a payload has at most 8,000 bytes. */
const callsMax = 32;
const callPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

export interface HintSender {
	/** Never fails, and never waits. @param call that was the reason, as a `traceparent`, if it is traced */
	note(hint: Hint, call?: string): void;
	/** Resolves when nothing is being sent any more. */
	close(): Promise<void>;
}

export interface HintSenderOptions {
	/** Words are names of hints, each before the calls that were its reason. */
	readonly send: (words: readonly string[]) => Promise<unknown>;
	/** Between two hints. */
	readonly intervalMs: number;
}

export function createHintSender({ send, intervalMs }: HintSenderOptions): HintSender {
	const noted = new Map<Hint, string[]>();
	const closing = new AbortController();
	let sending: Promise<void> | undefined;

	async function sendAll(): Promise<void> {
		while (noted.size > 0 && !closing.signal.aborted) {
			const words = [...noted].flat(2);
			noted.clear();
			// Followers also poll, and writers notice problems of the database by their writes.
			await send(words).catch(() => undefined);
			await pause(intervalMs, undefined, { signal: closing.signal }).catch(() => undefined);
		}
		sending = undefined;
	}

	return {
		note(hint, call) {
			const calls = noted.get(hint) ?? [];
			if (call !== undefined && calls.length < callsMax) calls.push(call);
			noted.set(hint, calls);
			if (!closing.signal.aborted) sending ??= sendAll();
		},
		async close() {
			closing.abort();
			await sending;
		},
	};
}

/** What was sent: the calls of each hint. Words that are neither are for other versions of the program. */
export function readHints(words: readonly string[]): ReadonlyMap<Hint, readonly string[]> {
	const read = new Map<Hint, string[]>();
	let calls: string[] = [];
	for (const word of words) {
		const hint = hintNames.find((name) => name === word);
		if (hint !== undefined) {
			calls = read.get(hint) ?? [];
			read.set(hint, calls);
		} else if (callPattern.test(word) && calls.length < callsMax) calls.push(word);
	}
	return read;
}
