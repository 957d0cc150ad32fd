/**
 * The order of the log of events, in the SQL of a dialect: fragments of queries on the table `event`.
 *
 * A position is one text wherever a statement takes or returns it; its composition is up to the dialect.
 */
import type { RawBuilder, SqlBool } from 'kysely';
import type { Position } from '../../domain/log/position.ts';

export interface LogOrder {
	/** The position of a row. */
	readonly position: RawBuilder<Position>;
	/** For `order by`: in the order of the log, and in reverse. */
	readonly ascending: RawBuilder<unknown>;
	readonly descending: RawBuilder<unknown>;
	/**
	 * Whether everything before the row is visible, so that a reader may pass it. With a single writer this is true of
	 * every row that a statement sees.
	 */
	readonly isReadable: RawBuilder<SqlBool>;
	isAfter(position: Position): RawBuilder<SqlBool>;
	isUpTo(position: Position): RawBuilder<SqlBool>;
	/** Whether the position of the row is in the column `position` of the rows of a `BatchQuery`. */
	readonly isInInput: RawBuilder<SqlBool>;
	/** The incarnation of the store that the statement sees, see `StoreHistory`; empty where there is one only. */
	readonly incarnation: RawBuilder<string>;
}
