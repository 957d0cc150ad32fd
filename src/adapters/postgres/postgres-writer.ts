/**
 * Units of work on PostgreSQL: each in a transaction of its own, or together with others of its kind, many at once. The pool
 * repeats those that a deadlock or a conflict ended. A unit of one statement needs no transaction around it, and so only
 * one round trip. Followers get a hint after each commit.
 */
import { isPartOfCall, readTraceparent, traceCall } from '../../lib/tracing.ts';
import { itemWrite } from '../sql/item-writes.ts';
import {
	type AnyUnit,
	createTransaction,
	type Transaction,
	type TransactionStatements,
	type Writer,
} from '../sql/unit-of-work.ts';
import { createGroupCommit, type GroupLimits, type Shortcut } from './group-commit.ts';
import type { HintSender } from './hint-sender.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { PostgresLease } from './postgres-lease.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { createItemsAtOnce } from './write-items-at-once.ts';

export interface PostgresWriterOptions extends GroupLimits {
	readonly hints: HintSender;
}

/** The same for a job, whose every unit is a transaction of its own that checks the lease of the job before all else. */
export function createLeasedWriter(
	pool: Pick<PostgresPool, 'runInTransaction'>,
	{ hints, lease }: { readonly hints: HintSender; readonly lease: PostgresLease },
): Writer {
	return {
		async run(unit, ...args) {
			const result = await traceUnit(unit, () =>
				pool.runInTransaction(async (connection) => {
					await lease.check(connection);
					return unit.work(createTransaction(connection, postgresDialect), ...args);
				}),
			);
			noteChange(hints, unit);
			return result;
		},
		// The pool is closed by its owner.
		close: async () => undefined,
	};
}

export function createPostgresWriter(
	pool: Pick<PostgresPool, 'autocommit' | 'runInTransaction' | 'runAtOnce' | 'close'>,
	{ hints, ...limits }: PostgresWriterOptions,
): Writer {
	const bind = (connection: TransactionStatements) => createTransaction(connection, postgresDialect);
	const single = bind({
		...pool.autocommit,
		runLast: async (query, args) => void (await pool.autocommit.run(query, args)),
		returnSpace: async () => false,
	});

	const run = <T>({ isOneStatement }: { readonly isOneStatement: boolean }, work: (tx: Transaction) => Promise<T>) =>
		isOneStatement ? work(single) : pool.runInTransaction((connection) => work(bind(connection)));
	const groups = createGroupCommit({
		run,
		shortcuts: new Map<string, Shortcut>([[itemWrite.name, createItemsAtOnce(pool)]]),
		...limits,
	});
	return {
		async run(unit, ...args) {
			const { grouped } = unit;
			const result = await (grouped === undefined
				? traceUnit(unit, () => run(unit, (tx) => unit.work(tx, ...args)))
				: groups.run({ ...unit, grouped }, args));
			noteChange(hints, unit);
			return result;
		},
		async close() {
			await groups.drain();
			await hints.close();
			await pool.close();
		},
	};
}

function traceUnit<T>({ name }: Pick<AnyUnit, 'name'>, work: () => Promise<T>): Promise<T> {
	return isPartOfCall() ? traceCall({ name }, work) : work();
}

function noteChange(hints: HintSender, { log, invalidates }: Pick<AnyUnit, 'log' | 'invalidates'>): void {
	if (log !== undefined) hints.note(log, readTraceparent());
	if (invalidates === 'settings') hints.note('settings');
}
