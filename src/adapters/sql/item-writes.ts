/**
 * Writes of items: the only place that gives out `seq` numbers, apart from the copy into a temporary index.
 *
 *     item     key a: seq 1 ──put──► seq 4        generation   seq 5, item_count 1
 *              key b: seq 2 ──delete──► seq 5 (tombstone, body null)
 *     history  key a at seq 1, superseded by 4    only while an open scroll has still to show that version
 */
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { GenerationKind, ItemTarget, ItemWrite, ItemWriteResult } from '../../domain/item/item.ts';
import { mergeItem } from '../../domain/item/merge-item.ts';
import { type JsonObject, type Preset, toWrittenGeneration } from '../../domain/search-engine/search-engine.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { byKind, itemKeyColumns, selectIndex, type TargetArguments, toTargetArguments } from './item-queries.ts';
import { defineQuery } from './query.ts';
import { findLock } from './search-engine-queries.ts';
import type { SqlConnection } from './sql-connection.ts';

export const itemWriteNames = ['write'] as const;

export type ItemWrites = Pick<ItemRepository, (typeof itemWriteNames)[number]>;

/** The generation with what a write must know: is a copy running into it, and has a scroll still something to show? */
const findTarget = byKind((column) =>
	defineQuery((db, args: TargetArguments) =>
		selectIndex(db, args)
			.innerJoin('generation', 'generation.id', column)
			.innerJoin('search_engine', 'search_engine.hashid', 'search_index.hashid')
			.select(['generation.id', 'generation.seq', 'generation.item_count', 'search_index.preset'])
			.select(['search_engine.locale', 'search_engine.currency'])
			.select(({ selectFrom }) => [
				selectFrom('scroll')
					.select('scroll.position')
					.whereRef('scroll.generation_id', '=', 'generation.id')
					.whereRef('scroll.position', '<', 'scroll.snapshot_seq')
					.limit(1)
					.as('scroll_position'),
				selectFrom('reindex_task')
					.select('reindex_task.id')
					.whereRef('reindex_task.index_id', '=', 'search_index.id')
					.whereRef('reindex_task.target_generation_id', '=', 'generation.id')
					.where('reindex_task.status', '=', 'reindexing')
					.as('copy_id'),
			]),
	),
);

const findRoute = defineQuery((db, args: TargetArguments) =>
	selectIndex(db, args).select(['search_index.options', 'search_index.temporary_generation_id']),
);

const moveGeneration = defineQuery((db, args: { id: number; seq: number; itemCount: number }) =>
	db.updateTable('generation').set({ seq: args.seq, item_count: args.itemCount }).where('id', '=', args.id),
);

type KeyArguments = { readonly generationId: number; readonly key: Uint8Array };
type RowArguments = KeyArguments & { readonly seq: number; readonly id: string };

/** The columns that an item and a tombstone have alike when they are inserted. */
function toNewRow({ generationId, key, seq, id }: RowArguments) {
	return { generation_id: generationId, seq, item_key: key, id, first_seq: seq };
}

/** One statement creates, updates and raises from the dead; `first_seq` tells which: it is `seq` of a created item. */
const putItem = defineQuery((db, args: RowArguments & { text: string; groupId: string | null }) =>
	db
		.insertInto('item')
		.values({ ...toNewRow(args), body: args.text, group_id: args.groupId })
		.onConflict((conflict) =>
			conflict.columns(itemKeyColumns).doUpdateSet((eb) => ({
				seq: eb.ref('excluded.seq'),
				id: eb.ref('excluded.id'),
				body: eb.ref('excluded.body'),
				group_id: eb.ref('excluded.group_id'),
				first_seq: eb
					.case()
					.when('item.body', 'is', null)
					.then(eb.ref('excluded.seq'))
					.else(eb.ref('item.first_seq'))
					.end(),
			})),
		)
		.returning('first_seq'),
);

const findText = defineQuery((db, args: KeyArguments) =>
	db
		.selectFrom('item')
		.select('body')
		.where('generation_id', '=', args.generationId)
		.where('item_key', '=', args.key)
		.where('body', 'is not', null)
		.$narrowType<{ body: string }>(),
);

const deleteItem = defineQuery((db, args: KeyArguments & { seq: number }) =>
	db
		.updateTable('item')
		.set({ seq: args.seq, body: null, group_id: null })
		.where('generation_id', '=', args.generationId)
		.where('item_key', '=', args.key)
		.where('body', 'is not', null),
);

const insertTombstone = defineQuery((db, args: RowArguments) =>
	db
		.insertInto('item')
		.values({ ...toNewRow(args), body: null, group_id: null })
		.onConflict((conflict) => conflict.columns(itemKeyColumns).doNothing()),
);

