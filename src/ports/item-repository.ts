import type { ItemTarget, ItemWrite, ItemWriteResult, StoredItem } from '../domain/item/item.ts';
import type { Position } from '../domain/log/position.ts';
import type { ChangeBatch } from './change-feed.ts';

export interface ItemPage {
	/** 32 lower-case hex digits. */
	readonly scrollId: string;
	/** How many items the scroll has from first to last. */
	readonly totalCount: number;
	/** Fewer than requested when their texts are long; empty only at the end of the scroll. */
	readonly items: readonly StoredItem[];
}

/** A write in a generation's log: items in the order of their last writes, deletions included. */
export interface ItemChange {
	readonly position: Position;
	readonly id: string;
	/** Null for a deletion. */
	readonly text: string | null;
	/** `seq` of the write that created the item: larger for items created later. Meaningless for a deletion. */
	readonly createdSeq: number;
}

/** A batch of a generation's log. */
export interface ItemBatch extends ChangeBatch<ItemChange> {
	/**
	 * Which generation this is. It changes when a temporary index replaces the live one. Positions in the logs of
	 * different generations cannot be compared, so a follower that sees another id begins at the start.
	 */
	readonly generationId: number;
	/**
	 * The last write of the log when the batch was read. The log has only the last write of each item: of items that were written
	 * up to this one, earlier writes are not among the changes, and appear if later ones are lost (`StoreHistory`).
	 */
	readonly end: Position;
}

export interface ScrollRequest {
	readonly itemCountMax: number;
	/** Only items of this group; only used when the scroll is opened. */
	readonly groupId: string | null;
	readonly nowMs: number;
	readonly expiresAtMs: number;
}

export interface LogRequest {
	readonly changeCountMax: number;
	/** In UTF-16 code units, as far as the caller knows: short texts are read in larger steps. */
	readonly textLengthExpected?: number;
}

export interface GarbageStep {
	/** `idle`: nothing was left to collect, and the passes are at their end. */
	readonly outcome: 'collected' | 'idle';
	/** Where the passes are, in a form of the store; for the next step, and not valid beyond the life of the process. */
	readonly cursor: string;
}

/**
 * Items and the log of their changes.
 *
 * Every write takes the next `seq` of its generation, in the transaction that checks the lock. A delete leaves a
 * tombstone with its own `seq` until every follower has passed it. Reads see every write that was acknowledged before
 * them.
 */
export interface ItemRepository {
	/**
	 * In the order asked; undefined where there is no such item. `missing` when the generation does not exist,
	 * `too_large` when the texts together have more than 16 MB. If the texts exceed 1 MB together, they are read in
	 * several steps, and each item is in its state at some moment of the call.
	 */
	findMany(
		target: ItemTarget,
		ids: readonly string[],
	): Promise<readonly (StoredItem | undefined)[] | 'missing' | 'too_large'>;
	/** As `findMany`, by the MD5 of the ids in 32 lower-case hex digits. */
	findByKeys(
		target: ItemTarget,
		itemKeys: readonly string[],
	): Promise<readonly (StoredItem | undefined)[] | 'missing' | 'too_large'>;
	/** The items of a group in the order of their last writes, at most `itemCountMax`; empty also when the generation is gone. */
	findGroup(target: ItemTarget, groupId: string, itemCountMax: number): Promise<readonly StoredItem[]>;
	/** Constant time: the count is kept with the generation. */
	count(target: ItemTarget): Promise<number | 'missing'>;
	/**
	 * Runs all writes in their order, in one transaction. `locked` when live writes are refused, unless the index
	 * redirects them to its temporary generation (`toWrittenGeneration`); `missing` when the generation is gone.
	 */
	write(target: ItemTarget, writes: readonly ItemWrite[]): Promise<readonly ItemWriteResult[] | 'missing' | 'locked'>;

	/**
	 * The first page of a scroll that shows the generation as it is now, whatever is written later. `full`: the account,
	 * or all accounts together, have too many scrolls that have neither ended nor expired.
	 */
	openScroll(target: ItemTarget, scrollId: string, request: ScrollRequest): Promise<ItemPage | 'missing' | 'full'>;
	/**
	 * The next page, of the group that the scroll was opened with. `missing` when the scroll is unknown, belongs to
	 * another index, or has expired.
	 */
	continueScroll(target: ItemTarget, scrollId: string, request: ScrollRequest): Promise<ItemPage | 'missing'>;

	/**
	 * As `ChangeFeed.read` of a generation's log, with each item once, and with fewer changes when their texts are long.
	 * `missing` when the generation is gone.
	 */
	readLog(target: ItemTarget, after: Position, request: LogRequest): Promise<ItemBatch | 'missing'>;
	/**
	 * Notes the position of a follower of the log. Garbage collection removes tombstones up to the position of the
	 * slowest follower. A follower notes the start before it begins to read; otherwise tombstones may be removed before
	 * it has seen them.
	 */
	moveFollower(generationId: number, follower: string, position: Position): Promise<'moved' | 'missing'>;

	/**
	 * One step of the copies into temporary indices, at most `itemCountMax` items; `idle` when there is none to do. If it
	 * rejects like a write, the step can be tried again; any other error has ended the copy that failed.
	 */
	copyNext(itemCountMax: number, nowMs: number): Promise<'copied' | 'idle'>;
	/**
	 * One step of garbage collection: rows of retired generations, expired scrolls, tombstones that every follower has
	 * passed, events of removed stores. Some of these are found by passes that take several steps: `cursor` is the one
	 * that the previous step returned, and undefined for the first step.
	 */
	collectGarbage(itemCountMax: number, nowMs: number, cursor?: string): Promise<GarbageStep>;
}
