/**
 * Tells all processes that a log has grown, so that followers read it at once instead of at their next poll, or that settings
 * have changed, so that caches read them again before they are too old.
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

export interface HintSender {
	/** Never fails, and never waits. */
	note(hint: Hint): void;
	/** Resolves when nothing is being sent any more. */
	close(): Promise<void>;
}

export interface HintSenderOptions {
	readonly send: (hints: readonly Hint[]) => Promise<unknown>;
	/** Between two hints. */
	readonly intervalMs: number;
}

export function createHintSender({ send, intervalMs }: HintSenderOptions): HintSender {
	const noted = new Set<Hint>();
	const closing = new AbortController();
	let sending: Promise<void> | undefined;

	async function sendAll(): Promise<void> {
		while (noted.size > 0 && !closing.signal.aborted) {
			const hints = [...noted];
			noted.clear();
			// Followers also poll, and writers notice problems of the database by their writes.
			await send(hints).catch(() => undefined);
			await pause(intervalMs, undefined, { signal: closing.signal }).catch(() => undefined);
		}
		sending = undefined;
	}

	return {
		note(hint) {
			noted.add(hint);
			if (!closing.signal.aborted) sending ??= sendAll();
		},
		async close() {
			closing.abort();
			await sending;
		},
	};
}
