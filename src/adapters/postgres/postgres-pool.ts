/**
 * The connections of a process to its PostgreSQL: some for reads and some for writes, so that neither wait for the other.
 *
 * A transaction that PostgreSQL ends because of another one is run again (`repeat-transaction.ts`). So is one that its guard
 * ended, after `onConnect` has run again.
 */
import { FailureError } from '../../lib/failure.ts';
import type { SqlConnection, SqlReader } from '../sql/sql-connection.ts';
import { type BoundedPool, createBoundedPool, type PoolBounds } from './bounded-pool.ts';
import { isPlanStale, toDoubtfulFailure, wasAborted } from './postgres-failure.ts';
import { repeatConflicting, transact } from './repeat-transaction.ts';

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

/** Opens no connection yet. @throws {PostgresUrlError} */
export function openPostgresPool({ reads, writes, random, ...options }: PostgresPoolOptions): PostgresPool {
	const readPool = createBoundedPool({ ...options, bounds: reads });
	const writePool = createBoundedPool({ ...options, bounds: writes });

	/** @param work undoes what it has begun when it rejects. */
	function write<T>(work: Work<T>, lane?: string): Promise<T> {
		const mayGoOn = openSecondChances();
		return repeatConflicting(async () => {
			for (;;) {
				try {
					return await writePool.use(work, lane);
				} catch (error) {
					if (!(await mayGoOn(error))) throw error;
				}
			}
		}, random);
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
