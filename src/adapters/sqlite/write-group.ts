/**
 * Group commit: many calls share one transaction, and so one wait for the disk.
 *
 * When any call of a group throws, the whole group is rolled back and each call runs again in a transaction of its own,
 * so that only the failing ones fail. Therefore the normal case needs no savepoints: this saves two statements per call,
 * and costs double work only when something goes wrong, which is rare.
 */
import { type FailureCode, FailureError } from '../../lib/failure.ts';
import { isTracing, type TraceCarrier, traceCall } from '../../lib/tracing.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { type AnyUnit, createTransaction, performUnit, type Transaction } from '../sql/unit-of-work.ts';
import { indexCarts } from './sqlite-carts.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** A call of a unit of work. */
export interface WriteCall {
	readonly id: number;
	readonly unit: AnyUnit;
	readonly args: readonly unknown[];
	/** Approximate size of the arguments in memory. */
	readonly byteCount: number;
	/** Calls of different lanes are run in turn. */
	readonly lane: string;
	/** What it is part of; undefined when that is not traced. */
	readonly trace?: TraceCarrier | undefined;
}

/** The outcome of a call, as plain data. */
export type WriteAnswer =
	| { readonly id: number; readonly value: unknown }
	| { readonly id: number; readonly error: WriteError };

/** An error sent between threads: the failure if it is one, and what the log should show. */
export interface WriteError {
	readonly code: FailureCode | undefined;
	readonly message: string;
	readonly stack: string;
}

/**
 * Runs the calls in order and makes them durable together. Never rejects: errors are in the answers, which are in the
 * order of the calls.
 */
export async function runGroup(
	connection: SqlConnection,
	calls: readonly WriteCall[],
): Promise<readonly WriteAnswer[]> {
	try {
		return await runInTransaction(connection, calls);
	} catch (error) {
		const [first] = calls;
		if (first !== undefined && calls.length === 1) return [{ id: first.id, error: toWriteError(error) }];
	}
	const answers: WriteAnswer[] = [];
	for (const call of calls) answers.push(...(await runGroup(connection, [call])));
	return answers;
}

async function runInTransaction(
	connection: SqlConnection,
	calls: readonly WriteCall[],
): Promise<readonly WriteAnswer[]> {
	// A failed rollback may have left a transaction open, which must not be committed with this group.
	await connection.rollback();
	await connection.begin();
	const tx = createTransaction(connection, sqliteDialect);
	try {
		const answers: WriteAnswer[] = [];
		for (const call of calls) answers.push({ id: call.id, value: await perform(call, tx) });
		await indexCarts(connection);
		await commit(connection, calls);
		return answers;
	} catch (error) {
		// If this fails, too, its error is the more serious one and replaces the first.
		await connection.rollback();
		throw error;
	}
}

function perform(call: WriteCall, tx: Transaction): Promise<unknown> {
	const work = () => performUnit(call.unit, tx, call.args);
	const { unit, trace } = call;
	return trace === undefined ? work() : traceCall({ name: unit.name, parent: trace }, work);
}

/** One wait for the disk, for all of them: part of the first that is traced, with links to the others. */
function commit(connection: SqlConnection, calls: readonly WriteCall[]): Promise<void> {
	const [parent, ...links] = isTracing() ? calls.flatMap(({ trace }) => (trace === undefined ? [] : [trace])) : [];
	if (parent === undefined) return connection.commit();
	const attributes = { 'vitrine.calls': calls.length };
	return traceCall({ name: 'group commit', parent, links, attributes }, () => connection.commit());
}

function toWriteError(error: unknown): WriteError {
	const code = error instanceof FailureError ? error.failure.code : undefined;
	const origin = error instanceof FailureError && error.cause instanceof Error ? error.cause : error;
	if (!(origin instanceof Error)) return { code, message: String(origin), stack: '' };
	return { code, message: origin.message, stack: origin.stack ?? '' };
}
