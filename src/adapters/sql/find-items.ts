/**
 * Items by their ids, for a thread that serves other requests. Short texts are read at once, together with the lengths of
 * the long ones. The long texts are then read in portions, between which the thread yields.
 */
import { setImmediate } from 'node:timers/promises';
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { foundTextBytesMax, sliceTextBytesMax } from './answer-limits.ts';
import {
	byKind,
	type GenerationColumn,
	type QueryByKind,
	selectIndex,
	type TargetArguments,
	toHex,
	toTargetArguments,
} from './item-queries.ts';
import { defineQuery, type QueryBuilder, type SqlValue } from './query.ts';
import type { SqlReader } from './sql-connection.ts';

type KeyArguments = TargetArguments & { readonly [key: `key${number}`]: SqlValue };

/** Keys that one statement looks up at most. */
const keysPerQueryMax = 128;
/** Queries for 1, 2, 4 … 128 keys: unused parameters repeat the last key, so that eight statements serve every count. */
const powers = [0, 1, 2, 3, 4, 5, 6, 7] as const;

interface Shape {
	readonly column: GenerationColumn;
	/** 2 ** power keys are looked up. */
	readonly power: number;
}

/** The generation, joined with each of its items that has one of the keys; with nulls when there is none. */
function selectByKeys(db: QueryBuilder, args: KeyArguments, { column, power }: Shape) {
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
		defineQuery((db, args: KeyArguments) => selectByKeys(db, args, { column, power }).select(['item.id', 'item.body'])),
	),
);

/** So that the short texts of one statement fit into one slice. */
const shortTextBytesMax = sliceTextBytesMax / keysPerQueryMax;

/** The short texts, and the lengths of all texts, which the database knows without reading them. */
const findShortByKeys = powers.map((power) =>
	byKind((column) =>
		defineQuery((db, args: KeyArguments) =>
			selectByKeys(db, args, { column, power }).select(({ fn, eb, ref }) => [
				'item.id',
				fn<number | null>('octet_length', ['item.body']).as('byteCount'),
				eb
					.case()
					.when(fn<number>('octet_length', ['item.body']), '<=', shortTextBytesMax)
					.then(ref('item.body'))
					.end()
					.as('body'),
			]),
		),
	),
);

type Keys = readonly Uint8Array[];

export function createItemFinder(connection: SqlReader): Pick<ItemRepository, 'findMany' | 'findByKeys'> {
	/** @returns undefined when the generation does not exist. */
	async function ask<Row extends { readonly generation_id: number | null }>(
		queries: readonly QueryByKind<KeyArguments, Row>[],
		target: ItemTarget,
		keys: Keys,
	): Promise<readonly Row[] | undefined> {
		const query = queries[toPower(keys)];
		if (query === undefined) throw new RangeError(`${keys.length} keys in one query`);
		const rows = await connection.all(query[target.generation], toKeyArguments(target, keys));
		return rows[0] === undefined || rows[0].generation_id === null ? undefined : rows;
	}

	/** Adds the short texts to `found`. @returns the lengths of all texts by key. */
	async function takeShort(target: ItemTarget, keys: Keys, found: Map<string, StoredItem>) {
		const byteCounts = new Map<string, number>();
		const rows = await ask(findShortByKeys, target, keys);
		if (rows === undefined) return 'missing';
		for (const { id, item_key, byteCount, body } of rows) {
			if (item_key === null || id === null || byteCount === null) continue;
			const name = toHex(item_key);
			byteCounts.set(name, byteCount);
			if (body !== null) found.set(name, { id, text: body });
		}
		return byteCounts;
	}

	/** Adds the short texts to `found`. @returns the keys of the long ones, in portions that are read at a time. */
	async function readShort(target: ItemTarget, keys: Keys, found: Map<string, StoredItem>) {
		const byteCounts = new Map<string, number>();
		for (let start = 0; start < keys.length; start += keysPerQueryMax) {
			if (start > 0) await setImmediate();
			const taken = await takeShort(target, keys.slice(start, start + keysPerQueryMax), found);
			if (taken === 'missing') return taken;
			for (const [name, byteCount] of taken) byteCounts.set(name, byteCount);
		}
		// A key that is requested twice counts twice, because its text is in the answer twice.
		const sized = keys.map((key) => ({ key, byteCount: byteCounts.get(toHex(key)) ?? 0 }));
		if (sized.reduce((sum, { byteCount }) => sum + byteCount, 0) > foundTextBytesMax) return 'too_large';
		return cutPortions(sized.filter(({ byteCount }) => byteCount > shortTextBytesMax));
	}

	async function readLong(target: ItemTarget, portions: readonly Keys[], found: Map<string, StoredItem>) {
		for (const portion of portions) {
			await setImmediate();
			const rows = await ask(findByKeys, target, portion);
			if (rows === undefined) return 'missing';
			for (const { id, item_key, body } of rows) {
				if (id !== null && item_key !== null && body !== null) found.set(toHex(item_key), { id, text: body });
			}
		}
		return 'read';
	}

	async function findOne(target: ItemTarget, key: Uint8Array) {
		const [row] = (await ask(findByKeys, target, [key])) ?? [];
		if (row === undefined) return 'missing';
		return [row.id === null || row.body === null ? undefined : { id: row.id, text: row.body }];
	}

	async function find(target: ItemTarget, keys: Keys) {
		const [only] = keys;
		// An empty list of keys still looks up one: the answer says whether the generation exists.
		if (only === undefined) return (await findOne(target, new Uint8Array(16))) === 'missing' ? 'missing' : [];
		if (keys.length === 1) return findOne(target, only);
		const found = new Map<string, StoredItem>();
		const portions = await readShort(target, keys, found);
		if (typeof portions === 'string') return portions;
		if ((await readLong(target, portions, found)) === 'missing') return 'missing';
		return keys.map((key) => found.get(toHex(key)));
	}

	return {
		findMany: (target, ids) => {
			const keys = ids.map(toItemKeyBytes);
			return find(target, keys);
		},
		findByKeys: (target, itemKeys) => {
			const keys = itemKeys.map((key) => Buffer.from(key, 'hex'));
			return find(target, keys);
		},
	};
}

function toPower(keys: Keys): number {
	return Math.ceil(Math.log2(keys.length));
}

function toKeyArguments(target: ItemTarget, keys: Keys): KeyArguments {
	const args: Record<string, SqlValue> = { ...toTargetArguments(target) };
	for (let index = 0; index < 2 ** toPower(keys); index += 1) {
		args[`key${index}`] = keys[Math.min(index, keys.length - 1)] ?? null;
	}
	return args as KeyArguments;
}

/** Portions with at most as much text as one slice may read, or a single item. */
function cutPortions(sized: readonly { readonly key: Uint8Array; readonly byteCount: number }[]): Uint8Array[][] {
	const portions: Uint8Array[][] = [];
	let portion: Uint8Array[] = [];
	let portionBytes = 0;
	for (const { key, byteCount } of sized) {
		if (portion.length > 0 && (portionBytes + byteCount > sliceTextBytesMax || portion.length === keysPerQueryMax)) {
			portions.push(portion);
			portion = [];
			portionBytes = 0;
		}
		portion.push(key);
		portionBytes += byteCount;
	}
	return portion.length === 0 ? portions : [...portions, portion];
}
