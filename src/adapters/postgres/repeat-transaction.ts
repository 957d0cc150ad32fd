/**
 * Transactions that PostgreSQL ends because of another one, by a deadlock or a conflict, are run again from their beginning, so
 * whatever they do besides their statements must be repeatable.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FailureError, fail } from '../../lib/failure.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { isRetryable } from './postgres-failure.ts';

/** How often a transaction is begun at most. */
const attemptsMax = 6;
/** The first pause; each later one is twice as long, 155 ms in total. */
const pauseMsMax = 5;

/**
 * @param run undoes what it has begun when it rejects.
 * @param random from 0 to 1: spreads the pauses of transactions that conflicted.
 * @throws {FailureError} `overloaded` after the last attempt, with the error of PostgreSQL as its cause
 */
export async function repeatConflicting<T>(run: () => Promise<T>, random: () => number): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await run();
		} catch (error) {
			if (!isRetryable(error)) throw error;
			if (attempt === attemptsMax) throw new FailureError(fail('overloaded').failure, { cause: error });
			await pause(pauseMsMax * 2 ** (attempt - 1) * random());
		}
	}
}

/** Commits when `work` resolves, and rolls back when it rejects. */
export async function transact<T>(
	connection: SqlConnection,
	work: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
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
