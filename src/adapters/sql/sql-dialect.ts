/** What differs between dialects, apart from compiling and running statements. */
import type { EventRow } from './event-rows.ts';
import type { SqlConnection, SqlReader } from './sql-connection.ts';

/** Things to lock that have no row. */
export type LockName =
	/** The number of scrolls that are open. */
	| 'scrolls'
	/** Exclusive: a suppression is being stored. Shared: events of shoppers without one are being written. */
	| 'erasures';

/** Shared locks of a name are compatible with each other, exclusive ones with none. */
export type LockMode = 'shared' | 'exclusive';

export type CartArguments = {
	/** As `toCartKey` computes it from engine and session. */
	readonly cartKey: number;
	readonly hashid: string;
	readonly sessionId: string;
	readonly rowsMax: number;
};

export type OldEvents = {
	readonly beforeMs: number;
	/** Of those that have to be deleted one by one. */
	readonly countMax: number;
};

export interface SqlDialect {
	/** Waits for the lock, which is released at the end of the transaction. */
	lock(connection: SqlReader, name: LockName, mode: LockMode): Promise<void>;
	/**
	 * The last events that affect a session's cart, newest first. If two transactions ask for the same cart, the second
	 * waits for the end of the first.
	 */
	listCartEvents(connection: SqlReader, cart: CartArguments): Promise<readonly EventRow[]>;
	/**
	 * Deletes old events that can be deleted together, at a cost that does not grow with their number. The transaction must
	 * end soon afterwards. @returns whether there were any.
	 */
	dropOldEvents(connection: Pick<SqlConnection, 'all' | 'run'>, events: OldEvents): Promise<boolean>;
}
