/** What a bulk of writes asks of the database: a statement each, whatever the number of items. */
import { sql } from 'kysely';
import { type BatchBuilder, defineBatchQuery, defineRows, everyRow } from './batch-query.ts';
import { itemKeyColumns } from './item-queries.ts';

/** The row of an item, or of its tombstone, after a bulk. */
export type ItemRow = {
	readonly key: Uint8Array;
	readonly seq: number;
	readonly id: string;
	readonly body: string | null;
	readonly groupId: string | null;
	readonly firstSeq: number;
};

const itemRows = defineRows<ItemRow>({
	key: 'bytes',
	seq: 'integer',
	id: 'text',
	body: 'text',
	groupId: 'text',
	firstSeq: 'integer',
});

type GenerationArguments = { readonly generationId: number };

/** Items that are there get what the rows say, but for `first_seq`: the callers of this know it, or do not. */
function upsertItems(db: BatchBuilder<ItemRow>, { generationId }: GenerationArguments, isFirstSeqKnown: boolean) {
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
		)
		.onConflict((conflict) =>
			conflict.columns(itemKeyColumns).doUpdateSet((eb) => ({
				seq: eb.ref('excluded.seq'),
				id: eb.ref('excluded.id'),
				body: eb.ref('excluded.body'),
				group_id: eb.ref('excluded.group_id'),
				first_seq: isFirstSeqKnown
					? eb.ref('excluded.first_seq')
					: eb
							.case()
							.when('item.body', 'is', null)
							.then(eb.ref('excluded.first_seq'))
							.else(eb.ref('item.first_seq'))
							.end(),
			})),
		);
}

/** Creates, updates and raises from the dead; `first_seq` tells which: it is that of the row where the item is new. */
export const putItems = defineBatchQuery(itemRows, (db, args: GenerationArguments) =>
	upsertItems(db, args, false).returning(['seq', 'first_seq']),
);

/** Rows that were made of what is there. */
export const storeItems = defineBatchQuery(itemRows, (db, args: GenerationArguments) => upsertItems(db, args, true));

/**
 * The generation stands in each row, and not in an argument: where it is the same for the whole statement, SQLite takes
 * all items of the generation for the shorter way than the keys.
 */
type KeyRow = { readonly generationId: number; readonly key: Uint8Array };

const deletedRows = defineRows<KeyRow & { readonly seq: number }>({
	generationId: 'integer',
	key: 'bytes',
	seq: 'integer',
});

/** Makes tombstones of the items that are there. @returns their `seq`. */
export const deleteItems = defineBatchQuery(deletedRows, (db) =>
	db
		.updateTable('item')
		.from('input')
		.set((eb) => ({ seq: eb.ref('input.seq'), body: null, group_id: null }))
		.whereRef('item.generation_id', '=', 'input.generationId')
		.whereRef('item.item_key', '=', 'input.key')
		.where('item.body', 'is not', null)
		.returning('item.seq'),
);

/** Keeps items as they are where a scroll is still to show them so; no scroll that is open ends before the write `seq`. */
export const keepVersions = defineBatchQuery(deletedRows, (db) =>
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

const readRows = defineRows<KeyRow & { readonly isTextWanted: number }>({
	generationId: 'integer',
	key: 'bytes',
	isTextWanted: 'integer',
});

/** The items and tombstones that are there by these keys; the texts of those where they are wanted. */
export const readItems = defineBatchQuery(readRows, (db) =>
	db
		.selectFrom('input')
		.innerJoin('item', (join) =>
			join.onRef('item.generation_id', '=', 'input.generationId').onRef('item.item_key', '=', 'input.key'),
		)
		.select(['item.item_key', 'item.first_seq'])
		.select(({ eb, ref }) => [
			eb.case().when('item.body', 'is', null).then(sql.lit(0)).else(sql.lit(1)).end().as('isItem'),
			eb.case().when('input.isTextWanted', '=', 1).then(ref('item.body')).end().as('body'),
		]),
);
