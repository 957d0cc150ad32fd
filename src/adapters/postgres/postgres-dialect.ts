/**
 * PostgreSQL's own ways: locks of things without a row, carts, and events that are dropped by the month.
 *
 * All locks end with their transaction, so a pooler may give each transaction another connection of the server.
 */
import { sql } from 'kysely';
import type { EventRow } from '../sql/event-rows.ts';
import { defineQuery, type Query } from '../sql/query.ts';
import type { CartArguments, LockMode, LockName, SqlDialect } from '../sql/sql-dialect.ts';
import { defineSql } from './define-sql.ts';
import { dropEventPartitions } from './event-partitions.ts';

/** The first of the two numbers that identify a lock; locks of a single number, as for carts, are separate. */
const namespace = 0x5669_7472;
const numbers: Readonly<Record<LockName, number>> = { scrolls: 1, erasures: 2 };

type LockQuery = Query<Record<never, never>, unknown>;

function defineLocks(mode: LockMode): Readonly<Record<LockName, LockQuery>> {
	const name = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
	const define = (number: number) => defineSql(() => sql`select ${name}(${sql.lit(namespace)}, ${sql.lit(number)})`);
	return { scrolls: define(numbers.scrolls), erasures: define(numbers.erasures) };
}

const locks: Readonly<Record<LockMode, Readonly<Record<LockName, LockQuery>>>> = {
	shared: defineLocks('shared'),
	exclusive: defineLocks('exclusive'),
};

/** Keys of carts have 48 bits. One more bit makes them differ from all numbers that other parts of the program lock. */
const lockCart = defineSql(
	(args: { cartKey: number }) => sql`select pg_advisory_xact_lock(${args.cartKey}::bigint + 281474976710656)`,
);

/** By a partial index of cart events, which costs the others nothing. */
const listCart = defineQuery((db, args: CartArguments, { log }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('cart_key', '=', args.cartKey)
		.where('hashid', '=', args.hashid)
		.where('session_id', '=', args.sessionId)
		.orderBy(log.descending)
		.limit(args.rowsMax),
);

export const postgresDialect: SqlDialect = {
	async lock(connection, name, mode) {
		await connection.all(locks[mode][name], {});
	},
	async listCartEvents(connection, cart): Promise<readonly EventRow[]> {
		await connection.all(lockCart, { cartKey: cart.cartKey });
		return connection.all(listCart, cart);
	},
	dropOldEvents: dropEventPartitions,
};
