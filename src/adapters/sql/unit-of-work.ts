/** Units of work of the SQL stores. */
import type { UnitOfWork, UnitRunner } from '../../ports/unit-of-work.ts';
import type { SqlConnection } from './sql-connection.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** The methods of a connection that units use. */
export type TransactionStatements = Pick<
	SqlConnection,
	'all' | 'first' | 'run' | 'runLast' | 'allBatch' | 'runBatch' | 'returnSpace'
>;

/**
 * What a unit may do. The transaction reads what is committed, statement by statement: a statement sees what others had
 * committed when it began. A statement that waited for a lock sees the locked row as it is then, but not other tables. So
 * a unit locks in one statement and reads in the next. `locks.ts` has the locks and their order.
 */
export interface Transaction extends TransactionStatements, BoundToConnection<SqlDialect> {}

/** The dialect's functions without their first parameter, the connection. */
type BoundToConnection<Dialect> = {
	readonly [Name in keyof Dialect]: Dialect[Name] extends (
		connection: TransactionStatements,
		...args: infer Args
	) => infer Result
		? (...args: Args) => Result
		: never;
};

export type SqlUnit<Args extends readonly unknown[], Result> = UnitOfWork<Transaction, Args, Result>;

/** Any unit, whatever its arguments. */
export type AnyUnit = Omit<SqlUnit<never[], unknown>, 'grouped'>;

export interface Writer extends UnitRunner<Transaction> {
	/** Lets queued units finish; later ones reject. */
	close(): Promise<void>;
}

type UnitOptions<Args extends readonly unknown[], Result> = Partial<
	Pick<SqlUnit<Args, Result>, 'invalidates' | 'log' | 'travel' | 'isOneStatement' | 'lane' | 'grouped'>
>;

/**
 * By default a unit is one of the few that change settings, and its arguments are cloned. What changes items or settings
 * concerns those that follow items, unless it says otherwise: settings are also which indices there are.
 */
export function defineUnit<Args extends readonly unknown[], Result>(
	name: string,
	work: SqlUnit<Args, Result>['work'],
	options: UnitOptions<Args, Result> = {},
): SqlUnit<Args, Result> {
	const { invalidates = 'settings', travel = 'clone', isOneStatement = false, lane, grouped } = options;
	const { log = invalidates === 'nothing' ? undefined : 'items' } = options;
	return { name, work, invalidates, log, travel, isOneStatement, lane, grouped };
}

export type UnitRegistry = ReadonlyMap<string, AnyUnit>;

/** @throws {Error} when two units have the same name. */
export function createUnitRegistry(units: readonly AnyUnit[]): UnitRegistry {
	const registry = new Map<string, AnyUnit>();
	for (const unit of units) {
		if (registry.has(unit.name)) throw new Error(`two units of work are called ${unit.name}`);
		registry.set(unit.name, unit);
	}
	return registry;
}

/** Runs a unit whose arguments came from another thread. */
export function performUnit(unit: AnyUnit, tx: Transaction, args: readonly unknown[]): Promise<unknown> {
	// Types are lost when arguments cross a port. The caller sent arguments that match the named unit, by `run`.
	return unit.work(tx, ...(args as never[]));
}

/** The transaction that is open on a connection. */
export function createTransaction(connection: TransactionStatements, dialect: SqlDialect): Transaction {
	const { all, first, run, runLast, allBatch, runBatch, returnSpace } = connection;
	return {
		all,
		first,
		run,
		runLast,
		allBatch,
		runBatch,
		returnSpace,
		lock: (name, mode) => dialect.lock(connection, name, mode),
		listCartEvents: (cart) => dialect.listCartEvents(connection, cart),
		dropOldEvents: (events) => dialect.dropOldEvents(connection, events),
	};
}
