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
import { itemKeyColumns, selectIndex, type TargetArguments, toTargetArguments } from './item-queries.ts';
import { holdGeneration, keepSearchEngine } from './locks.ts';
import { defineQuery } from './query.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type ItemWrites = Pick<ItemRepository, 'write'>;

/** The index that a target names, and whether any index of its engine has a temporary one, which locks the engine. */
const findIndex = defineQuery((db, args: TargetArguments) =>
	selectIndex(db, args)
		.select(['id', 'preset', 'options', 'live_generation_id', 'temporary_generation_id'])
		.select(({ selectFrom }) =>
			selectFrom('search_index as locking')
				.select('locking.id')
				.whereRef('locking.hashid', '=', 'search_index.hashid')
				.where('locking.temporary_generation_id', 'is not', null)
				.limit(1)
				.as('locking_id'),
		),
);

/** What a write must know of its generation: has a scroll still something to show, and is a copy running into it? */
const findFollowing = defineQuery((db, args: { id: number; indexId: number }) =>
	db.selectNoFrom(({ selectFrom }) => [
		selectFrom('scroll')
			.select('scroll.position')
			.where('scroll.generation_id', '=', args.id)
			.whereRef('scroll.position', '<', 'scroll.snapshot_seq')
			.limit(1)
			.as('scroll_position'),
		selectFrom('reindex_task')
			.select('reindex_task.id')
			.where('reindex_task.index_id', '=', args.indexId)
			.where('reindex_task.target_generation_id', '=', args.id)
			.where('reindex_task.status', '=', 'reindexing')
			.as('copy_id'),
	]),
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

/** A generation in the middle of a write: the numbers grow here and are stored once, at the end. */
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

/** To be called only when there are scrolls: a promise more for each item is felt. */
async function keepForScrolls(tx: Transaction, generation: OpenGeneration, key: Uint8Array): Promise<void> {
	await tx.run(keepVersion, { generationId: generation.id, key, seq: generation.seq + 1 });
}

async function put(
	tx: Transaction,
	generation: OpenGeneration,
	{ id, text, groupId }: Omit<PutWrite, 'kind'>,
): Promise<{ readonly id: string; readonly result: 'created' | 'updated' }> {
	const key = toItemKeyBytes(id);
	if (generation.scroll_position !== null) await keepForScrolls(tx, generation, key);
	generation.seq += 1;
	const args = { generationId: generation.id, key, seq: generation.seq, id, text, groupId };
	const row = await tx.first(putItem, args);
	if (row?.first_seq !== generation.seq) return { id, result: 'updated' };
	generation.item_count += 1;
	return { id, result: 'created' };
}

async function merge(tx: Transaction, generation: OpenGeneration, write: MergeWrite): Promise<ItemWriteResult> {
	const { id, patch } = write;
	const row = await tx.first(findText, { generationId: generation.id, key: toItemKeyBytes(id) });
	if (row === undefined) return { id, result: 'not_found', error: `there is no item with the id ${id}` };
	const { preset, locale, currency } = generation;
	const rules = { preset: preset as Preset, priceFormat: { locale, currency } };
	const merged = mergeItem(row.body, patch, rules);
	if ('error' in merged) return { id, result: 'error', error: merged.error };
	return { ...(await put(tx, generation, { id, ...merged })), text: merged.text };
}

async function remove(tx: Transaction, generation: OpenGeneration, id: string): Promise<ItemWriteResult> {
	const key = toItemKeyBytes(id);
	if (generation.scroll_position !== null) await keepForScrolls(tx, generation, key);
	const args = { generationId: generation.id, key, seq: generation.seq + 1 };
	if ((await tx.run(deleteItem, args)) > 0) {
		generation.seq += 1;
		generation.item_count -= 1;
		return { id, result: 'deleted' };
	}
	// The copy has not come to this item yet: the tombstone keeps it from bringing the item back.
	if (generation.copy_id !== null && (await tx.run(insertTombstone, { ...args, id })) > 0) generation.seq += 1;
	return { id, result: 'not_found' };
}

function apply(tx: Transaction, generation: OpenGeneration, write: ItemWrite): Promise<ItemWriteResult> {
	if (write.kind === 'put') return put(tx, generation, write);
	if (write.kind === 'merge') return merge(tx, generation, write);
	return remove(tx, generation, write.id);
}

/**
 * The generation that the writes go to, held. A lock refuses those of live items, unless the index sends them to its
 * temporary one.
 */
async function holdWritten(tx: Transaction, target: ItemTarget): Promise<OpenGeneration | 'missing' | 'locked'> {
	const engine = await tx.first(keepSearchEngine, { hashid: target.hashid });
	const index = await tx.first(findIndex, toTargetArguments(target));
	if (engine === undefined || index === undefined) return 'missing';
	const { live_generation_id: live, temporary_generation_id: temporary } = index;
	const kind = target.generation === 'temporary' ? 'temporary' : toLiveKind(index);
	const id = kind === 'temporary' ? temporary : live;
	if (id === null) return 'missing';
	if (kind === undefined) return 'locked';
	const generation = await tx.first(holdGeneration, { id });
	if (generation === undefined) throw new Error(`an index has the generation ${id}, which is not there`);
	const following = await tx.first(findFollowing, { id, indexId: index.id });
	const { locale, currency } = engine;
	const { scroll_position = null, copy_id = null } = following ?? {};
	const { seq, item_count } = generation;
	return { id, preset: index.preset, locale, currency, seq, item_count, scroll_position, copy_id };
}

/** Where writes of live items go; undefined where they are refused. */
function toLiveKind(index: {
	readonly options: string;
	readonly temporary_generation_id: number | null;
	readonly locking_id: number | null;
}): GenerationKind | undefined {
	if (index.locking_id === null) return 'live';
	const options = JSON.parse(index.options) as JsonObject;
	return toWrittenGeneration({ options, hasTemporary: index.temporary_generation_id !== null }, true);
}

const write = defineUnit(
	'items.write',
	async (tx, target: ItemTarget, writes: readonly ItemWrite[]) => {
		const generation = await holdWritten(tx, target);
		if (typeof generation === 'string') return generation;
		const { id, seq: seqBefore } = generation;
		const results: ItemWriteResult[] = [];
		for (const one of writes) results.push(await apply(tx, generation, one));
		const { seq, item_count: itemCount } = generation;
		if (seq !== seqBefore) await tx.run(moveGeneration, { id, seq, itemCount });
		return results;
	},
	{ invalidates: 'items', travel: 'json', lane: ({ hashid }) => hashid },
);

export const itemWriteUnits = [write] as const;

export function createItemWrites({ run }: Writer): ItemWrites {
	return { write: (target, writes) => run(write, target, writes) };
}

type PutWrite = Extract<ItemWrite, { kind: 'put' }>;
type MergeWrite = Extract<ItemWrite, { kind: 'merge' }>;
