/**
 * Writes of items: the only place that assigns `seq` numbers, apart from the copy into a temporary index.
 *
 *     item     key a: seq 1 ──put──► seq 4        generation   seq 5, item_count 1
 *              key b: seq 2 ──delete──► seq 5 (tombstone, body null)
 *     history  key a at seq 1, superseded by 4    only while an open scroll still has to show that version
 */
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { GenerationKind, ItemTarget, ItemWrite, ItemWriteResult } from '../../domain/item/item.ts';
import type { ItemRules } from '../../domain/item/preset-rules.ts';
import { type JsonObject, type Preset, toWrittenGeneration } from '../../domain/search-engine/search-engine.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { selectIndex, type TargetArguments, toHex, toTargetArguments } from './item-queries.ts';
import {
	type DeleteWrite,
	type PresentItem,
	type PutWrite,
	planDeletes,
	planPuts,
	planWrites,
	type Superseding,
	toDeleteResults,
	toPutResults,
	type WrittenGeneration,
} from './item-write-plan.ts';
import { deleteItems, keepVersions, putItems, readItems, storeItems } from './item-write-queries.ts';
import { keepSearchEngine } from './locks.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type ItemWrites = Pick<ItemRepository, 'write'>;

function selectGenerations(db: QueryBuilder, args: TargetArguments) {
	return selectIndex(db, args).innerJoin('generation', (join) =>
		join.on(({ eb, ref }) =>
			eb('generation.id', 'in', [ref('search_index.live_generation_id'), ref('search_index.temporary_generation_id')]),
		),
	);
}

/**
 * The generations of the index that a target names, with a `hold` lock. `locking_id` is an index of the engine that has a
 * temporary generation, which locks the engine. None of that can change while the engine has a `keep` lock.
 */
export const holdGenerations = defineQuery((db, args: TargetArguments) =>
	selectGenerations(db, args)
		.select(['preset', 'options', 'live_generation_id', 'temporary_generation_id'])
		.select(['generation.id', 'generation.seq', 'generation.item_count'])
		.select(({ selectFrom }) =>
			selectFrom('search_index as locking')
				.select('locking.id')
				.whereRef('locking.hashid', '=', 'search_index.hashid')
				.where('locking.temporary_generation_id', 'is not', null)
				.limit(1)
				.as('locking_id'),
		)
		.orderBy('generation.id')
		.forNoKeyUpdate('generation'),
);

/**
 * What a write must know of the generations of its index: does a scroll still have something to show, and is a copy running
 * into them? To be asked when they have a `hold` lock.
 */
const findFollowing = defineQuery((db, args: TargetArguments) =>
	selectGenerations(db, args)
		.select('generation.id')
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
);

const moveGeneration = defineQuery((db, args: { id: number; seq: number; itemCount: number }) =>
	db.updateTable('generation').set({ seq: args.seq, item_count: args.itemCount }).where('id', '=', args.id),
);

/** The generation that is written to, as it was found. */
interface HeldGeneration extends WrittenGeneration {
	readonly id: number;
	readonly rules: ItemRules;
	/** Whether a scroll still has to show something of it. */
	readonly isScrolled: boolean;
	/** Whether a copy is running into it. */
	readonly isCopying: boolean;
}

interface Outcome extends WrittenGeneration {
	readonly results: readonly ItemWriteResult[];
}

async function keepForScrolls(
	tx: Transaction,
	{ id: generationId, isScrolled }: HeldGeneration,
	superseding: readonly Superseding[],
): Promise<void> {
	if (!isScrolled) return;
	const rows = superseding.map(({ key, seq }) => ({ generationId, key, seq }));
	await tx.runBatch(keepVersions, rows, {});
}

async function putAll(tx: Transaction, generation: HeldGeneration, writes: readonly PutWrite[]): Promise<Outcome> {
	const { id: generationId, seq, itemCount } = generation;
	const rows = planPuts(writes, seq);
	await keepForScrolls(
		tx,
		generation,
		rows.map(({ key, firstSeq }) => ({ key, seq: firstSeq })),
	);
	const stored = await tx.allBatch(putItems, rows, { generationId });
	const createdSeqs = new Set(stored.map(({ first_seq }) => first_seq).filter((firstSeq) => firstSeq > seq));
	return {
		results: toPutResults(writes, seq, createdSeqs),
		seq: seq + writes.length,
		itemCount: itemCount + createdSeqs.size,
	};
}

/** Deletions that find nothing leave gaps in the log, except at its end. */
async function deleteAll(
	tx: Transaction,
	generation: HeldGeneration,
	writes: readonly DeleteWrite[],
): Promise<Outcome> {
	const { id: generationId, seq, itemCount } = generation;
	const plan = planDeletes(writes, seq);
	const rows = [...plan.values()];
	await keepForScrolls(tx, generation, rows);
	const deleted = await tx.allBatch(
		deleteItems,
		rows.map((row) => ({ generationId, key: row.key, seq: row.seq })),
		{},
	);
	const deletedSeqs = new Set(deleted.map((row) => row.seq));
	return {
		results: toDeleteResults(writes, plan, deletedSeqs),
		seq: Math.max(seq, ...deletedSeqs),
		itemCount: itemCount - deletedSeqs.size,
	};
}

async function applyAll(tx: Transaction, generation: HeldGeneration, writes: readonly ItemWrite[]): Promise<Outcome> {
	const { id: generationId } = generation;
	const plan = planWrites(writes, await readPresent(tx, generationId, writes), generation);
	await keepForScrolls(tx, generation, plan.superseding);
	await tx.runBatch(storeItems, plan.rows, { generationId });
	return plan;
}

