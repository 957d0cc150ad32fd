import type { Position } from '../domain/log/position.ts';

/** The logs of a zone: of the items of all generations, and of events. */
export const logNames = ['items', 'events'] as const;
export type LogName = (typeof logNames)[number];

/**
 * A log as its readers see it: changes in one order. No change is ever added before one that was read.
 *
 * A reader's position is opaque (`domain/log/position.ts`), because not every store has a sequence whose order is the
 * order of its commits.
 */
export interface ChangeFeed<Change> {
	/**
	 * The changes after a position, in order; at most `countMax` (≥ 1). When few of the log's changes belong to the feed,
	 * the others count as well, so that a batch is a bounded amount of work. So a batch may be empty before the end.
	 */
	read(after: Position, countMax: number): Promise<ChangeBatch<Change>>;
	/**
	 * The position of the newest change of the log, whether it belongs to the feed or not; the start if the log is empty.
	 */
	readEnd(): Promise<Position>;
}

export interface ChangeBatch<Change> {
	readonly changes: readonly Change[];
	/**
	 * Where to go on: after the last of the changes and after whatever was skipped. Never before the position asked for.
	 */
	readonly position: Position;
	/** Whether the log had nothing more. */
	readonly isEnd: boolean;
}
