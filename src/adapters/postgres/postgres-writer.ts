/**
 * Units of work on PostgreSQL: each in a transaction of its own, many at once. The pool repeats those that a deadlock or
 * a conflict ended. A unit of one statement needs no transaction around it, and so only one round trip. Followers get a
 * hint after each commit.
 */
import { createTransaction, type TransactionStatements, type Writer } from '../sql/unit-of-work.ts';
import type { HintSender } from './hint-sender.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { PostgresPool } from './postgres-pool.ts';

export function createPostgresWriter(
	pool: Pick<PostgresPool, 'autocommit' | 'runInTransaction' | 'close'>,
	hints: HintSender,
): Writer {
	const bind = (connection: TransactionStatements) => createTransaction(connection, postgresDialect);
	const single = bind({ ...pool.autocommit, returnSpace: async () => false });
	return {
		async run(unit, ...args) {
			const result = await (unit.isOneStatement
				? unit.work(single, ...args)
				: pool.runInTransaction((connection) => unit.work(bind(connection), ...args)));
			if (unit.log !== undefined) hints.note(unit.log);
			return result;
		},
		async close() {
			await hints.close();
			await pool.close();
		},
	};
}
