/** Where may a reader from outside begin in a log? Its position may be another store's, or made up. */
import { type Position, startPosition } from '../../domain/log/position.ts';
import { failField, type Result, succeed } from '../../lib/failure.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';

/**
 * What there is to read: from after one position up to another, included. Nothing when the second is not later: then
 * `after` is the end of the log, or what came before it was deleted.
 */
export interface LogRange {
	readonly after: Position;
	readonly upTo: Position;
}

/** From `after` to the present end of the log; `invalid` for a position that no event of this store can have. */
export async function findStart(log: Pick<ChangeFeed<unknown>, 'readEnd'>, after: Position): Promise<Result<LogRange>> {
	const upTo = await log.readEnd();
	if (after !== startPosition && upTo !== startPosition && !isAlike(after, upTo)) {
		return failField('after', 'must be a position in this log');
	}
	return succeed({ after, upTo });
}

/** Whether both have as many numbers, and none that a store does not reach. */
function isAlike(position: Position, other: Position): boolean {
	const numbers = position.split('.').map(Number);
	return numbers.length === other.split('.').length && numbers.every(Number.isSafeInteger);
}
