import type { Position } from '../domain/log/position.ts';

/**
 * A store may lose its last writes: by the promotion of a standby that had not received them, or by a restore to an earlier
 * state. What is written then has positions that what was lost had, too, so positions alone do not say whether a follower has
 * read something that is gone. The store is in another *incarnation* from then on. A follower notes with its position in which
 * one it was read; when it meets another one, it compares, and goes back if need be.
 */
export interface StoreHistory {
	/** The incarnation that the store is in: never the same again after a loss. Cost: one short statement. */
	readIncarnation(): Promise<string>;
	/**
	 * What the store has now of what it had in another incarnation, up to its end. Nothing, if it does not know that one. The
	 * empty text stands for positions that were noted before incarnations were.
	 */
	findCommonPast(since: string): Promise<CommonPast>;
}

export interface CommonPast {
	/** The incarnation that was compared with: the newest then, or an earlier one. */
	readonly incarnation: string;
	/** Up to this one, the events are those that were read. Undefined: all of them. */
	readonly eventsEnd: Position | undefined;
	/** Whether the log of a generation is up to a position as it was read. */
	hasItems(generationId: number, upTo: Position): boolean;
}
