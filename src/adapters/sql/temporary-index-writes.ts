/**
 * The life of a temporary index, in steps that take the same time whatever the number of items:
 *
 *     createTemporary ──► (writes, startReindex … copyNext …) ──┬─► replaceByTemporary: temporary → live, live → retired
 *                                                               └─► removeTemporary: temporary → retired
 *
 * While a copy runs, the engine is locked, so its live generation can neither change nor be deleted, except with the
 * whole engine; the task row is then deleted with its index.
 */
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createGeneration, retireGeneration, setGenerationState } from './generation-queries.ts';
import { lockSearchEngine } from './locks.ts';
import { defineQuery } from './query.ts';
import { findIndex, setGenerations } from './search-engine-queries.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type TemporaryIndexWrites = Pick<
	SearchEngineRepository,
	'createTemporary' | 'removeTemporary' | 'replaceByTemporary' | 'startReindex'
>;

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

/** The index, with its engine locked against changes and item writes until the transaction ends. */
async function findLocked(tx: Transaction, hashid: string, name: string) {
	await tx.first(lockSearchEngine, { hashid });
	return tx.first(findIndex, { hashid, name });
}

const createTemporary = defineUnit('searchEngines.createTemporary', async (tx, hashid: string, name: string) => {
	const row = await findLocked(tx, hashid, name);
	if (row === undefined) return 'missing';
	if (row.temporary_generation_id !== null) return 'exists';
	const temporaryGenerationId = await createGeneration(tx, 'temporary');
	const { id, live_generation_id: liveGenerationId } = row;
	await tx.run(setGenerations, { id, liveGenerationId, temporaryGenerationId });
	return 'created';
});

const removeTemporary = defineUnit('searchEngines.removeTemporary', async (tx, hashid: string, name: string) => {
	const row = await findLocked(tx, hashid, name);
	if (row === undefined || row.temporary_generation_id === null) return 'missing';
	const { id, live_generation_id: liveGenerationId } = row;
	await tx.run(setGenerations, { id, liveGenerationId, temporaryGenerationId: null });
	await tx.run(retireGeneration, { id: row.temporary_generation_id });
	await tx.run(deleteRunningCopy, { indexId: id });
	return 'deleted';
});

const replaceByTemporary = defineUnit('searchEngines.replaceByTemporary', async (tx, hashid: string, name: string) => {
	const row = await findLocked(tx, hashid, name);
	if (row === undefined || row.temporary_generation_id === null) return 'missing';
	const { id, temporary_generation_id: liveGenerationId } = row;
	const copy = await tx.first(findLastCopy, { indexId: id, targetId: liveGenerationId });
	if (copy?.status === 'reindexing') return 'processing';
	// The owner wants a complete copy, and shoppers would see half of it.
	if (copy?.status === 'error') return 'incomplete';
	await tx.run(setGenerations, { id, liveGenerationId, temporaryGenerationId: null });
	await tx.run(setGenerationState, { id: liveGenerationId, state: 'live' });
	await tx.run(retireGeneration, { id: row.live_generation_id });
	return 'replaced';
});

const startReindex = defineUnit('searchEngines.startReindex', async (tx, hashid: string, name: string) => {
	const row = await findLocked(tx, hashid, name);
	if (row === undefined || row.temporary_generation_id === null) return 'missing';
	if ((await tx.first(findRunningCopy, { indexId: row.id })) !== undefined) return 'processing';
	const { id: indexId, live_generation_id: sourceId, temporary_generation_id: targetId } = row;
	await tx.run(insertReindexTask, { indexId, sourceId, targetId });
	return 'started';
});

export const temporaryIndexUnits = [createTemporary, removeTemporary, replaceByTemporary, startReindex] as const;

export function createTemporaryIndexWrites({ run }: Writer): TemporaryIndexWrites {
	return {
		createTemporary: (hashid, name) => run(createTemporary, hashid, name),
		removeTemporary: (hashid, name) => run(removeTemporary, hashid, name),
		replaceByTemporary: (hashid, name) => run(replaceByTemporary, hashid, name),
		startReindex: (hashid, name) => run(startReindex, hashid, name),
	};
}
