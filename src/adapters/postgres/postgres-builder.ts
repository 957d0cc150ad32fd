/**
 * Builds SQL text in PostgreSQL's dialect; it has no database behind it.
 *
 * Constants of a query become literals, and only its arguments parameters: the plan of a prepared statement that runs
 * often is made without the values of its parameters, and uses a partial index only where the text itself says what the
 * condition of the index says.
 */
import {
	DummyDriver,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type RawBuilder,
	sql,
} from 'kysely';
import type { Position } from '../../domain/log/position.ts';
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
 * A position as a row: incarnation, transaction, serial. The subqueries hide the argument from the planner, which knows how
 * the first column is distributed, takes the rest for nothing, and would sort the whole log to save reading an index.
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

/** `event-log.ts` says what may be read, and why that is all in one statement. */
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
};

export const postgresQueries: QueryDialect = { db, log };
