/**
 * The life of a temporary index, in steps that take the same time whatever the number of items:
 *
 *     createTemporary ──► (writes, startReindex … copyNext …) ──┬─► replaceByTemporary: temporary → live, live → retired
 *                                                               └─► removeTemporary: temporary → retired
 *
 * While a copy runs, the engine is locked, so its live generation can neither change nor go away, except with the whole
 * engine; the task row then goes with its index.
 */
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createGeneration, retireGeneration, setGenerationState } from './generation-queries.ts';
import { defineQuery } from './query.ts';
import { findIndex, setGenerations } from './search-engine-queries.ts';
import type { SqlConnection } from './sql-connection.ts';

export const temporaryIndexWriteNames = [
	'createTemporary',
	'removeTemporary',
	'replaceByTemporary',
	'startReindex',
] as const;

export type TemporaryIndexWrites = Pick<SearchEngineRepository, (typeof temporaryIndexWriteNames)[number]>;

const findRunningCopy = defineQuery((db, args: { indexId: number }) =>
	db.selectFrom('reindex_task').select('id').where('index_id', '=', args.indexId).where('status', '=', 'reindexing'),
);
const findLastCopy = defineQuery((db, args: { indexId: number; targetId: number }) =>
	db
		.selectFrom('reindex_task')
		.select('status')
		.where('index_id', '=', args.indexId)
		.where('target_generation_id', '=', args.targetId)
		.orderBy('id', 'desc')
		.limit(1),
);
const deleteRunningCopy = defineQuery((db, args: { indexId: number }) =>
	db.deleteFrom('reindex_task').where('index_id', '=', args.indexId).where('status', '=', 'reindexing'),
);
const insertReindexTask = defineQuery((db, args: { indexId: number; sourceId: number; targetId: number }) =>
	db.insertInto('reindex_task').values((eb) => ({
		index_id: args.indexId,
		source_generation_id: args.sourceId,
		target_generation_id: args.targetId,
		position: 0,
		copied_count: 0,
		total_count: eb.selectFrom('generation').select('item_count').where('id', '=', args.sourceId),
		status: 'reindexing',
		error: null,
		finished_at_ms: null,
	})),
);

export function createTemporaryIndexWrites(connection: SqlConnection): TemporaryIndexWrites {
	async function isCopying(indexId: number): Promise<boolean> {
		return (await connection.first(findRunningCopy, { indexId })) !== undefined;
	}

	return {
		async createTemporary(hashid, name) {
			const row = await connection.first(findIndex, { hashid, name });
			if (row === undefined) return 'missing';
			if (row.temporary_generation_id !== null) return 'exists';
			const temporaryGenerationId = await createGeneration(connection, 'temporary');
			const { id, live_generation_id: liveGenerationId } = row;
			await connection.run(setGenerations, { id, liveGenerationId, temporaryGenerationId });
			return 'created';
		},
		async removeTemporary(hashid, name) {
			const row = await connection.first(findIndex, { hashid, name });
			if (row === undefined || row.temporary_generation_id === null) return 'missing';
			const { id, live_generation_id: liveGenerationId } = row;
			await connection.run(setGenerations, { id, liveGenerationId, temporaryGenerationId: null });
			await connection.run(retireGeneration, { id: row.temporary_generation_id });
			await connection.run(deleteRunningCopy, { indexId: id });
			return 'deleted';
		},
		async replaceByTemporary(hashid, name) {
			const row = await connection.first(findIndex, { hashid, name });
			if (row === undefined || row.temporary_generation_id === null) return 'missing';
			const { id, temporary_generation_id: liveGenerationId } = row;
			const copy = await connection.first(findLastCopy, { indexId: id, targetId: liveGenerationId });
			if (copy?.status === 'reindexing') return 'processing';
			// Whoever asked for a copy wants all of it, and shoppers would see the half.
			if (copy?.status === 'error') return 'incomplete';
			await connection.run(setGenerations, { id, liveGenerationId, temporaryGenerationId: null });
			await connection.run(setGenerationState, { id: liveGenerationId, state: 'live' });
			await connection.run(retireGeneration, { id: row.live_generation_id });
			return 'replaced';
		},
		async startReindex(hashid, name) {
			const row = await connection.first(findIndex, { hashid, name });
			if (row === undefined || row.temporary_generation_id === null) return 'missing';
			if (await isCopying(row.id)) return 'processing';
			const { id: indexId, live_generation_id: sourceId, temporary_generation_id: targetId } = row;
			await connection.run(insertReindexTask, { indexId, sourceId, targetId });
			return 'started';
		},
	};
}
