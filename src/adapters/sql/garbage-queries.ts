/**
 * The queries of garbage collection. A chunk is found by its last `seq` and then deleted as a range, which both dialects
 * can do through an index; `offset` is the number of rows in a full chunk minus one.
 */
import { sql } from 'kysely';
import type { Position } from '../../domain/log/position.ts';
import { defineBatchQuery, defineRows } from './batch-query.ts';
import { defineQuery } from './query.ts';

type ChunkArguments = { readonly generationId: number; readonly offset: number };
type RangeArguments = { readonly generationId: number; readonly end: number };

export const deleteExpiredScrolls = defineQuery((db, args: { nowMs: number; rowsMax: number }) =>
	db
		.deleteFrom('scroll')
		.where('id', 'in', ({ selectFrom }) =>
			selectFrom('scroll')
				.select('id')
				.where('expires_at_ms', '<=', args.nowMs)
				.orderBy('expires_at_ms')
				.limit(args.rowsMax),
		)
		// Checked again: the scroll may have been locked by a reader that extended it.
		.where('expires_at_ms', '<=', args.nowMs),
);

/** Scrolls that expire later than any may: they were opened before the clock was set back. */
export const deleteLateScrolls = defineQuery((db, args: { laterMs: number; rowsMax: number }) =>
	db
		.deleteFrom('scroll')
		.where('id', 'in', ({ selectFrom }) =>
			selectFrom('scroll')
				.select('id')
				.where('expires_at_ms', '>', args.laterMs)
				.orderBy('expires_at_ms')
				.limit(args.rowsMax),
		),
);

/** The oldest retired generation that no scroll still has to show. */
export const findRetired = defineQuery((db) =>
	db
		.selectFrom('generation')
		.select('id')
		.where('state', '=', sql.lit('retired'))
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('scroll')
						.select('scroll.position')
						.whereRef('scroll.generation_id', '=', 'generation.id')
						.whereRef('scroll.position', '<', 'scroll.snapshot_seq'),
				),
			),
		)
		.orderBy('id')
		.limit(1),
);

export const findItemChunkEnd = defineQuery((db, args: ChunkArguments) =>
	db
		.selectFrom('item')
		.select('seq')
		.where('generation_id', '=', args.generationId)
		.orderBy('seq')
		.limit(1)
		.offset(args.offset),
);

export const deleteItems = defineQuery((db, args: RangeArguments) =>
	db.deleteFrom('item').where('generation_id', '=', args.generationId).where('seq', '<=', args.end),
);

export type HistoryPosition = { readonly generationId: number; readonly seq: number };

/** The first old version after a position, in any generation. */
export const findHistory = defineQuery((db, args: HistoryPosition) =>
	db
		.selectFrom('item_history')
		.select(['generation_id', 'seq'])
		.where(({ eb, refTuple, tuple }) => eb(refTuple('generation_id', 'seq'), '>', tuple(args.generationId, args.seq)))
		.orderBy('generation_id')
		.orderBy('seq')
		.limit(1),
);

/** The end of the chunk that starts at `start`. */
export const findHistoryChunkEnd = defineQuery((db, args: ChunkArguments & { start: number }) =>
	db
		.selectFrom('item_history')
		.select('seq')
		.where('generation_id', '=', args.generationId)
		.where('seq', '>=', args.start)
		.orderBy('seq')
		.limit(1)
		.offset(args.offset),
);

export const deleteHistory = defineQuery((db, args: RangeArguments) =>
	db.deleteFrom('item_history').where('generation_id', '=', args.generationId).where('seq', '<=', args.end),
);

/**
 * Deletes old versions from `start` to `end` that no scroll still has to show. A scroll at `position` shows what
 * was there at its `snapshot_seq` and comes after its `position`:
 *
 *     position < seq ≤ snapshot_seq < superseded_seq
 */
