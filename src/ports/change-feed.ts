import type { Position } from '../domain/log/position.ts';

/**
 * A log as its readers see it: changes in one order, in which none ever comes before what was read.
 *
 * Where a reader is, is a position of the store's own making (`domain/log/position.ts`): not every store has a sequence
 * whose order is the order of its commits.
 */
export interface ChangeFeed<Change> {
	/**
	 * The changes after a position, in order; at most `countMax` (≥ 1). Where few of the log's changes belong to the feed,
	 * the others count as well, so that a batch is a bounded amount of work: it may be empty and not the end.
	 */
	read(after: Position, countMax: number): Promise<ChangeBatch<Change>>;
	/** The position of the newest change of the log, whether it belongs to the feed or not; the start of an empty log. */
	readEnd(): Promise<Position>;
}

export interface ChangeBatch<Change> {
	readonly changes: readonly Change[];
	/** Where to go on: behind the last of the changes, and behind what was skipped. Never before the position asked for. */
	readonly position: Position;
	/** There was nothing more. */
	readonly isEnd: boolean;
}