/** The stored items that the writes name, by their keys in hex. */
async function readPresent(
	tx: Transaction,
	generationId: number,
	writes: readonly ItemWrite[],
): Promise<ReadonlyMap<string, PresentItem>> {
	const wanted = new Map<string, number>();
	for (const { id, kind } of writes) wanted.set(id, Math.max(wanted.get(id) ?? 0, Number(kind === 'merge')));
	const keys = [...wanted].map(([id, isTextWanted]) => ({ generationId, key: toItemKeyBytes(id), isTextWanted }));
	const rows = await tx.allBatch(readItems, keys, {});
	return new Map(
		rows.map((row) => [
			toHex(row.item_key),
			{ firstSeq: row.first_seq, isTombstone: row.isItem === 0, text: row.body },
		]),
	);
}

function applyWrites(tx: Transaction, generation: HeldGeneration, writes: readonly ItemWrite[]): Promise<Outcome> {
	if (writes.every((one) => one.kind === 'put')) return putAll(tx, generation, writes);
	// During a copy, deleting an item that does not exist leaves a tombstone.
	const isPlain = !generation.isCopying && writes.every((one) => one.kind === 'delete');
	return isPlain ? deleteAll(tx, generation, writes) : applyAll(tx, generation, writes);
}

/**
 * The generation that the writes go to, with a `hold` lock. A locked engine refuses writes of live items, unless the
 * index redirects them to its temporary generation.
 */
async function holdWritten(tx: Transaction, target: ItemTarget): Promise<HeldGeneration | 'missing' | 'locked'> {
	const args = toTargetArguments(target);
	// One after the other in the database, and one round trip.
	const [engine, held, followings] = await Promise.all([
		tx.first(keepSearchEngine, { hashid: target.hashid }),
		tx.all(holdGenerations, args),
		tx.all(findFollowing, args),
	]);
	const [index] = held;
	if (engine === undefined || index === undefined) return 'missing';
	const kind = target.generation === 'temporary' ? 'temporary' : toLiveKind(index);
	const generationId = kind === 'temporary' ? index.temporary_generation_id : index.live_generation_id;
	const generation = held.find(({ id }) => id === generationId);
	if (generation === undefined) return 'missing';
	if (kind === undefined) return 'locked';
	const { id, seq, item_count: itemCount } = generation;
	const following = followings.find((each) => each.id === id);
	const { locale, currency } = engine;
	return {
		id,
		rules: { preset: index.preset as Preset, priceFormat: { locale, currency } },
		seq,
		itemCount,
		isScrolled: following?.scroll_position != null,
		isCopying: following?.copy_id != null,
	};
}

/** Where writes of live items go; undefined if they are refused. */
function toLiveKind(index: {
	readonly options: string;
	readonly temporary_generation_id: number | null;
	readonly locking_id: number | null;
}): GenerationKind | undefined {
	if (index.locking_id === null) return 'live';
	const options = JSON.parse(index.options) as JsonObject;
	return toWrittenGeneration({ options, hasTemporary: index.temporary_generation_id !== null }, true);
}

export type WriteArguments = readonly [target: ItemTarget, writes: readonly ItemWrite[]];
type WriteOutcome = readonly ItemWriteResult[] | 'missing' | 'locked';

async function writeItems(tx: Transaction, ...[target, writes]: WriteArguments): Promise<WriteOutcome> {
	const generation = await holdWritten(tx, target);
	if (typeof generation === 'string') return generation;
	const { results, seq, itemCount } = await applyWrites(tx, generation, writes);
	if (seq !== generation.seq) await tx.runLast(moveGeneration, { id: generation.id, seq, itemCount });
	return results;
}

/** Writes of one call after those of another are a longer bulk. @param calls of one target, one at least. */
export function joinCalls(calls: readonly WriteArguments[]) {
	const [[target]] = calls as readonly [WriteArguments, ...WriteArguments[]];
	return { target, writes: calls.flatMap(([, writes]) => writes) };
}

/** @param results of the calls, one after the other. @returns those of each. */
export function splitResults(
	results: readonly ItemWriteResult[],
	calls: readonly WriteArguments[],
): (readonly ItemWriteResult[])[] {
	let end = 0;
	return calls.map(([, { length }]) => {
		end += length;
		return results.slice(end - length, end);
	});
}

async function writeAll(tx: Transaction, calls: readonly WriteArguments[]): Promise<readonly WriteOutcome[]> {
	const { target, writes } = joinCalls(calls);
	const all = await writeItems(tx, target, writes);
	return typeof all === 'string' ? calls.map(() => all) : splitResults(all, calls);
}

/** What a write of an item takes beside its text. */
const writeBytes = 1000;

function toSize(write: ItemWrite): number {
	if (write.kind === 'delete') return writeBytes;
	return writeBytes + (write.kind === 'put' ? write.text : write.patch).length;
}

export const itemWrite = defineUnit('items.write', writeItems, {
	invalidates: 'items',
	travel: 'shortJson',
	lane: ({ hashid }) => hashid,
	grouped: {
		work: writeAll,
		lane: ({ hashid, indexName, generation }) => `${hashid} ${indexName} ${generation}`,
		size: (_target, writes) => writes.reduce((sum, one) => sum + toSize(one), 0),
	},
});

export const itemWriteUnits = [itemWrite] as const;

export function createItemWrites({ run }: Writer): ItemWrites {
	return { write: (target, writes) => run(itemWrite, target, writes) };
}
