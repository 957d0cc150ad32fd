/**
 * The order of the log of events, as a dialect writes it: fragments of queries of the table `event`.
 *
 * A position is one text wherever it comes into a statement or out of it; what it is made of is the dialect's own affair.
 */
import type { RawBuilder, SqlBool } from 'kysely';
import type { Position } from '../../domain/log/position.ts';

export interface LogOrder {
	/** The position of a row. */
	readonly position: RawBuilder<Position>;
	/** For `order by`: as the log is, and from its end. */
	readonly ascending: RawBuilder<unknown>;
	readonly descending: RawBuilder<unknown>;
	/** Whether everything before the row is there, so that a reader may pass it. True of every row that a statement sees where there is one writer. */
	readonly isReadable: RawBuilder<SqlBool>;
	isAfter(position: Position): RawBuilder<SqlBool>;
	isUpTo(position: Position): RawBuilder<SqlBool>;
	/** Whether the row is one of those whose positions are in the column `position` of the rows of a `BatchQuery`. */
	readonly isInInput: RawBuilder<SqlBool>;
}
