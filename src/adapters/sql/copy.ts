/**
 * The copy of live items into a temporary index, a chunk per transaction.
 *
 *     live generation       seq  3  4  7  9 │ 12 15          position 9 ── next chunk ──► position 15
 *     temporary generation       … copies … │ 21 + 3, 21 + 6   (seq 21 before: numbers keep their order and gaps)
 *
 * A copy never replaces a row, so items that were written or deleted in the temporary index meanwhile stay as they are.
 * The live generation cannot change during the copy, because a temporary index locks the engine. The position is stored
 * with the rows, so a crash neither skips nor repeats one.
 *
 *     reindexing ──┬── last chunk ──► completed
 *                  ├── a chunk fails for a reason other than the disk ──► error (it would only fail again)
 *                  └── temporary index or engine removed ──► no task
 */
import { sql } from 'kysely';
import { FailureError } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { cutChunk } from './answer-limits.ts';
import { itemKeyColumns } from './item-queries.ts';
import { holdGeneration } from './locks.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

/** The message for the caller; the log has the cause. */
const failedText = 'The items could not be copied. Start the copy again, or delete the temporary index.';

/** The least advanced task first, so that a small copy does not wait for a large one. */
const findRunning = defineQuery((db) =>
	db
		.selectFrom('reindex_task')
		.select('id')
		.where('status', '=', sql.lit('reindexing'))
		.orderBy('copied_count')
		.limit(1),
);

const findTarget = defineQuery((db, args: { id: number }) =>
	db.selectFrom('reindex_task').select('target_generation_id').where('id', '=', args.id),
);

const lockTask = defineQuery((db, args: { id: number }) =>
	db
		.selectFrom('reindex_task')
		.select(['position', 'copied_count', 'source_generation_id'])
		.where('id', '=', args.id)
		.where('status', '=', 'reindexing')
		.forUpdate(),
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
	/** Added to the `seq` of the source. */
	readonly offset: number;
	readonly position: number;
	readonly end: number;
};

/** In any order: each row has its number. */
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

type ChunkLimit = { readonly itemCountMax: number; readonly nowMs: number };

/** Does nothing when the task is no longer running. */
const copyChunk = defineUnit(
	'items.copyChunk',
	async (tx, id: number, { itemCountMax, nowMs }: ChunkLimit) => {
		const targetId = (await tx.first(findTarget, { id }))?.target_generation_id;
		const target = targetId === undefined ? undefined : await tx.first(holdGeneration, { id: targetId });
		const task = await tx.first(lockTask, { id });
		if (targetId === undefined || target === undefined || task === undefined) return;
		const { position, source_generation_id: sourceId } = task;
		const plan = await tx.all(planChunk, { generationId: sourceId, position, rowsMax: itemCountMax });
		const { end, count } = cutChunk(plan, position);
		if (count > 0) {
			const offset = target.seq - position;
			const inserted = await tx.run(copyRows, { sourceId, targetId, offset, position, end });
			await tx.run(moveTarget, { id: targetId, seq: offset + end, itemCount: target.item_count + inserted });
			await tx.run(moveTask, { id, position: end, copiedCount: task.copied_count + count });
		}
		if (plan.length < itemCountMax && count === plan.length) {
			await tx.run(endTask, { id, status: 'completed', error: null, finishedAtMs: nowMs });
		}
	},
	{ invalidates: 'items' },
);

const failCopy = defineUnit(
	'items.failCopy',
	async (tx, id: number, finishedAtMs: number) => {
		await tx.run(endTask, { id, status: 'error', error: failedText, finishedAtMs });
	},
	{ invalidates: 'items' },
);

export const copyUnits = [copyChunk, failCopy] as const;

/** The end of a failed copy is a write of its own, because the transaction of the chunk was rolled back. */
export function createCopyNext(connection: SqlReader, { run }: Writer): ItemRepository['copyNext'] {
	return async (itemCountMax, nowMs) => {
		const task = await connection.first(findRunning, {});
		if (task === undefined) return 'idle';
		try {
			await run(copyChunk, task.id, { itemCountMax, nowMs });
		} catch (error) {
			if (!(error instanceof FailureError)) await run(failCopy, task.id, nowMs);
			throw error;
		}
		return 'copied';
	};
}
