/**
 * Reads of items. Each finds its generation and its rows in one statement: between two statements the index could get
 * another generation.
 */
import type { ItemTarget } from '../../domain/item/item.ts';
import { laterPosition, type Position, toPosition } from '../../domain/log/position.ts';
import type { ItemBatch, ItemChange, ItemRepository } from '../../ports/item-repository.ts';
import { answerTextLengthMax, chunkRowsMax, shortChunkRowsMax, shortTextLengthMax } from './answer-limits.ts';
import { createItemFinder } from './find-items.ts';
import { byKind, selectIndex, type TargetArguments, toTargetArguments } from './item-queries.ts';
import type { ItemWrites } from './item-writes.ts';
import type { MaintenanceWrites } from './maintenance-writes.ts';
import { toSerial } from './number-position.ts';
import { defineQuery } from './query.ts';
import type { ScrollWrites } from './scroll-writes.ts';
import type { SqlReader } from './sql-connection.ts';

export type ItemReads = Omit<
	ItemRepository,
	'copyNext' | keyof ItemWrites | keyof ScrollWrites | keyof MaintenanceWrites
>;

const count = byKind((column) =>
	defineQuery((db, args: TargetArguments) =>
		selectIndex(db, args).innerJoin('generation', 'generation.id', column).select('generation.item_count'),
	),
);

/**
 * The next rows are read in a query of their own, by the index that has them in this order: in a join with the index's row,
 * PostgreSQL would read all that follow, and sort them.
 */
const readLog = byKind((column) =>
	defineQuery((db, args: TargetArguments & { afterSeq: number; rowsMax: number }) =>
		selectIndex(db, args)
			.innerJoin('generation', 'generation.id', column)
			.leftJoin(
				db
					.selectFrom('item')
					.select(['seq', 'id', 'body', 'first_seq'])
					.where('generation_id', '=', selectIndex(db, args).select(column))
					.where('seq', '>', args.afterSeq)
					.orderBy('seq')
					.limit(args.rowsMax)
					.as('next'),
				(join) => join.onTrue(),
			)
			.select([
				`${column} as generation_id`,
				'generation.seq as end_seq',
				'next.seq',
				'next.id',
				'next.body',
				'next.first_seq',
			])
			.orderBy('next.seq'),
	),
);

const findGroup = byKind((column) =>
	defineQuery((db, args: TargetArguments & { groupId: string; rowsMax: number }) =>
		selectIndex(db, args)
			.innerJoin('item', 'item.generation_id', column)
			.select(['item.id', 'item.body'])
			.where('item.group_id', '=', args.groupId)
			.where('item.body', 'is not', null)
			.orderBy('item.seq')
			.limit(args.rowsMax),
	),
);

function toChunkRows(textLengthMean: number): number {
	return textLengthMean <= shortTextLengthMax ? shortChunkRowsMax : chunkRowsMax;
}

export function createItemReads(connection: SqlReader): ItemReads {
	async function readLogChunk(target: ItemTarget, after: Position, rowsMax: number): Promise<ItemBatch | undefined> {
		const args = { ...toTargetArguments(target), afterSeq: toSerial(after), rowsMax: Math.max(1, rowsMax) };
		const rows = await connection.all(readLog[target.generation], args);
		const generationId = rows[0]?.generation_id ?? null;
		if (generationId === null) return undefined;
		const changes: ItemChange[] = [];
		for (const { seq, id, body, first_seq } of rows) {
			// A row of nulls means that the generation exists and its log has nothing more.
			if (seq === null || id === null) continue;
			changes.push({ position: toPosition(seq), id, text: body, createdSeq: first_seq ?? seq });
		}
		const end = toPosition(rows[0]?.end_seq ?? 0);
		const position = changes.at(-1)?.position ?? after;
		return { generationId, changes, position, end, isEnd: changes.length < rowsMax };
	}

	return {
		...createItemFinder(connection),
		async findGroup(target, groupId, itemCountMax) {
			const args = { ...toTargetArguments(target), groupId, rowsMax: itemCountMax };
			const rows = await connection.all(findGroup[target.generation], args);
			return rows.map(({ id, body }) => ({ id, text: body ?? '' }));
		},
		async count(target) {
			const row = await connection.first(count[target.generation], toTargetArguments(target));
			return row === undefined ? 'missing' : row.item_count;
		},
		async readLog(target, after, { changeCountMax, textLengthExpected = Number.POSITIVE_INFINITY }) {
			let chunk = await readLogChunk(target, after, Math.min(toChunkRows(textLengthExpected), changeCountMax));
			if (chunk === undefined) return 'missing';
			const { generationId, changes: first } = chunk;
			const changes: ItemChange[] = [];
			let textLength = 0;
			let { isEnd, end } = chunk;
			// Another id means that the index was replaced between two chunks. What was read before is still a batch of
			// the old log.
			while (chunk !== undefined && chunk.generationId === generationId) {
				changes.push(...chunk.changes);
				isEnd = chunk.isEnd;
				// Behind a pooler the next one may be of a promoted standby, which has less.
				end = laterPosition(end, chunk.end);
				const chunkLength = chunk.changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
				textLength += chunkLength;
				const chunkRows = toChunkRows(chunkLength / Math.max(1, chunk.changes.length));
				const rowsMax = Math.min(chunkRows, changeCountMax - changes.length);
				if (isEnd || rowsMax === 0 || textLength >= answerTextLengthMax) break;
				chunk = await readLogChunk(target, chunk.position, rowsMax);
			}
			const position = changes.at(-1)?.position ?? after;
			const isOfOne = changes.length === first.length;
			return { generationId, changes: isOfOne ? changes : toLastChanges(changes), position, end, isEnd };
		},
	};
}

/** An item that was written between two chunks is in both. */
function toLastChanges(changes: readonly ItemChange[]): readonly ItemChange[] {
	const lastOfItem = new Map(changes.map((change) => [change.id, change]));
	return changes.filter((change) => lastOfItem.get(change.id) === change);
}
