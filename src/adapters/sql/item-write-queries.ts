/** The statements of a bulk of writes: one each, whatever the number of items. */
import { sql } from 'kysely';
import { type BatchBuilder, defineBatchQuery, defineRows, everyRow } from './batch-query.ts';
import { itemKeyColumns } from './item-queries.ts';
import type { QueryBuilder } from './query.ts';

/** The row of an item, or of its tombstone, after a bulk. */
export type ItemRow = {
	readonly key: Uint8Array;
	readonly seq: number;
	readonly id: string;
	readonly body: string | null;
	readonly groupId: string | null;
	readonly firstSeq: number;
};

export const itemRows = defineRows<ItemRow>({
	key: 'bytes',
	seq: 'integer',
	id: 'text',
	body: 'text',
	groupId: 'text',
	firstSeq: 'integer',
});

type GenerationArguments = { readonly generationId: number };

/** The new values of an existing item. */
const replaced = {
	seq: sql<number>`excluded.seq`,
	id: sql<string>`excluded.id`,
	body: sql<string | null>`excluded.body`,
	group_id: sql<string | null>`excluded.group_id`,
	first_seq: sql<number>`excluded.first_seq`,
};
/** The same if it is not known whether the item exists: an item keeps `first_seq`, a tombstone does not. */
const updated = {
	...replaced,
	first_seq: sql<number>`case when item.body is null then excluded.first_seq else item.first_seq end`,
};

function insertItems(db: BatchBuilder<ItemRow>, { generationId }: GenerationArguments) {
	return db
		.insertInto('item')
		.columns(['generation_id', 'seq', 'item_key', 'id', 'body', 'group_id', 'first_seq'])
		.expression(({ selectFrom, val }) =>
			selectFrom('input')
				.select((eb) => [
					val(generationId).as('generation_id'),
					'seq',
					'key',
					'id',
					'body',
					eb.ref('groupId').as('group_id'),
					eb.ref('firstSeq').as('first_seq'),
				])
				.where(everyRow),
		);
}

function insertItem(db: QueryBuilder, args: ItemRow & GenerationArguments) {
	return db.insertInto('item').values({
		generation_id: args.generationId,
		seq: args.seq,
		item_key: args.key,
		id: args.id,
		body: args.body,
		group_id: args.groupId,
		first_seq: args.firstSeq,
	});
}

/** Creates and updates items, and replaces tombstones. In the result, a new item has the `first_seq` of its row. */
export const putItems = defineBatchQuery(
	itemRows,
	(db, args: GenerationArguments) =>
		insertItems(db, args)
			.onConflict((conflict) => conflict.columns(itemKeyColumns).doUpdateSet(updated))
			.returning('first_seq'),
	(db, args) =>
		insertItem(db, args)
			.onConflict((conflict) => conflict.columns(itemKeyColumns).doUpdateSet(updated))
			.returning('first_seq'),
);

/** Stores rows that were computed from the stored items. */
export const storeItems = defineBatchQuery(
	itemRows,
	(db, args: GenerationArguments) =>
		insertItems(db, args).onConflict((conflict) => conflict.columns(itemKeyColumns).doUpdateSet(replaced)),
	(db, args) => insertItem(db, args).onConflict((conflict) => conflict.columns(itemKeyColumns).doUpdateSet(replaced)),
);

/**
 * The generation is in each row, not in an argument: if it were the same for the whole statement, SQLite would rather
 * scan all items of the generation than look up the keys.
 */
type KeyRow = { readonly generationId: number; readonly key: Uint8Array };

type SupersededRow = KeyRow & { readonly seq: number };

const supersededRows = defineRows<SupersededRow>({ generationId: 'integer', key: 'bytes', seq: 'integer' });

/** Turns items that exist into tombstones. @returns their `seq`. */
export const deleteItems = defineBatchQuery(
	supersededRows,
	(db) =>
		db
			.updateTable('item')
			.from('input')
			.set((eb) => ({ seq: eb.ref('input.seq'), body: null, group_id: null }))
			.whereRef('item.generation_id', '=', 'input.generationId')
			.whereRef('item.item_key', '=', 'input.key')
			.where('item.body', 'is not', null)
			.returning('item.seq'),
	(db, args) =>
		db
			.updateTable('item')
			.set({ seq: args.seq, body: null, group_id: null })
			.where('generation_id', '=', args.generationId)
			.where('item_key', '=', args.key)
			.where('body', 'is not', null)
			.returning('seq'),
);

/**
 * Keeps the present version of items that an open scroll still has to show; no open scroll ends before the write `seq`.
 */
export const keepVersions = defineBatchQuery(supersededRows, (db) =>
	db
		.insertInto('item_history')
		.columns(['generation_id', 'seq', 'superseded_seq', 'id', 'body', 'group_id'])
		.expression(({ selectFrom }) =>
			selectFrom('input')
				.innerJoin('item', (join) =>
					join.onRef('item.generation_id', '=', 'input.generationId').onRef('item.item_key', '=', 'input.key'),
				)
				.select(['item.generation_id', 'item.seq', 'input.seq as superseded_seq'])
				.select(['item.id', 'item.body', 'item.group_id'])
				.where('item.body', 'is not', null)
				.where(({ exists, selectFrom: select }) =>
					exists(
						select('scroll')
							.select('scroll.position')
							.whereRef('scroll.generation_id', '=', 'item.generation_id')
							.whereRef('scroll.snapshot_seq', '>=', 'item.seq')
							.whereRef('scroll.position', '<', 'item.seq')
							.whereRef('scroll.position', '<', 'scroll.snapshot_seq'),
					),
				)
				.$narrowType<{ body: string }>(),
		),
);

type WantedRow = KeyRow & { readonly isTextWanted: number };

const wantedRows = defineRows<WantedRow>({ generationId: 'integer', key: 'bytes', isTextWanted: 'integer' });

const isItem = sql<number>`case when item.body is null then 0 else 1 end`.as('isItem');

/** The items and tombstones with these keys; with their texts if requested. */
export const readItems = defineBatchQuery(
	wantedRows,
	(db) =>
		db
			.selectFrom('input')
			.innerJoin('item', (join) =>
				join.onRef('item.generation_id', '=', 'input.generationId').onRef('item.item_key', '=', 'input.key'),
			)
			.select(['item.item_key', 'item.first_seq', isItem])
			.select(({ eb, ref }) => eb.case().when('input.isTextWanted', '=', 1).then(ref('item.body')).end().as('body')),
	(db, args) =>
		db
			.selectFrom('item')
			.select(['item_key', 'first_seq', isItem, 'body'])
			.where('generation_id', '=', args.generationId)
			.where('item_key', '=', args.key),
);