export const deleteUnshownHistory = defineQuery((db, args: RangeArguments & { start: number }) =>
	db
		.deleteFrom('item_history')
		.where('generation_id', '=', args.generationId)
		.where('seq', '>=', args.start)
		.where('seq', '<=', args.end)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('scroll')
						.select('scroll.position')
						.whereRef('scroll.generation_id', '=', 'item_history.generation_id')
						.whereRef('scroll.snapshot_seq', '>=', 'item_history.seq')
						.whereRef('scroll.snapshot_seq', '<', 'item_history.superseded_seq')
						.whereRef('scroll.position', '<', 'item_history.seq')
						.whereRef('scroll.position', '<', 'scroll.snapshot_seq'),
				),
			),
		),
);

/** The first tombstone of the next generation that has one, with the `seq` of the generation's slowest follower. */
export const findTombstones = defineQuery((db, args: { afterId: number }) =>
	db
		.selectFrom('item')
		.innerJoin('generation', 'generation.id', 'item.generation_id')
		.select(['item.generation_id', 'item.seq', 'generation.state'])
		.select(({ selectFrom }) =>
			selectFrom('follower')
				.select(({ fn }) => fn.min('follower.seq').as('seq'))
				.whereRef('follower.generation_id', '=', 'item.generation_id')
				.as('slowestSeq'),
		)
		.where('item.body', 'is', null)
		.where('item.generation_id', '>', args.afterId)
		.orderBy('item.generation_id')
		.orderBy('item.seq')
		.limit(1),
);

export const findSlowest = defineQuery((db, args: { generationId: number }) =>
	db
		.selectFrom('follower')
		.select(({ fn }) => fn.min<number | null>('seq').as('seq'))
		.where('generation_id', '=', args.generationId),
);

export const findTombstoneChunkEnd = defineQuery((db, args: ChunkArguments) =>
	db
		.selectFrom('item')
		.select('seq')
		.where('generation_id', '=', args.generationId)
		.where('body', 'is', null)
		.orderBy('seq')
		.limit(1)
		.offset(args.offset),
);

export const deleteTombstones = defineQuery((db, args: RangeArguments) =>
	db
		.deleteFrom('item')
		.where('generation_id', '=', args.generationId)
		.where('body', 'is', null)
		.where('seq', '<=', args.end),
);

export const deleteFollowers = defineQuery((db, args: { generationId: number }) =>
	db.deleteFrom('follower').where('generation_id', '=', args.generationId),
);

export const deleteGeneration = defineQuery((db, args: { generationId: number }) =>
	db.deleteFrom('generation').where('id', '=', args.generationId),
);

/** Except failed copies whose temporary index still exists: an incomplete index must not go live. */
export const deleteFinishedTasks = defineQuery((db, args: { finishedBeforeMs: number }) =>
	db
		.deleteFrom('reindex_task')
		.where('finished_at_ms', '<', args.finishedBeforeMs)
		.where(({ eb, or, not, exists, selectFrom }) =>
			or([
				eb('status', '<>', 'error'),
				not(
					exists(
						selectFrom('search_index')
							.select('search_index.id')
							.whereRef('search_index.id', '=', 'reindex_task.index_id')
							.whereRef('search_index.temporary_generation_id', '=', 'reindex_task.target_generation_id'),
					),
				),
			]),
		),
);

export const findRemovedStores = defineQuery((db, args: { rowsMax: number }) =>
	db.selectFrom('removed_store').select('id').orderBy('id').limit(args.rowsMax),
);

export const deleteEventsOfRemovedStores = defineQuery((db, args: { after: Position; upTo: Position }, { log }) =>
	db
		.deleteFrom('event')
		.where(log.isAfter(args.after))
		.where(log.isUpTo(args.upTo))
		.where('store_id', 'in', ({ selectFrom }) => selectFrom('removed_store').select('id')),
);

export const listHashidsOfRemovedStores = defineQuery((db, args: { after: Position; upTo: Position }, { log }) =>
	db
		.selectFrom('event')
		.select('hashid')
		.where(log.isAfter(args.after))
		.where(log.isUpTo(args.upTo))
		.where('store_id', 'in', ({ selectFrom }) => selectFrom('removed_store').select('id')),
);

const removedRows = defineRows<{ readonly id: string }>({ id: 'text' });

export const deleteRemovedStores = defineBatchQuery(removedRows, (db) =>
	db.deleteFrom('removed_store').where('id', 'in', ({ selectFrom }) => selectFrom('input').select('id')),
);
