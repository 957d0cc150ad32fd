/**
 * Builds SQL text in SQLite's dialect; it has no database behind it.
 *
 * Constants of a query become literals, only its arguments become parameters. If a plan depends on the value of a
 * parameter, SQLite plans the statement again each time it runs, which takes longer than most statements do. That
 * concerns the number of a limit, and values compared with the condition of a partial index. A constant as a literal is
 * planned for once. An argument as a limit is wrapped in an expression, whose value SQLite does not use for planning.
 */
import {
	DummyDriver,
	Kysely,
	type LimitNode,
	type SelectQueryNode,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	sql,
	type ValueNode,
} from 'kysely';
import type { LockQueue } from '../sql/lock-queue.ts';
import type { LogOrder } from '../sql/log-order.ts';
import { Placeholder, type QueryDialect } from '../sql/query.ts';
import type { Schema } from '../sql/schema.ts';

class LiteralCompiler extends SqliteQueryCompiler {
	protected override appendValue(value: unknown): void {
		if (value instanceof Placeholder) super.appendValue(value);
		else this.appendImmediateValue(value);
	}

	/** Row locks are left out: a transaction that writes has the whole database. */
	protected override visitSelectQuery({ endModifiers: _, ...node }: SelectQueryNode): void {
		super.visitSelectQuery(node);
	}

	protected override visitLimit(node: LimitNode): void {
		super.visitLimit(node);
		if ((node.limit as ValueNode).value instanceof Placeholder) this.append(' + 0');
	}
}

const db = new Kysely<Schema>({
	dialect: {
		createAdapter: () => new SqliteAdapter(),
		createDriver: () => new DummyDriver(),
		createIntrospector: (db) => new SqliteIntrospector(db),
		createQueryCompiler: () => new LiteralCompiler(),
	},
});

/** The commits of the one writer are in the order of `serial`, and everything that a reader sees is complete. */
const log: LogOrder = {
	position: sql`cast(event.serial as text)`,
	ascending: sql`event.serial`,
	descending: sql`event.serial desc`,
	isReadable: sql`true`,
	isAfter: (position) => sql`event.serial > cast(${position} as integer)`,
	isUpTo: (position) => sql`event.serial <= cast(${position} as integer)`,
	isInInput: sql`event.serial in (select cast(input.position as integer) from input)`,
	incarnation: sql`''`,
};

/** Who writes has the whole database, in the order of the writer's queue. */
const queue: LockQueue = { keepSearchEngine: () => sql`true`, lockSearchEngine: () => sql`true` };

export const sqliteQueries: QueryDialect = { db, log, queue };
