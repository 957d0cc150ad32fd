/**
 * The copy of live items into a temporary index, a chunk per transaction.
 *
 *     live generation       seq  3  4  7  9 │ 12 15          position 9 ── next chunk ──► position 15
 *     temporary generation       … copies … │ 21 + 3, 21 + 6   (seq 21 before: numbers keep their order and gaps)
 *
 * What was written or deleted in the temporary index meanwhile stays: a copy never replaces a row. The live generation
 * cannot change under the copy, because a temporary index locks the engine. The position is stored with the rows, so a
 * crash neither skips nor repeats one.
 */
import { sql } from 'kysely';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { cutChunk } from './answer-limits.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

/** The least advanced task first: a small copy does not wait for a large one. */
const findTask = defineQuery((db) =>
	db
		.selectFrom('reindex_task')
		.innerJoin('generation as target', 'target.id', 'reindex_task.target_generation_id')
		.select(['reindex_task.id', 'position', 'copied_count', 'source_generation_id', 'target_generation_id'])
		.select(['target.seq as target_seq', 'target.item_count as target_count'])
		.where('status', '=', sql.lit('reindexing'))
		.orderBy('copied_count')
		.limit(1),
);

const planChunk = defineQuery((db, args: { generationId: number; position: number; rowsMax: number }) =>
	db
		.selectFrom('item')
		.select(({ fn }) => ['seq', fn<number>('octet_length', ['body']).as('byteCount')])
		.where('generation_id', '=', args.generationId)
		.where('seq', '>', args.position)
		.where('body', 'is not', null)
		.orderBy('seq')
		.limit(args.rowsMax),
);

type ChunkArguments = {
	readonly sourceId: number;
	readonly targetId: number;
	/** What a source `seq` is raised by. */
	readonly offset: number;
	readonly position: number;
	readonly end: number;
};

/** In any order: each row brings its number along. */
const copyChunk = defineQuery((db, args: ChunkArguments) =>
	db
		.insertInto('item')
		.columns(['generation_id', 'seq', 'item_key', 'id', 'body', 'group_id', 'first_seq'])
		.expression(({ selectFrom, eb, val }) =>
			selectFrom('item')
				.select([
					val(args.targetId).as('generation_id'),
					eb('seq', '+', args.offset).as('seq'),
					'item_key',
					'id',
					'body',
					'group_id',
					eb('seq', '+', args.offset).as('first_seq'),
				])
				.where('generation_id', '=', args.sourceId)
				.where('seq', '>', args.position)
				.where('seq', '<=', args.end)
				.where('body', 'is not', null),
		)
		.onConflict((conflict) => conflict.columns(['generation_id', 'item_key']).doNothing()),
);

const moveTarget = defineQuery((db, args: { id: number; seq: number; itemCount: number }) =>
	db.updateTable('generation').set({ seq: args.seq, item_count: args.itemCount }).where('id', '=', args.id),
);

const moveTask = defineQuery((db, args: { id: number; position: number; copiedCount: number }) =>
	db
		.updateTable('reindex_task')
		.set({ position: args.position, copied_count: args.copiedCount })
		.where('id', '=', args.id),
);

const finishTask = defineQuery((db, args: { id: number; finishedAtMs: number }) =>
	db
		.updateTable('reindex_task')
		.set({ status: 'completed', finished_at_ms: args.finishedAtMs })
		.where('id', '=', args.id),
);

export function createCopy(connection: SqlConnection): ItemRepository['copyNext'] {
	return async (itemCountMax, nowMs) => {
		const task = await connection.first(findTask, {});
		if (task === undefined) return 'idle';
		const { id, position, source_generation_id: sourceId, target_generation_id: targetId } = task;
		const plan = await connection.all(planChunk, { generationId: sourceId, position, rowsMax: itemCountMax });
		const { end, count } = cutChunk(plan, position);
		if (count > 0) {
			const offset = task.target_seq - position;
			const inserted = await connection.run(copyChunk, { sourceId, targetId, offset, position, end });
			const itemCount = task.target_count + inserted;
			await connection.run(moveTarget, { id: targetId, seq: offset + end, itemCount });
			await connection.run(moveTask, { id, position: end, copiedCount: task.copied_count + count });
		}
		if (plan.length < itemCountMax && count === plan.length) {
			await connection.run(finishTask, { id, finishedAtMs: nowMs });
		}
		return 'copied';
	};
}
