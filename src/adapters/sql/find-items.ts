/**
 * Items by their ids, for the thread that serves everybody: the lengths of the texts are read first, and the texts then
 * in portions between which others have their turn.
 */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { foundTextBytesMax, turnTextBytesMax } from './answer-limits.ts';
import {
	byKind,
	type GenerationColumn,
	type QueryByKind,
	selectIndex,
	type TargetArguments,
	toTargetArguments,
} from './item-queries.ts';
import { defineQuery, type QueryBuilder, type SqlValue } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

type KeyArguments = TargetArguments & { readonly [key: `key${number}`]: SqlValue };

/** Keys one statement looks up at most. */
const keysPerQueryMax = 128;
/** A query for 1, 2, 4 … 128 keys: unused places repeat the last key, so that eight statements serve every count. */
const powers = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The generation, beside each of its items that has one of the keys; beside nulls when there is none. */
function selectByKeys(db: QueryBuilder, args: KeyArguments, column: GenerationColumn, power: number) {
	return selectIndex(db, args)
		.leftJoin('item', (join) =>
			join.onRef('item.generation_id', '=', column).on(
				'item.item_key',
				'in',
				Array.from({ length: 2 ** power }, (_, index) => args[`key${index}`] as Uint8Array),
			),
		)
		.select([`${column} as generation_id`, 'item.item_key']);
}

const findByKeys = powers.map((power) =>
	byKind((column) =>
		defineQuery((db, args: KeyArguments) => selectByKeys(db, args, column, power).select(['item.id', 'item.body'])),
	),
);

/** The lengths of the texts alone, which the database knows without reading them. */
const measureByKeys = powers.map((power) =>
	byKind((column) =>
		defineQuery((db, args: KeyArguments) =>
			selectByKeys(db, args, column, power).select(({ fn }) =>
				fn<number | null>('octet_length', ['item.body']).as('byteCount'),
			),
		),
	),
);

type Keys = readonly Uint8Array[];

export function createItemFinder(connection: SqlConnection): Pick<ItemRepository, 'findMany' | 'findByKeys'> {
	/** @returns undefined when the generation does not exist. */
	async function ask<Row extends { readonly generation_id: number | null }>(
		queries: readonly QueryByKind<KeyArguments, Row>[],
		target: ItemTarget,
		keys: Keys,
	): Promise<readonly Row[] | undefined> {
		const power = Math.ceil(Math.log2(keys.length));
		const args: Record<string, SqlValue> = { ...toTargetArguments(target) };
		for (let index = 0; index < 2 ** power; index += 1) {
			args[`key${index}`] = keys[Math.min(index, keys.length - 1)] ?? null;
		}
		const query = queries[power];
		if (query === undefined) throw new RangeError(`${keys.length} keys in one query`);
		const rows = await connection.all(query[target.generation], args as KeyArguments);
		return rows[0] === undefined || rows[0].generation_id === null ? undefined : rows;
	}

	/** The keys in the portions that are read at a time, made by the lengths of their texts. */
	async function planReads(target: ItemTarget, keys: Keys) {
		const byteCounts = new Map<string, number>();
		for (let start = 0; start < keys.length; start += keysPerQueryMax) {
			const rows = await ask(measureByKeys, target, keys.slice(start, start + keysPerQueryMax));
			if (rows === undefined) return 'missing';
			for (const { item_key, byteCount } of rows) {
				if (item_key !== null) byteCounts.set(toHex(item_key), byteCount ?? 0);
			}
		}
		// A key that is asked for again counts again: its text is in the answer again.
		return cutPortions(keys.map((key) => ({ key, byteCount: byteCounts.get(toHex(key)) ?? 0 })));
	}

	async function readTexts(target: ItemTarget, portions: readonly Keys[]) {
		const found = new Map<string, StoredItem>();
		for (const [index, portion] of portions.entries()) {
			if (index > 0) await setImmediate();
			const rows = await ask(findByKeys, target, portion);
			if (rows === undefined) return 'missing';
			for (const { id, item_key, body } of rows) {
				if (id !== null && item_key !== null && body !== null) found.set(toHex(item_key), { id, text: body });
			}
		}
		return found;
	}

	async function find(target: ItemTarget, asked: Keys) {
		// No keys at all still ask for one: the answer says whether the generation exists.
		const keys = asked.length === 0 ? [new Uint8Array(16)] : asked;
		const portions = keys.length === 1 ? [keys] : await planReads(target, keys);
		if (typeof portions === 'string') return portions;
		const found = await readTexts(target, portions);
		if (found === 'missing') return found;
		return asked.map((key) => found.get(toHex(key)));
	}

	return {
		findMany: (target, ids) => {
			const keys = ids.map((id) => hash('md5', id, 'buffer'));
			return find(target, keys);
		},
		findByKeys: (target, itemKeys) => {
			const keys = itemKeys.map((key) => Buffer.from(key, 'hex'));
			return find(target, keys);
		},
	};
}

/** Portions of at most so much text as one turn may read, or one item. `too_large`: all together are too much. */
function cutPortions(sized: readonly { readonly key: Uint8Array; readonly byteCount: number }[]) {
	const portions: Uint8Array[][] = [];
	let portion: Uint8Array[] = [];
	let portionBytes = 0;
	let totalBytes = 0;
	for (const { key, byteCount } of sized) {
		if (portion.length > 0 && (portionBytes + byteCount > turnTextBytesMax || portion.length === keysPerQueryMax)) {
			portions.push(portion);
			portion = [];
			portionBytes = 0;
		}
		portion.push(key);
		portionBytes += byteCount;
		totalBytes += byteCount;
	}
	return totalBytes > foundTextBytesMax ? 'too_large' : [...portions, portion];
}

function toHex(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
