/**
 * The tokens that a thread has spent since it last told of them: the first one is told of as soon as the thread has done
 * what it is doing, the next ones after a pause, together.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Tokens by key, by the name of the limiter. A message to another thread can carry it. */
export type Spent = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface SpentTokens {
	/** Costs a look-up in two maps. */
	note(limiter: string, key: string, tokenCount: number): void;
	/** No more is told of. */
	stop(): void;
}

export interface SpentTokensOptions {
	/** Called again only when it has resolved. Must not reject. */
	readonly deliver: (spent: Spent) => Promise<void>;
	/** From one call of `deliver` to the next. */
	readonly pauseMs: number;
	/** Keys that one call of `deliver` gets. Tokens of others are not told of, and count on this node only. */
	readonly keysMax: number;
}

export function createSpentTokens({ deliver, pauseMs, keysMax }: SpentTokensOptions): SpentTokens {
	let spent = new Map<string, Map<string, number>>();
	let keyCount = 0;
	let isDelivering = false;
	let isStopped = false;

	function take(): Spent {
		const taken = spent;
		spent = new Map();
		keyCount = 0;
		return taken;
	}

	async function deliverAll(): Promise<void> {
		while (keyCount > 0 && !isStopped) {
			await Promise.all([deliver(take()), pause(pauseMs, undefined, { ref: false })]);
		}
		isDelivering = false;
	}

	return {
		note(limiter, key, tokenCount) {
			const known = spent.get(limiter);
			const keys = known ?? new Map<string, number>();
			const before = keys.get(key);
			if (before === undefined) {
				if (keyCount >= keysMax || isStopped) return;
				keyCount += 1;
			}
			keys.set(key, (before ?? 0) + tokenCount);
			if (known === undefined) spent.set(limiter, keys);
			if (isDelivering) return;
			isDelivering = true;
			setImmediate(() => void deliverAll());
		},
		stop() {
			isStopped = true;
		},
	};
}
