/**
 * The copy of live items into a temporary index, a chunk per transaction.
 *
 *     live generation       seq  3  4  7  9 │ 12 15          position 9 ── next chunk ──► position 15
 *     temporary generation       … copies … │ 21 + 3, 21 + 6   (seq 21 before: numbers keep their order and gaps)
 *
 * What was written or deleted in the temporary index meanwhile stays: a copy never replaces a row. The live generation
 * cannot change under the copy, because a temporary index locks the engine. The position is stored with the rows, so a
 * crash neither skips nor repeats one.
 *
 *     reindexing ──┬── last chunk ──► completed
 *                  ├── a chunk fails, and not for want of a working disk ──► error (it would only fail again)
 *                  └── temporary index or engine removed ──► no task
 */
import { sql } from 'kysely';
import { FailureError } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { cutChunk } from './answer-limits.ts';
import { itemKeyColumns } from './item-queries.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

export const copyWriteNames = ['copyChunk', 'failCopy'] as const;

export interface CopyWrites {
	/** Does nothing when the task is not running any more. */
	copyChunk(taskId: number, itemCountMax: number, nowMs: number): Promise<void>;
	failCopy(taskId: number, error: string, nowMs: number): Promise<void>;
}

/** What the caller reads; what went wrong is in the log. */
const failedText = 'The items could not be copied. Start the copy again, or delete the temporary index.';

/** The least advanced task first: a small copy does not wait for a large one. */
const findRunning = defineQuery((db) =>
	db
		.selectFrom('reindex_task')
		.select('id')
		.where('status', '=', sql.lit('reindexing'))
		.orderBy('copied_count')
		.limit(1),
);

const findTask = defineQuery((db, args: { id: number }) =>
	db
		.selectFrom('reindex_task')
		.innerJoin('generation as target', 'target.id', 'reindex_task.target_generation_id')
		.select(['reindex_task.id', 'position', 'copied_count', 'source_generation_id', 'target_generation_id'])
		.select(['target.seq as target_seq', 'target.item_count as target_count'])
		.where('reindex_task.id', '=', args.id)
		.where('status', '=', 'reindexing'),
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
const copyRows = defineQuery((db, args: ChunkArguments) =>
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
		.onConflict((conflict) => conflict.columns(itemKeyColumns).doNothing()),
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

type EndArguments = { readonly id: number; readonly status: 'completed' | 'error'; readonly error: string | null };

const endTask = defineQuery((db, args: EndArguments & { finishedAtMs: number }) =>
	db
		.updateTable('reindex_task')
		.set({ status: args.status, error: args.error, finished_at_ms: args.finishedAtMs })
		.where('id', '=', args.id)
		.where('status', '=', 'reindexing'),
);

export function createCopyWrites(connection: SqlConnection): CopyWrites {
	return {
		async copyChunk(id, itemCountMax, nowMs) {
			const task = await connection.first(findTask, { id });
			if (task === undefined) return;
			const { position, source_generation_id: sourceId, target_generation_id: targetId } = task;
			const plan = await connection.all(planChunk, { generationId: sourceId, position, rowsMax: itemCountMax });
			const { end, count } = cutChunk(plan, position);
			if (count > 0) {
				const offset = task.target_seq - position;
				const inserted = await connection.run(copyRows, { sourceId, targetId, offset, position, end });
				const itemCount = task.target_count + inserted;
				await connection.run(moveTarget, { id: targetId, seq: offset + end, itemCount });
				await connection.run(moveTask, { id, position: end, copiedCount: task.copied_count + count });
			}
			if (plan.length < itemCountMax && count === plan.length) {
				await connection.run(endTask, { id, status: 'completed', error: null, finishedAtMs: nowMs });
			}
		},
		async failCopy(id, error, nowMs) {
			await connection.run(endTask, { id, status: 'error', error, finishedAtMs: nowMs });
		},
	};
}

/** The end of a failed copy is a write of its own: the transaction of the chunk was rolled back with the chunk. */
export function createCopyNext(connection: SqlConnection, writes: CopyWrites): ItemRepository['copyNext'] {
	return async (itemCountMax, nowMs) => {
		const task = await connection.first(findRunning, {});
		if (task === undefined) return 'idle';
		try {
			await writes.copyChunk(task.id, itemCountMax, nowMs);
		} catch (error) {
			if (!(error instanceof FailureError)) await writes.failCopy(task.id, failedText, nowMs);
			throw error;
		}
		return 'copied';
	};
}
