/**
 * Conditions that wait, for rows that units of work keep one after another without a gap.
 *
 * PostgreSQL grants a row lock at once when it is compatible with the locks that are held, even if another transaction
 * already waits for an exclusive one. A unit that needs the row for itself would wait for as long as writers overlap:
 *
 *     writers         ████  ████  ████  ████  ████          each keeps the row
 *                       ████  ████  ████  ████  ████
 *     without queue     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒         ▒ waits
 *     with queue        ▒▒▒██                               later writers wait behind it
 *
 * The queue serves units in the order in which they arrived. A query has the condition beside the one that finds the row,
 * so that its unit joins the queue before it locks the row, in one statement.
 */
import type { RawBuilder, SqlBool } from 'kysely';

/** The conditions are always true, and their effect lasts until the transaction ends. */
export interface LockQueue {
	/** Waits for the units that lock the search engine and arrived before. */
	keepSearchEngine(hashid: RawBuilder<string>): RawBuilder<SqlBool>;
	/** Waits for all units that arrived before; those that arrive later wait for this one. */
	lockSearchEngine(hashid: RawBuilder<string>): RawBuilder<SqlBool>;
}
