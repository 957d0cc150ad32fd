/**
 * Builds SQL text in PostgreSQL's dialect; it has no database behind it.
 *
 * Constants of a query become literals, only its arguments become parameters. The plan of a prepared statement that runs
 * often does not depend on its parameters, and uses a partial index only if the condition of the index is in the text
 * itself.
 */
import {
	DummyDriver,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type RawBuilder,
	type SqlBool,
	sql,
} from 'kysely';
import type { Position } from '../../domain/log/position.ts';
import type { LockQueue } from '../sql/lock-queue.ts';
import type { LogOrder } from '../sql/log-order.ts';
import { Placeholder, type QueryDialect } from '../sql/query.ts';
import type { Schema } from '../sql/schema.ts';

class LiteralCompiler extends PostgresQueryCompiler {
	protected override appendValue(value: unknown): void {
		if (value instanceof Placeholder) super.appendValue(value);
		else this.appendImmediateValue(value);
	}
}

const db = new Kysely<Schema>({
	dialect: {
		createAdapter: () => new PostgresAdapter(),
		createDriver: () => new DummyDriver(),
		createIntrospector: (db) => new PostgresIntrospector(db),
		createQueryCompiler: () => new LiteralCompiler(),
	},
});

/**
 * A position as a row: incarnation, transaction, serial. The subqueries hide the argument from the planner. Otherwise it
 * would use the distribution of the first column, ignore the others, and rather sort the whole log than read an index.
 */
function toRow(position: Position): RawBuilder<unknown> {
	return sql`(${sql.join(toParts(sql`${position}`).map((part) => sql`(select ${part})`))})`;
}

/** Incarnation, transaction, serial. */
function toParts(position: RawBuilder<unknown>): RawBuilder<unknown>[] {
	return ['integer', 'xid8', 'bigint'].map(
		(type, at) => sql`split_part(${position}::text || '.0.0', '.', ${sql.lit(at + 1)})::${sql.raw(type)}`,
	);
}

/** `event-log.ts` says what may be read, and why in one statement. */
const log: LogOrder = {
	position: sql`concat(event.incarnation, '.', event.xid, '.', event.serial)`,
	ascending: sql`event.incarnation, event.xid, event.serial`,
	descending: sql`event.incarnation desc, event.xid desc, event.serial desc`,
	isReadable: sql`(event.incarnation, event.xid) < (
		(select max(number) from store_incarnation), pg_snapshot_xmin(pg_current_snapshot())
	)`,
	isAfter: (position) => sql`(event.incarnation, event.xid, event.serial) > ${toRow(position)}`,
	isUpTo: (position) => sql`(event.incarnation, event.xid, event.serial) <= ${toRow(position)}`,
	isInInput: sql`(event.incarnation, event.xid, event.serial) in (select ${sql.join(toParts(sql.ref('input.position')))} from input)`,
	incarnation: sql`(select id from store_incarnation order by number desc limit 1)`,
};

/** The first of two numbers that name a lock; `postgres-dialect.ts` has another one for names. */
const queueNamespace = 0x5669_7473;

/** Two search engines whose hashids have one hash wait for each other, which does no harm. */
const queue: LockQueue = {
	keepSearchEngine: (hashid) => inQueue('pg_advisory_xact_lock_shared', hashid),
	lockSearchEngine: (hashid) => inQueue('pg_advisory_xact_lock', hashid),
};

function inQueue(name: string, key: RawBuilder<string>): RawBuilder<SqlBool> {
	return sql`${sql.raw(name)}(${sql.lit(queueNamespace)}, hashtext(${key})) is not null`;
}

export const postgresQueries: QueryDialect = { db, log, queue };
