/**
 * The connections of a process to its PostgreSQL: some for reads and some for writes, so that neither wait for the other.
 *
 * A transaction that PostgreSQL ends because of another one (a deadlock or a conflict) is run again from its beginning,
 * so whatever it does besides its statements must be repeatable. So is one that its guard ended, after `onConnect` has run again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FailureError, fail } from '../../lib/failure.ts';
import type { SqlConnection, SqlReader } from '../sql/sql-connection.ts';
import { type BoundedPool, createBoundedPool, type PoolBounds } from './bounded-pool.ts';
import { isPlanStale, isRetryable, toDoubtfulFailure, wasAborted } from './postgres-failure.ts';

export interface PostgresPool {
	/** Each statement runs on any free connection. */
	readonly reads: SqlReader;
	/** Each statement is a transaction of its own, in one round trip. */
	readonly autocommit: Pick<SqlConnection, 'all' | 'first' | 'run' | 'allBatch' | 'runBatch'>;
	/** Runs `work` in a transaction, which is committed when it resolves and rolled back when it rejects. */
	runInTransaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
	/**
	 * The same in one round trip: `send` sends all its statements before it waits for an answer, and the commit is sent with
	 * them. What is sent in the same `lane` meanwhile follows on the same connection, where possible.
	 */
	runAtOnce<T>(send: (connection: SqlConnection) => Promise<T>, lane: string): Promise<T>;
	/** Waits for running work. */
	close(): Promise<void>;
}

export interface PostgresPoolOptions {
	/** See `postgres-url.ts`. */
	readonly url: string;
	readonly reads: PoolBounds;
	readonly writes: PoolBounds;
	/** From 0 to 1: spreads the pauses of transactions that conflicted. */
	readonly random: () => number;
	/** Called for each connection that was lost while it was not in use. */
	readonly onLost: (error: Error) => void;
	/** Runs on each new connection before anything else; when it rejects, the connection is closed. */
	readonly onConnect?: (connection: SqlConnection) => Promise<void>;
	/** See `bounded-pool.ts`. With it, each write through a pooler is a transaction. */
	readonly guard?: string;
}

/** How often a transaction is begun at most. */
const attemptsMax = 6;
/** The first pause; each later one is twice as long, 155 ms in total. */
const pauseMsMax = 5;

/** Opens no connection yet. @throws {PostgresUrlError} */
export function openPostgresPool({ reads, writes, random, ...options }: PostgresPoolOptions): PostgresPool {
	const readPool = createBoundedPool({ ...options, bounds: reads });
	const writePool = createBoundedPool({ ...options, bounds: writes });

	/** @param work undoes what it has begun when it rejects. */
	async function write<T>(work: Work<T>, lane?: string): Promise<T> {
		const mayGoOn = openSecondChances();
		for (let attempt = 1; ; ) {
			try {
				return await writePool.use(work, lane);
			} catch (error) {
				if (await mayGoOn(error)) continue;
				if (!isRetryable(error)) throw error;
				if (attempt === attemptsMax) throw new FailureError(fail('overloaded').failure, { cause: error });
				await pause(pauseMsMax * 2 ** (attempt - 1) * random());
				attempt += 1;
			}
		}
	}

	/** For one piece of work: whether it is begun again at once, because its connection was not what it took it for. */
	function openSecondChances(): (error: unknown) => Promise<boolean> {
		let isGuarded = options.guard !== undefined;
		// Each connection finds out once.
		let stalePlansMax = writes.connectionsMax;
		return async (error) => {
			if (isGuarded && wasAborted(error)) {
				isGuarded = false;
				await writePool.connectAgain();
				return true;
			}
			if (!isPlanStale(error)) return false;
			stalePlansMax -= 1;
			return stalePlansMax >= 0;
		};
	}

	const writeOne = <T>(send: (connection: SqlConnection) => Promise<T>) =>
		write((connection, isDirect) =>
			isDirect || options.guard === undefined ? commitAtOnce(send(connection)) : transactAtOnce(connection, send),
		);

	return {
		reads: {
			all: (query, args) => readPool.use((connection) => connection.all(query, args)),
			first: (query, args) => readPool.use((connection) => connection.first(query, args)),
			allBatch: (query, rows, args) => readPool.use((connection) => connection.allBatch(query, rows, args)),
		},
		autocommit: {
			all: (query, args) => writeOne((connection) => connection.all(query, args)),
			first: (query, args) => writeOne((connection) => connection.first(query, args)),
			run: (query, args) => writeOne((connection) => connection.run(query, args)),
			allBatch: (query, rows, args) => writeOne((connection) => connection.allBatch(query, rows, args)),
			runBatch: (query, rows, args) => writeOne((connection) => connection.runBatch(query, rows, args)),
		},
		runInTransaction: (work) => write((connection) => transact(connection, work)),
		runAtOnce: (send, lane) => write((connection) => transactAtOnce(connection, send), lane),
		close: () => closeAll([readPool, writePool]),
	};
}

type Work<T> = (connection: SqlConnection, isDirect: boolean) => Promise<T>;

async function transact<T>(connection: SqlConnection, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
	await connection.begin();
	try {
		const result = await work(connection);
		await connection.commit();
		return result;
	} catch (error) {
		// If even this fails, the connection is closed, and the server rolls the transaction back.
		await connection.rollback().catch(() => undefined);
		throw error;
	}
}

async function transactAtOnce<T>(
	connection: SqlConnection,
	send: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
	const begun = connection.begin();
	const answer = send(connection);
	answer.catch(() => undefined);
	try {
		await Promise.all([begun, connection.commit()]);
	} catch (error) {
		await connection.rollback().catch(() => undefined);
		// Other errors of a commit are those of its statements. The connection may be lost after the commit was sent.
		if (!(error instanceof FailureError)) await answer;
		throw error;
	}
	return answer;
}

/** The statement may have been committed although its answer was lost. */
async function commitAtOnce<T>(answer: Promise<T>): Promise<T> {
	try {
		return await answer;
	} catch (error) {
		throw error instanceof FailureError ? toDoubtfulFailure(error.cause) : error;
	}
}

async function closeAll(pools: readonly BoundedPool[]): Promise<void> {
	await Promise.all(pools.map((pool) => pool.close()));
}
