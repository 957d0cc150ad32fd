import type { SqlDialect } from '../sql/sql-dialect.ts';
import { listCartEvents } from './sqlite-carts.ts';

/** There is one writer: a transaction that has begun has locked everything. */
export const sqliteDialect: SqlDialect = {
	lock: async () => undefined,
	listCartEvents,
	/** One table has all of them. */
	dropOldEvents: async () => false,
};
