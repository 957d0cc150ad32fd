/** What the dialects do each in a way of its own, beside compiling and running statements. */
import type { EventRow } from './event-rows.ts';
import type { SqlReader } from './sql-connection.ts';

/** What is locked that has no row. */
export type LockName =
	/** The number of scrolls that are open. */
	| 'scrolls'
	/** Exclusive: a shopper is marked as erased. Shared: events of shoppers who are not are written. */
	| 'erasures';

/** Shared locks of a name get along with each other, and with no exclusive one. */
export type LockMode = 'shared' | 'exclusive';

export type CartArguments = {
	/** As `toCartKey` makes it of engine and session. */
	readonly cartKey: number;
	readonly hashid: string;
	readonly sessionId: string;
	readonly rowsMax: number;
};

export interface SqlDialect {
	/** Waits for the lock, which ends with the transaction. */
	lock(connection: SqlReader, name: LockName, mode: LockMode): Promise<void>;
	/**
	 * The last events of a session that say what is in its cart, the newest first. Of two transactions that ask for the
	 * same cart the second waits for the end of the first.
	 */
	listCartEvents(connection: SqlReader, cart: CartArguments): Promise<readonly EventRow[]>;
}
