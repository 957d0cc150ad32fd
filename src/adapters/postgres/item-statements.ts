/**
 * Puts or deletions, with the move of their generation, as one statement. Each statement whose answer is waited for is a
 * round trip, and wakes two processes. So this one reads by itself what `sql/item-writes.ts` reads before it writes. Where
 * that would refuse or redirect the writes, it finds no `target`, writes nothing and returns no row.
 *
 *     input ─┬─► entry ─┬─► stored ─────┬─► totals ─┬─► moved
 *     target ┘          ├─► tombstones ─┘           └─► answer
 *                       └─► kept
 *
 * All parts see the tables as they were before the statement. Numbers in `input` and in the answer count from the last
 * `seq` of the generation. The engine must be kept, and the generation held, by earlier statements of the transaction.
 */
import { type RawBuilder, sql } from 'kysely';
import type { GenerationKind } from '../../domain/item/item.ts';
import { type BatchQuery, type BatchRow, defineBatchQuery, defineRows, type RowShape } from '../sql/batch-query.ts';
import type { TargetArguments } from '../sql/item-queries.ts';
import { type ItemRow, itemRows } from '../sql/item-write-queries.ts';

type ChangeArguments = TargetArguments & { readonly rowCount: number };
type CreationArguments = ChangeArguments & {
	/** How many numbers the rows take: more than there are rows where an item is put twice. */
	readonly seqCount: number;
};

export interface ChangeAnswer {
	/** How many rows created or deleted an item. */
	readonly count: number;
	/** Their numbers, separated by commas; null where all rows did, or none. */
	readonly numbers: string | null;
}

type DeletionRow = { readonly key: Uint8Array; readonly seq: number; readonly id: string };

type ChangeQuery<Input extends BatchRow> = Readonly<
	Record<GenerationKind, BatchQuery<Input, ChangeArguments, ChangeAnswer>>
>;

/** Parts of the statement return `seq` of each row that they write, and as `mark` the number of the write that counts. */
interface Change<Input extends BatchRow> {
	readonly shape: RowShape<Input>;
	/** The column with the first write of an item. */
	readonly superseding: 'seq' | 'firstSeq';
	readonly stored: RawBuilder<object>;
	/** What is written only during a copy, and does not count. */
	readonly tombstones: RawBuilder<object>;
	/** What a row that counts adds to the number of items. */
	readonly itemCount: 1 | -1;
}

/**
 * Entries are materialized, so that each is joined with its item by both columns of the key: by the generation alone,
 * PostgreSQL could read all items of it.
 */
function defineChange<Input extends BatchRow>(change: Change<Input>): ChangeQuery<Input> {
	const define = (kind: GenerationKind) =>
		defineBatchQuery<Input, ChangeAnswer, ChangeArguments>(change.shape, (db, args) =>
			db
				.with('target', () => selectTarget(args, kind, [isScrolled, isCopying]))
				.with(
					(cte) => cte('entry').materialized(),
					() => selectEntries(change.shape),
				)
				.with('kept', () => keepVersions(change.superseding))
				.with('stored', () => change.stored)
				.with('tombstones', () => change.tombstones)
				.with('totals', () => selectTotals(args))
				.with('moved', () => moveGeneration(change.itemCount))
				.selectFrom('totals')
				.select(['count', 'numbers']),
		);
	return { live: define('live'), temporary: define('temporary') };
}

const isScrolled = sql`exists (
	select from scroll where generation_id = generation.id and position < snapshot_seq
) as is_scrolled`;
const isCopying = sql`exists (
	select from reindex_task
	where index_id = search_index.id and target_generation_id = generation.id and status = 'reindexing'
) as is_copying`;

/** The generation, unless its engine is locked. @param more columns beside its id and `seq`. */
function selectTarget(
	{ hashid, indexName }: TargetArguments,
	kind: GenerationKind,
	more: readonly RawBuilder<unknown>[],
): RawBuilder<object> {
	const isLocked = sql`exists (
		select from search_index as locking
		where locking.hashid = search_index.hashid and locking.temporary_generation_id is not null
	)`;
	return sql`(
		select ${sql.join([sql`generation.id`, sql`generation.seq`, ...more])}
		from search_index join generation on generation.id = ${sql.ref(`search_index.${kind}_generation_id`)}
		where search_index.hashid = ${hashid} and search_index.name = ${indexName}
			and not ${kind === 'live' ? isLocked : sql`false`}
	)`;
}

function selectEntries(shape: object): RawBuilder<object> {
	const columns = Object.keys(shape).map((name) => {
		const column = sql.ref(`input.${name}`);
		return name === 'seq' || name === 'firstSeq' ? sql`target.seq + ${column} as ${sql.ref(name)}` : column;
	});
	return sql`(select target.id as generation_id, ${sql.join(columns)} from input cross join target)`;
}

