/**
 * Scrolls: a walk through a generation in `seq` order as it was when the scroll was opened, at `snapshot_seq`.
 *
 *     item rows        seq ≤ snapshot: not written since
 *     history rows     seq ≤ snapshot < superseded_seq: the previous versions of items that were written since
 *
 * The two together are the snapshot. The scroll belongs to its index but reads its generation, which garbage collection
 * keeps until the scroll is complete. Then its position is at the snapshot's end, it needs nothing any more, and its row
 * stays to answer empty pages until it expires. Pages are read by the writer, so that a page and the move of the position
 * are one transaction.
 */
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import type { ItemRepository, ScrollRequest } from '../../ports/item-repository.ts';
import { cutChunk } from './answer-limits.ts';
import { byKind, selectIndex, type TargetArguments, toTargetArguments } from './item-queries.ts';
import { keepSearchEngine, shareGeneration } from './locks.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

/** For all accounts; complete scrolls do not count, because they hold nothing back. */
const openScrollsMax = 1000;
/** So that one account cannot keep the others from scrolling. */
const openScrollsPerAccountMax = 200;

export type ScrollWrites = Pick<ItemRepository, 'openScroll' | 'continueScroll'>;

const findTarget = byKind((column) =>
	defineQuery((db, args: TargetArguments) =>
		selectIndex(db, args)
			.innerJoin('generation', 'generation.id', column)
			.innerJoin('search_engine', 'search_engine.hashid', 'search_index.hashid')
			.select(['search_index.id as index_id', 'search_engine.account_id', 'generation.id']),
	),
);

const countOpen = defineQuery((db, args: { accountId: string; nowMs: number }) =>
	db
		.selectFrom('scroll')
		.select(({ fn }) => [
			fn.countAll<number>().as('scrollCount'),
			fn.countAll<number>().filterWhere('account_id', '=', args.accountId).as('ownCount'),
		])
		.where('expires_at_ms', '>', args.nowMs)
		.whereRef('position', '<', 'snapshot_seq'),
);

const countGroup = defineQuery((db, args: { generationId: number; groupId: string }) =>
	db
		.selectFrom('item')
		.select(({ fn }) => fn.countAll<number>().as('itemCount'))
		.where('generation_id', '=', args.generationId)
		.where('group_id', '=', args.groupId),
);

type ScrollArguments = {
	readonly id: string;
	readonly indexId: number;
	readonly accountId: string;
	readonly generationId: number;
	readonly snapshotSeq: number;
	readonly position: number;
	readonly groupId: string | null;
	readonly totalCount: number;
	readonly expiresAtMs: number;
};

const insertScroll = defineQuery((db, args: ScrollArguments) =>
	db.insertInto('scroll').values({
		id: args.id,
		index_id: args.indexId,
		account_id: args.accountId,
		generation_id: args.generationId,
		snapshot_seq: args.snapshotSeq,
		position: args.position,
		group_id: args.groupId,
		total_count: args.totalCount,
		expires_at_ms: args.expiresAtMs,
	}),
);

const findScroll = defineQuery((db, args: TargetArguments & { id: string; nowMs: number }) =>
	selectIndex(db, args)
		.innerJoin('scroll', 'scroll.index_id', 'search_index.id')
		.selectAll('scroll')
		.where('scroll.id', '=', args.id)
		.where('scroll.expires_at_ms', '>', args.nowMs)
		.forUpdate('scroll'),
);

const moveScroll = defineQuery((db, args: { id: string; position: number; expiresAtMs: number }) =>
	db.updateTable('scroll').set({ position: args.position, expires_at_ms: args.expiresAtMs }).where('id', '=', args.id),
);

/** Versions of the snapshot after `position` and up to `end`, of any group if `isGroup` is false. */
type RangeArguments = {
	readonly generationId: number;
	readonly snapshotSeq: number;
	readonly position: number;
	readonly end: number;
	readonly groupId: string | null;
};

function selectCurrent(db: QueryBuilder, args: RangeArguments, isGroup: boolean) {
	return db
		.selectFrom('item')
		.where('generation_id', '=', args.generationId)
		.where('seq', '>', args.position)
		.where('seq', '<=', args.end)
		.where('body', 'is not', null)
		.$if(isGroup, (query) => query.where('group_id', '=', args.groupId));
}

function selectReplaced(db: QueryBuilder, args: RangeArguments, isGroup: boolean) {
	return db
		.selectFrom('item_history')
		.where('generation_id', '=', args.generationId)
		.where('seq', '>', args.position)
		.where('seq', '<=', args.end)
		.where('superseded_seq', '>', args.snapshotSeq)
		.$if(isGroup, (query) => query.where('group_id', '=', args.groupId));
}

