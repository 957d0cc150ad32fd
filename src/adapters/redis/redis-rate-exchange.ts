/**
 * Nodes count together in Redis or Valkey: one script on one connection, which a process has for all of its threads.
 *
 *     connecting ──► together ──► lost ──► back-off ──► connecting
 *         └────────────────────────────────────┘
 *
 * A connection that is lost and replaced at once is not worth a word: servers close those that are idle. This node is
 * alone when it could not be replaced. Nothing waits for Redis: without a connection nothing is sent and nothing is kept to be
 * sent later, and a connection that does not answer in time is given up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { RateExchange, Spending } from '../../ports/rate-exchange.ts';
import { countScript } from './count-script.ts';
import { describeRedisFailure } from './describe-redis-failure.ts';
import { connectToRedis, type RedisConnection } from './redis-connection.ts';
import type { RedisAddress } from './redis-url.ts';

export interface RedisRateExchangeOptions {
	readonly address: RedisAddress;
	/** For a connection, and everything that must be said on it before it can be used. */
	readonly connectTimeoutMs: number;
	readonly answerTimeoutMs: number;
	/** From 0 to 1. */
	readonly random: () => number;
	/** Called once when this node cannot count with others, and again for another reason. There are no secrets in it. */
	readonly onAlone: (reason: string) => void;
	/** Called when it counts with others, for the first time or again. */
	readonly onTogether: () => void;
}

/** Told from one time together to the next. */
const reasonsMax = 3;
const retryDelayMs = { first: 50, max: 5_000 } as const;
/** Other clients of the same Redis wait for a script. */
const keysPerScriptMax = 500;
/** All in one slot, so that a script may have many of them on servers that divide keys into slots. */
const keyPrefix = 'vitrine:{rate}:';
/** What the connection is tried with before it is used: whether the user may do it, and whether this server takes writes. */
const probe: Spending = { name: 'probe', costMs: 1, missingMsMax: 1 };

export function startRedisRateExchange(options: RedisRateExchangeOptions): RateExchange {
	const { address, connectTimeoutMs, answerTimeoutMs, random } = options;
	const closing = new AbortController();
	const { signal } = closing;
	const told = tellOnce(options);
	let usable: RedisConnection | undefined;
	let delayMs: number = retryDelayMs.first;

	/** Counts together until the connection is lost. @throws {Error} when there is none */
	async function serve(): Promise<void> {
		const connection = await connectToRedis(address, { timeoutMs: connectTimeoutMs, signal });
		signal.addEventListener('abort', connection.destroy);
		try {
			const isLost = connection.lost.then((error) => {
				throw error;
			});
			await Promise.race([count(connection, [probe], connectTimeoutMs), isLost]);
			usable = connection;
			told.together();
			await connection.lost;
		} finally {
			usable = undefined;
			signal.removeEventListener('abort', connection.destroy);
			connection.destroy();
		}
	}

	async function run(): Promise<void> {
		while (!signal.aborted) {
			await serve().catch((error) => {
				if (!signal.aborted) told.alone(describeRedisFailure(error, address));
			});
			// Other nodes have lost their connections at the same moment.
			await pause(delayMs * (0.5 + random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
			delayMs = Math.min(2 * delayMs, retryDelayMs.max);
		}
	}

	const ended = run();
	return {
		isAlone: () => usable === undefined,
		async exchange(spendings) {
			const connection = usable;
			if (connection === undefined) return undefined;
			try {
				const missing = await count(connection, spendings, answerTimeoutMs);
				delayMs = retryDelayMs.first;
				return missing;
			} catch {
				// If it cannot be replaced, the reason is told then.
				connection.destroy();
				return undefined;
			}
		},
		async close() {
			closing.abort();
			await ended;
		},
	};
}

/** @throws {Error} when one of the answers is a failure, is none at all, or has not come in time */
async function count(
	connection: RedisConnection,
	spendings: readonly Spending[],
	timeoutMs: number,
): Promise<readonly number[]> {
	const scripts = [];
	for (let first = 0; first < spendings.length; first += keysPerScriptMax) {
		const part = spendings.slice(first, first + keysPerScriptMax);
		const keys = part.map(({ name }) => keyPrefix + name);
		const values = part.flatMap(({ costMs, missingMsMax }) => [toMicroseconds(costMs), toMicroseconds(missingMsMax)]);
		scripts.push(connection.run(countScript, keys, values));
	}
	const answers = await inTime(Promise.all(scripts), timeoutMs);
	const missing = answers.flat();
	if (missing.length !== spendings.length || !missing.every(Number.isFinite)) {
		throw new Error('it answered something else than numbers');
	}
	return (missing as number[]).map((microseconds) => microseconds / 1000);
}

function toMicroseconds(ms: number): string {
	return String(Math.max(1, Math.round(ms * 1000)));
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(new Error(`it has not answered within ${timeoutMs} ms`)), timeoutMs);
	return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Each reason is told once until nodes count together again. */
function tellOnce({ onAlone, onTogether }: Pick<RedisRateExchangeOptions, 'onAlone' | 'onTogether'>) {
	const reasons = new Set<string>();
	let isTogether = false;
	return {
		alone(reason: string): void {
			isTogether = false;
			if (reasons.has(reason) || reasons.size >= reasonsMax) return;
			reasons.add(reason);
			onAlone(reason);
		},
		together(): void {
			if (!isTogether) onTogether();
			isTogether = true;
			reasons.clear();
		},
	};
}