/** As `keepVersions` of `sql/item-write-queries.ts`. */
function keepVersions(superseding: string): RawBuilder<object> {
	return sql`(
		insert into item_history (generation_id, seq, superseded_seq, id, body, group_id)
		select item.generation_id, item.seq, ${sql.ref(`entry.${superseding}`)}, item.id, item.body, item.group_id
		from entry join item on item.generation_id = entry.generation_id and item.item_key = entry.key
		where (select is_scrolled from target) and item.body is not null and exists (
			select from scroll
			where scroll.generation_id = item.generation_id and scroll.snapshot_seq >= item.seq
				and scroll.position < item.seq and scroll.position < scroll.snapshot_seq
		)
	)`;
}

/** One row, or none without a target. Numbers are listed only where it is not clear which they are. */
function selectTotals({ rowCount }: ChangeArguments): RawBuilder<ChangeAnswer> {
	return sql`(
		select target.id, counted.count, greatest(counted.seq, (select max(seq) from tombstones)) as seq,
			case when counted.count > 0 and counted.count < ${rowCount}
				then (select string_agg((mark - target.seq)::text, ',') from stored where mark > target.seq)
			end as numbers
		from target, lateral (
			select count(*) filter (where mark > target.seq) as count, max(seq) as seq from stored
		) as counted
	)`;
}

/** Nothing is moved where nothing was written. */
function moveGeneration(itemCount: 1 | -1): RawBuilder<object> {
	return sql`(
		update generation set seq = totals.seq, item_count = item_count + totals.count * ${sql.lit(itemCount)}
		from totals where generation.id = totals.id and totals.seq is not null
	)`;
}

/** An item keeps `first_seq`, a tombstone does not. */
export const changeByPuts = defineChange<ItemRow>({
	shape: itemRows,
	superseding: 'firstSeq',
	stored: sql`(
		insert into item (generation_id, seq, item_key, id, body, group_id, first_seq)
		select generation_id, seq, key, id, body, "groupId", "firstSeq" from entry
		on conflict (generation_id, item_key) do update set
			seq = excluded.seq, id = excluded.id, body = excluded.body, group_id = excluded.group_id,
			first_seq = case when item.body is null then excluded.first_seq else item.first_seq end
		returning seq, first_seq as mark
	)`,
	tombstones: sql`(select null::bigint as seq where false)`,
	itemCount: 1,
});

/** Items become tombstones. During a copy, what does not exist becomes one, too: the copy must not bring it back. */
export const changeByDeletions = defineChange<DeletionRow>({
	shape: defineRows<DeletionRow>({ key: 'bytes', seq: 'integer', id: 'text' }),
	superseding: 'seq',
	stored: sql`(
		update item set seq = entry.seq, body = null, group_id = null
		from entry
		where item.generation_id = entry.generation_id and item.item_key = entry.key and item.body is not null
		returning item.seq, item.seq as mark
	)`,
	tombstones: sql`(
		insert into item (generation_id, seq, item_key, id, body, group_id, first_seq)
		select generation_id, seq, key, id, null, null, seq from entry
		where (select is_copying from target) and not exists (
			select from item where item.generation_id = entry.generation_id and item.item_key = entry.key
		)
		on conflict (generation_id, item_key) do nothing
		returning seq
	)`,
	itemCount: -1,
});

/**
 * Puts of items that are expected to be new: fails with `unique_violation` where an item or a tombstone has the key of one.
 * It costs two thirds of `changeByPuts`: with `on conflict`, PostgreSQL asks the index, inserts a row, and logs a second time
 * that the row is valid. New items have no versions that a scroll might show.
 */
function defineCreation(kind: GenerationKind): BatchQuery<ItemRow, CreationArguments, { readonly id: number }> {
	return defineBatchQuery(itemRows, (db, args: CreationArguments) =>
		db
			.with('target', () => selectTarget(args, kind, []))
			.with('stored', () => insertNewItems)
			.with(
				'moved',
				() => sql<object>`(
					update generation set seq = generation.seq + ${args.seqCount}, item_count = item_count + ${args.rowCount}
					from target where generation.id = target.id
				)`,
			)
			.selectFrom('target')
			.select(sql<number>`id`.as('id')),
	);
}

const insertNewItems = sql<object>`(
	insert into item (generation_id, seq, item_key, id, body, group_id, first_seq)
	select target.id, target.seq + input.seq, key, input.id, body, "groupId", target.seq + "firstSeq"
	from input cross join target
)`;

export const createByPuts: Readonly<Record<GenerationKind, ReturnType<typeof defineCreation>>> = {
	live: defineCreation('live'),
	temporary: defineCreation('temporary'),
};