/** A page is cut by the sizes of its texts, which the database knows without reading them; only then are they read. */
function definePageQueries(isGroup: boolean) {
	const plan = defineQuery((db, args: RangeArguments & { rowsMax: number }) => {
		const current = selectCurrent(db, args, isGroup).select(({ fn }) => [
			'seq',
			fn<number>('octet_length', ['body']).as('byteCount'),
		]);
		const replaced = selectReplaced(db, args, isGroup).select(({ fn }) => [
			'seq',
			fn<number>('octet_length', ['body']).as('byteCount'),
		]);
		return db
			.selectFrom(current.orderBy('seq').limit(args.rowsMax).as('current'))
			.selectAll()
			.unionAll(db.selectFrom(replaced.orderBy('seq').limit(args.rowsMax).as('replaced')).selectAll())
			.orderBy('seq')
			.limit(args.rowsMax);
	});
	const read = defineQuery((db, args: RangeArguments) =>
		selectCurrent(db, args, isGroup)
			.select(['seq', 'id', 'body'])
			.$narrowType<{ body: string }>()
			.unionAll(selectReplaced(db, args, isGroup).select(['seq', 'id', 'body']))
			.orderBy('seq'),
	);
	return { plan, read };
}

const ofAll = definePageQueries(false);
const ofGroup = definePageQueries(true);

type PageStart = Pick<ScrollArguments, 'generationId' | 'snapshotSeq' | 'position' | 'groupId'>;

interface Page {
	readonly items: readonly StoredItem[];
	/** Where the next page starts: the snapshot's end if nothing is left. */
	readonly position: number;
}

/** At most `itemCountMax` items, fewer when their texts are long, none only at the end. */
async function readPage(tx: Transaction, start: PageStart, itemCountMax: number): Promise<Page> {
	const queries = start.groupId === null ? ofAll : ofGroup;
	const { position, snapshotSeq } = start;
	const plan = await tx.all(queries.plan, { ...start, end: snapshotSeq, rowsMax: itemCountMax });
	const { end, count } = cutChunk(plan, position);
	const rows = count === 0 ? [] : await tx.all(queries.read, { ...start, end });
	const isLast = plan.length < itemCountMax && count === plan.length;
	return { items: rows.map(({ id, body }) => ({ id, text: body })), position: isLast ? snapshotSeq : end };
}

async function isFull(tx: Transaction, accountId: string, nowMs: number): Promise<boolean> {
	await tx.lock('scrolls', 'exclusive');
	const open = await tx.first(countOpen, { accountId, nowMs });
	return open !== undefined && (open.scrollCount >= openScrollsMax || open.ownCount >= openScrollsPerAccountMax);
}

interface IdentifiedRequest extends ScrollRequest {
	readonly scrollId: string;
}

/**
 * The generation has a `share` lock until the scroll exists: a write that did not see the scroll would not keep versions
 * for it.
 */
const openScroll = defineUnit(
	'items.openScroll',
	async (tx, target: ItemTarget, request: IdentifiedRequest) => {
		const { scrollId, itemCountMax, groupId, nowMs, expiresAtMs } = request;
		await tx.first(keepSearchEngine, { hashid: target.hashid });
		const found = await tx.first(findTarget[target.generation], toTargetArguments(target));
		if (found === undefined) return 'missing';
		const { id: generationId, account_id: accountId, index_id: indexId } = found;
		const generation = await tx.first(shareGeneration, { id: generationId });
		if (generation === undefined) return 'missing';
		if (await isFull(tx, accountId, nowMs)) return 'full';
		const group = groupId === null ? undefined : await tx.first(countGroup, { generationId, groupId });
		const totalCount = group?.itemCount ?? generation.item_count;
		const start = { generationId, snapshotSeq: generation.seq, position: 0, groupId };
		const { items, position } = await readPage(tx, start, itemCountMax);
		const scroll = { ...start, id: scrollId, indexId, accountId, position, totalCount, expiresAtMs };
		await tx.run(insertScroll, scroll);
		return { scrollId, totalCount, items };
	},
	{ invalidates: 'nothing' },
);

const continueScroll = defineUnit(
	'items.continueScroll',
	async (tx, target: ItemTarget, { scrollId, itemCountMax, nowMs, expiresAtMs }: IdentifiedRequest) => {
		const row = await tx.first(findScroll, { ...toTargetArguments(target), id: scrollId, nowMs });
		if (row === undefined) return 'missing';
		const { generation_id: generationId, snapshot_seq: snapshotSeq, group_id: groupId } = row;
		const start = { generationId, snapshotSeq, position: row.position, groupId };
		const { items, position } = await readPage(tx, start, itemCountMax);
		await tx.run(moveScroll, { id: scrollId, position, expiresAtMs });
		return { scrollId, totalCount: row.total_count, items };
	},
	{ invalidates: 'nothing' },
);

export const scrollUnits = [openScroll, continueScroll] as const;

export function createScrollWrites({ run }: Writer): ScrollWrites {
	return {
		openScroll: (target, scrollId, request) => run(openScroll, target, { ...request, scrollId }),
		continueScroll: (target, scrollId, request) => run(continueScroll, target, { ...request, scrollId }),
	};
}
