/**
 * Tells the followers of all processes that a log has grown, so that they read it at once instead of at their next poll.
 *
 *     write ─► commit ─► note ─► notify ─── pause ─── notify ─── pause ─── …
 *                                           └ what is noted during the pause is sent together
 *
 * A transaction that notifies holds a lock of the whole server until its commit is on disk: with a notification in each,
 * writers would commit one after another. So a hint is sent after the commit, in a transaction of its own
 * that writes nothing to disk. A lost hint only delays a follower until its next poll.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { LogName } from '../../ports/change-feed.ts';

export interface HintSender {
	/** Notes that a log has grown. Never fails, and never waits. */
	note(log: LogName): void;
	/** Resolves when nothing is being sent any more. */
	close(): Promise<void>;
}

export interface HintSenderOptions {
	readonly send: (logs: readonly LogName[]) => Promise<unknown>;
	/** Between two hints. */
	readonly intervalMs: number;
}

export function createHintSender({ send, intervalMs }: HintSenderOptions): HintSender {
	const noted = new Set<LogName>();
	const closing = new AbortController();
	let sending: Promise<void> | undefined;

	async function sendAll(): Promise<void> {
		while (noted.size > 0 && !closing.signal.aborted) {
			const logs = [...noted];
			noted.clear();
			// Followers also poll, and writers notice problems of the database by their writes.
			await send(logs).catch(() => undefined);
			await pause(intervalMs, undefined, { signal: closing.signal }).catch(() => undefined);
		}
		sending = undefined;
	}

	return {
		note(log) {
			noted.add(log);
			if (!closing.signal.aborted) sending ??= sendAll();
		},
		async close() {
			closing.abort();
			await sending;
		},
	};
}
