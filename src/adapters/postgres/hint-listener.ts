/**
 * Receives the hints that `hint-sender.ts` sends, on a connection of its own.
 *
 *     connecting ──► listening ──► lost ──► back-off ──► connecting
 *         └───────► behind a pooler: ended
 *
 * Hints only save time: followers poll as well, more often while none are received, and caches grow old. Each new connection
 * begins with all hints, because some may have been missed before it. A pooler in transaction mode gives the server's connection
 * to another client after each transaction, together with its notifications; behind one there is nothing to listen to.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { defineSql } from './define-sql.ts';
import { endClient } from './end-client.ts';
import { type Hint, hintNames, readHints } from './hint-sender.ts';
import { toDriverUrl } from './postgres-url.ts';

/**
 * One channel for the whole database: programs in other schemas of it receive each other's hints, which have them poll more
 * often for some seconds.
 */
const channel = 'vitrine_log';

/** The payload is the words of the hints, separated by blanks. */
export const notifyAll = defineSql(
	(args: { hints: string }) => sql`select pg_notify(${sql.lit(channel)}, ${args.hints})`,
);

export interface HintListenerOptions {
	/** See `postgres-url.ts`. */
	readonly url: string;
	readonly connectTimeoutMs: number;
	/** From 0 to 1. */
	readonly random: () => number;
	/** Called when a log may have grown, or settings may have changed, with traced calls that were the reason, as `traceparent`. */
	readonly onHint: (hint: Hint, calls: readonly string[]) => void;
	/** Called when hints begin or cease to be received; they are not at the beginning. */
	readonly onListening: (isListening: boolean) => void;
}

export interface HintListener {
	close(): Promise<void>;
}

const retryDelayMs = { first: 500, max: 30_000 } as const;
const keepAliveDelayMs = 10_000;

/** @throws {PostgresUrlError} */
export function startHintListener(options: HintListenerOptions): HintListener {
	const { random } = options;
	const closing = new AbortController();
	const { signal } = closing;
	let delayMs: number = retryDelayMs.first;

	async function run(): Promise<void> {
		while (!signal.aborted) {
			const outcome = await listen(options, signal);
			if (outcome === 'pooled') return;
			delayMs = outcome === 'lost' ? retryDelayMs.first : Math.min(2 * delayMs, retryDelayMs.max);
			// Other processes have lost their connections at the same moment.
			await pause(delayMs * (0.5 + random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
		}
	}

	const ended = run();
	return {
		async close() {
			closing.abort();
			await ended;
		},
	};
}

/** Listens as long as the connection lives. @returns why it ended. */
async function listen(
	{ url, connectTimeoutMs, onHint, onListening }: HintListenerOptions,
	signal: AbortSignal,
): Promise<'lost' | 'unreachable' | 'pooled'> {
	const client = new pg.Client({
		connectionString: toDriverUrl(url),
		application_name: 'vitrine',
		connectionTimeoutMillis: connectTimeoutMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: keepAliveDelayMs,
	});
	const over = Promise.withResolvers<'lost'>();
	const end = () => over.resolve('lost');
	client.on('error', end);
	client.on('end', end);
	signal.addEventListener('abort', end);
	client.on('notification', ({ payload = '' }) => {
		for (const [hint, calls] of readHints(payload.split(' '))) onHint(hint, calls);
	});

	async function begin(): Promise<'lost' | 'pooled'> {
		await client.connect();
		if (!(await isDirect(client))) return 'pooled';
		await client.query(`listen ${channel}`);
		onListening(true);
		for (const hint of hintNames) onHint(hint, []);
		await over.promise;
		onListening(false);
		return 'lost';
	}

	try {
		return await Promise.race([begin(), over.promise]);
	} catch {
		return 'unreachable';
	} finally {
		signal.removeEventListener('abort', end);
		await endClient(client);
	}
}

/** Whether the process that answers is the one that the connection was told of. */
async function isDirect(client: pg.Client): Promise<boolean> {
	const { processID } = client as pg.Client & { readonly processID: number };
	const { rows } = await client.query('select pg_backend_pid() = $1 as is_direct', [processID]);
	return rows[0]?.is_direct === true;
}