/** Keeps the item as it is when a scroll is still to show it so; no scroll that is open ends before the write `seq`. */
const keepVersion = defineQuery((db, args: KeyArguments & { seq: number }) =>
	db
		.insertInto('item_history')
		.columns(['generation_id', 'seq', 'superseded_seq', 'id', 'body', 'group_id'])
		.expression(({ selectFrom, val }) =>
			selectFrom('item')
				.select(['generation_id', 'seq', val(args.seq).as('superseded_seq'), 'id', 'body', 'group_id'])
				.where('generation_id', '=', args.generationId)
				.where('item_key', '=', args.key)
				.where('body', 'is not', null)
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

/** A generation in the middle of a write call: the numbers grow here and are stored once, at the end. */
interface OpenGeneration {
	readonly id: number;
	readonly preset: string;
	/** Of the search engine: how its shop writes prices. */
	readonly locale: string;
	readonly currency: string;
	seq: number;
	item_count: number;
	/** Of a scroll that has still something to show; null when there is none. */
	readonly scroll_position: number | null;
	readonly copy_id: number | null;
}

export function createItemWrites(connection: SqlConnection): ItemWrites {
	/** To be called only when there are scrolls: a promise more for each item is felt. */
	async function keepForScrolls(generation: OpenGeneration, key: Uint8Array): Promise<void> {
		await connection.run(keepVersion, { generationId: generation.id, key, seq: generation.seq + 1 });
	}

	async function put(
		generation: OpenGeneration,
		key: Uint8Array,
		item: Omit<PutWrite, 'kind'>,
	): Promise<{ readonly id: string; readonly result: 'created' | 'updated' }> {
		if (generation.scroll_position !== null) await keepForScrolls(generation, key);
		generation.seq += 1;
		const { id, text, groupId } = item;
		const args = { generationId: generation.id, key, seq: generation.seq, id, text, groupId };
		const row = await connection.first(putItem, args);
		if (row?.first_seq !== generation.seq) return { id, result: 'updated' };
		generation.item_count += 1;
		return { id, result: 'created' };
	}

	async function merge(generation: OpenGeneration, key: Uint8Array, write: MergeWrite): Promise<ItemWriteResult> {
		const { id, patch } = write;
		const row = await connection.first(findText, { generationId: generation.id, key });
		if (row === undefined) return { id, result: 'not_found', error: `there is no item with the id ${id}` };
		const { preset, locale, currency } = generation;
		const rules = { preset: preset as Preset, priceFormat: { locale, currency } };
		const merged = mergeItem(row.body, patch, rules);
		if ('error' in merged) return { id, result: 'error', error: merged.error };
		return { ...(await put(generation, key, { id, ...merged })), text: merged.text };
	}

	async function remove(generation: OpenGeneration, key: Uint8Array, id: string): Promise<ItemWriteResult> {
		if (generation.scroll_position !== null) await keepForScrolls(generation, key);
		const args = { generationId: generation.id, key, seq: generation.seq + 1 };
		if ((await connection.run(deleteItem, args)) > 0) {
			generation.seq += 1;
			generation.item_count -= 1;
			return { id, result: 'deleted' };
		}
		// The copy has not come to this item yet: the tombstone keeps it from bringing the item back.
		if (generation.copy_id !== null && (await connection.run(insertTombstone, { ...args, id })) > 0) {
			generation.seq += 1;
		}
		return { id, result: 'not_found' };
	}

	function apply(generation: OpenGeneration, write: ItemWrite): Promise<ItemWriteResult> {
		const key = toItemKeyBytes(write.id);
		if (write.kind === 'put') return put(generation, key, write);
		if (write.kind === 'merge') return merge(generation, key, write);
		return remove(generation, key, write.id);
	}

	/** Where the writes go: a lock refuses those of live items, unless the index sends them to its temporary one. */
	async function findWritten(target: ItemTarget): Promise<GenerationKind | undefined> {
		if (target.generation === 'temporary') return 'temporary';
		if ((await connection.first(findLock, { hashid: target.hashid })) === undefined) return 'live';
		const index = await connection.first(findRoute, toTargetArguments(target));
		const options = index === undefined ? {} : (JSON.parse(index.options) as JsonObject);
		return toWrittenGeneration({ options, hasTemporary: (index?.temporary_generation_id ?? null) !== null }, true);
	}

	return {
		async write(target, writes) {
			const kind = await findWritten(target);
			const found = await connection.first(findTarget[kind ?? target.generation], toTargetArguments(target));
			if (found === undefined) return 'missing';
			if (kind === undefined) return 'locked';
			const generation = { ...found };
			const results: ItemWriteResult[] = [];
			for (const write of writes) results.push(await apply(generation, write));
			const { id, seq, item_count: itemCount } = generation;
			if (seq !== found.seq) await connection.run(moveGeneration, { id, seq, itemCount });
			return results;
		},
	};
}

type PutWrite = Extract<ItemWrite, { kind: 'put' }>;
type MergeWrite = Extract<ItemWrite, { kind: 'merge' }>;
