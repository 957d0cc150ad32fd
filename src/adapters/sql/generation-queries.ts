/** Queries about generations that several resources share. */
import { defineQuery } from './query.ts';
import type { GenerationTable } from './schema.ts';
import type { Transaction } from './unit-of-work.ts';

const insertGeneration = defineQuery((db, args: { state: GenerationTable['state'] }) =>
	db.insertInto('generation').values({ state: args.state, seq: 0, item_count: 0 }).returning('id'),
);

/** @returns the id of a new, empty generation. */
export async function createGeneration(tx: Transaction, state: GenerationTable['state']): Promise<number> {
	const row = await tx.first(insertGeneration, { state });
	if (row === undefined) throw new Error('inserting a generation returned no id');
	return row.id;
}

export const setGenerationState = defineQuery((db, args: { id: number; state: GenerationTable['state'] }) =>
	db.updateTable('generation').set({ state: args.state }).where('id', '=', args.id),
);

/** Constant time: from now on the generation belongs to no index and waits for garbage collection. */
export const retireGeneration = defineQuery((db, args: { id: number }) =>
	db.updateTable('generation').set({ state: 'retired' }).where('id', '=', args.id),
);

export const retireGenerationsOfSearchEngine = defineQuery((db, args: { hashid: string }) =>
	db
		.updateTable('generation')
		.set({ state: 'retired' })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('search_index')
				.select('live_generation_id as id')
				.where('hashid', '=', args.hashid)
				.unionAll(
					eb
						.selectFrom('search_index')
						.select('temporary_generation_id as id')
						.where('hashid', '=', args.hashid)
						.where('temporary_generation_id', 'is not', null)
						.$narrowType<{ id: number }>(),
				),
		),
);

export const retireGenerationsOfAccount = defineQuery((db, args: { accountId: string }) =>
	db
		.updateTable('generation')
		.set({ state: 'retired' })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('search_engine')
				.innerJoin('search_index', 'search_index.hashid', 'search_engine.hashid')
				.select('live_generation_id as id')
				.where('account_id', '=', args.accountId)
				.unionAll(
					eb
						.selectFrom('search_engine')
						.innerJoin('search_index', 'search_index.hashid', 'search_engine.hashid')
						.select('temporary_generation_id as id')
						.where('account_id', '=', args.accountId)
						.where('temporary_generation_id', 'is not', null)
						.$narrowType<{ id: number }>(),
				),
		),
);
