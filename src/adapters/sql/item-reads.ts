/**
 * Reads of items. Each finds its generation and its rows in one statement: between two, the index could get another
 * generation.
 */
import { hash } from 'node:crypto';
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import type { ItemChange, ItemLog, ItemRepository } from '../../ports/item-repository.ts';
import { answerTextLengthMax, chunkRowsMax } from './answer-limits.ts';
import { byKind, type QueryByKind, selectIndex, type TargetArguments, toTargetArguments } from './item-queries.ts';
import type { ItemWrites } from './item-writes.ts';
import { defineQuery, type SqlValue } from './query.ts';
import type { ScrollWrites } from './scroll-writes.ts';
import type { SqlConnection } from './sql-connection.ts';
import type { UpkeepWrites } from './upkeep-writes.ts';

export type ItemReads = Omit<ItemRepository, keyof ItemWrites | keyof ScrollWrites | keyof UpkeepWrites>;

const count = byKind((column) =>
	defineQuery((db, args: TargetArguments) =>
		selectIndex(db, args).innerJoin('generation', 'generation.id', column).select('generation.item_count'),
	),
);

const readLog = byKind((column) =>
	defineQuery((db, args: TargetArguments & { afterSeq: number; rowsMax: number }) =>
		selectIndex(db, args)
			.leftJoin('item', (join) => join.onRef('item.generation_id', '=', column).on('item.seq', '>', args.afterSeq))
			.select([`${column} as generation_id`, 'item.seq', 'item.id', 'item.body'])
			.orderBy('item.seq')
			.limit(args.rowsMax),
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

type KeyArguments = TargetArguments & { readonly [key: `key${number}`]: SqlValue };
interface FoundRow {
	readonly generation_id: number | null;
	readonly id: string | null;
	readonly item_key: Uint8Array | null;
	readonly body: string | null;
}

/** Keys one statement looks up at most. */
const keysPerQueryMax = 128;
/** A query for 1, 2, 4 … 128 keys: unused places repeat the last key, so that eight statements serve every count. */
const findByKeys: readonly QueryByKind<KeyArguments, FoundRow>[] = [0, 1, 2, 3, 4, 5, 6, 7].map((power) =>
	byKind((column) =>
		defineQuery((db, args: KeyArguments) =>
			selectIndex(db, args)
				.leftJoin('item', (join) =>
					join.onRef('item.generation_id', '=', column).on(
						'item.item_key',
						'in',
						Array.from({ length: 2 ** power }, (_, index) => args[`key${index}`] as Uint8Array),
					),
				)
				.select([`${column} as generation_id`, 'item.id', 'item.item_key', 'item.body']),
		),
	),
);

export function createItemReads(connection: SqlConnection): ItemReads {
	async function findChunk(target: ItemTarget, keys: readonly Uint8Array[]): Promise<readonly FoundRow[]> {
		const power = Math.ceil(Math.log2(keys.length));
		const args: Record<string, SqlValue> = { ...toTargetArguments(target) };
		for (let index = 0; index < 2 ** power; index += 1) {
			args[`key${index}`] = keys[Math.min(index, keys.length - 1)] ?? null;
		}
		const query = findByKeys[power];
		if (query === undefined) throw new RangeError(`${keys.length} keys in one query`);
		return connection.all(query[target.generation], args as KeyArguments);
	}

	async function readLogChunk(target: ItemTarget, afterSeq: number, rowsMax: number): Promise<ItemLog | undefined> {
		const args = { ...toTargetArguments(target), afterSeq, rowsMax: Math.max(1, rowsMax) };
		const rows = await connection.all(readLog[target.generation], args);
		const generationId = rows[0]?.generation_id ?? null;
		if (generationId === null) return undefined;
		const changes: ItemChange[] = [];
		for (const { seq, id, body } of rows) {
			// A row of nulls says that the generation is there and that its log has nothing more.
			if (seq !== null && id !== null) changes.push({ seq, id, text: body });
		}
		return { generationId, changes: changes.slice(0, rowsMax) };
	}

	async function findAll(target: ItemTarget, keys: readonly Buffer[]) {
		const found = new Map<string, StoredItem>();
		let start = 0;
		do {
			// No keys at all still ask for one: the answer says whether the generation exists.
			const chunk = keys.length === 0 ? [new Uint8Array(16)] : keys.slice(start, start + keysPerQueryMax);
			const rows = await findChunk(target, chunk);
			if (rows[0] === undefined || rows[0].generation_id === null) return 'missing';
			for (const { id, item_key, body } of rows) {
				if (id !== null && item_key !== null && body !== null) found.set(toHex(item_key), { id, text: body });
			}
			start += keysPerQueryMax;
		} while (start < keys.length);
		return keys.map((key) => found.get(key.toString('hex')));
	}

	return {
		findMany: (target, ids) =>
			findAll(
				target,
				ids.map((id) => hash('md5', id, 'buffer')),
			),
		findByKeys: (target, itemKeys) =>
			findAll(
				target,
				itemKeys.map((key) => Buffer.from(key, 'hex')),
			),
		async findGroup(target, groupId, itemCountMax) {
			const args = { ...toTargetArguments(target), groupId, rowsMax: itemCountMax };
			const rows = await connection.all(findGroup[target.generation], args);
			return rows.map(({ id, body }) => ({ id, text: body ?? '' }));
		},
		async count(target) {
			const row = await connection.first(count[target.generation], toTargetArguments(target));
			return row === undefined ? 'missing' : row.item_count;
		},
		async readLog(target, afterSeq, changeCountMax) {
			let log = await readLogChunk(target, afterSeq, Math.min(chunkRowsMax, changeCountMax));
			if (log === undefined) return 'missing';
			const { generationId } = log;
			const changes: ItemChange[] = [];
			let textLength = 0;
			// Another id: replaced between two chunks. What was read until then is still a piece of the old log.
			while (log !== undefined && log.generationId === generationId && log.changes.length > 0) {
				changes.push(...log.changes);
				textLength += log.changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
				const rowsMax = Math.min(chunkRowsMax, changeCountMax - changes.length);
				if (rowsMax === 0 || log.changes.length < chunkRowsMax || textLength >= answerTextLengthMax) break;
				log = await readLogChunk(target, changes.at(-1)?.seq ?? afterSeq, rowsMax);
			}
			return { generationId, changes };
		},
	};
}

function toHex(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
