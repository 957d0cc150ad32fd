/**
 * What the sweep asks of the database. A chunk is found by its last `seq` and then deleted as a range, which both
 * dialects can do through an index; `offset` is the number of rows in a full chunk minus one.
 */
import { sql } from 'kysely';
import { defineQuery } from './query.ts';

type ChunkArguments = { readonly generationId: number; readonly offset: number };
type RangeArguments = { readonly generationId: number; readonly end: number };

export const deleteExpiredScrolls = defineQuery((db, args: { nowMs: number }) =>
	db.deleteFrom('scroll').where('expires_at_ms', '<=', args.nowMs),
);

/** The oldest retired generation that no scroll is open on. */
export const findRetired = defineQuery((db) =>
	db
		.selectFrom('generation')
		.select('id')
		.where('state', '=', sql.lit('retired'))
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom('scroll').select('scroll.id').whereRef('scroll.generation_id', '=', 'generation.id'))),
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

export const findHistoryChunkEnd = defineQuery((db, args: ChunkArguments) =>
	db
		.selectFrom('item_history')
		.select('seq')
		.where('generation_id', '=', args.generationId)
		.orderBy('seq')
		.limit(1)
		.offset(args.offset),
);

export const deleteHistory = defineQuery((db, args: RangeArguments) =>
	db.deleteFrom('item_history').where('generation_id', '=', args.generationId).where('seq', '<=', args.end),
);

/** The next generation with old versions, and a scroll that is open on it. */
export const findHistory = defineQuery((db, args: { afterId: number }) =>
	db
		.selectFrom('item_history')
		.select('generation_id')
		.select(({ selectFrom }) =>
			selectFrom('scroll')
				.select('scroll.id')
				.whereRef('scroll.generation_id', '=', 'item_history.generation_id')
				.limit(1)
				.as('scrollId'),
		)
		.where('generation_id', '>', args.afterId)
		.orderBy('generation_id')
		.limit(1),
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

export const deleteFinishedTasks = defineQuery((db, args: { finishedBeforeMs: number }) =>
	db.deleteFrom('reindex_task').where('finished_at_ms', '<', args.finishedBeforeMs),
);
