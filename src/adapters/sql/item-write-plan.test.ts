import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { ItemWrite } from '../../domain/item/item.ts';
import {
	type PresentItem,
	planDeletes,
	planPuts,
	planWrites,
	toDeleteResults,
	toPutResults,
	type WritePlan,
} from './item-write-plan.ts';

const rules = { preset: 'generic', priceFormat: { locale: 'en', currency: 'EUR' } } as const;
const before = { seq: 4, itemCount: 1 };

function put(id: string, price = 1): Extract<ItemWrite, { kind: 'put' }> {
	return { kind: 'put', id, text: JSON.stringify({ id, price }), groupId: null };
}

function remove(id: string): Extract<ItemWrite, { kind: 'delete' }> {
	return { kind: 'delete', id };
}

function plan(
	writes: readonly ItemWrite[],
	present: Readonly<Record<string, PresentItem>>,
	isCopying = false,
): WritePlan {
	const byKey = new Map(Object.entries(present).map(([id, item]) => [toItemKey(id), item]));
	return planWrites(writes, byKey, { ...before, rules, isCopying });
}

/** Id, `seq` and `firstSeq` of the rows; tombstones have a cross. */
function toShort({ rows }: Pick<WritePlan, 'rows'>): string[] {
	return rows.map(({ id, seq, firstSeq, body }) => `${id} ${seq} ${firstSeq}${body === null ? ' ✝' : ''}`);
}

const item: PresentItem = { firstSeq: 2, isTombstone: false, text: '{"id":"a","price":1}' };
const tombstone: PresentItem = { firstSeq: 1, isTombstone: true, text: null };

test('an item that is deleted and put again is a new one, and has one row', () => {
	const outcome = plan([put('a', 2), remove('a'), put('a', 3), put('b')], { a: item });
	assert.deepEqual(
		outcome.results.map(({ result }) => result),
		['updated', 'deleted', 'created', 'created'],
	);
	assert.deepEqual(toShort(outcome), ['a 7 7', 'b 8 8']);
	assert.deepEqual(
		outcome.superseding.map(({ seq }) => seq),
		[5, 8],
	);
	assert.equal(outcome.rows[0]?.body, put('a', 3).text);
	assert.deepEqual([outcome.seq, outcome.itemCount], [8, 2]);
});

test('an item that is put and deleted leaves its tombstone', () => {
	const outcome = plan([put('b'), remove('b')], {});
	assert.deepEqual(toShort(outcome), ['b 6 5 ✝']);
	assert.deepEqual([outcome.seq, outcome.itemCount], [6, 1]);
});

test('a merge applies to the result of earlier writes, and finds nothing after a deletion', () => {
	const patch = (fields: object): ItemWrite => ({ kind: 'merge', id: 'a', patch: JSON.stringify(fields) });
	const outcome = plan([patch({ x: 1 }), patch({ y: 2 }), remove('a'), patch({ z: 3 })], { a: item });
	assert.deepEqual(
		outcome.results.map(({ result, text }) => [result, text && JSON.parse(text)]),
		[
			['updated', { id: 'a', price: 1, x: 1 }],
			['updated', { id: 'a', price: 1, x: 1, y: 2 }],
			['deleted', undefined],
			['not_found', undefined],
		],
	);
	assert.deepEqual(toShort(outcome), ['a 7 2 ✝']);
	assert.equal(outcome.itemCount, 0);
});

test('an item that was deleted before starts again', () => {
	assert.deepEqual(toShort(plan([put('a')], { a: tombstone })), ['a 5 5']);
});

test('what changes nothing takes no number', () => {
	const outcome = plan([remove('a'), remove('b')], { a: tombstone });
	assert.deepEqual(outcome.rows, []);
	assert.deepEqual([outcome.seq, outcome.itemCount], [4, 1]);
});

test('during a copy, deleting a missing item leaves one tombstone', () => {
	const outcome = plan([remove('a'), remove('b'), remove('b')], { a: tombstone }, true);
	assert.deepEqual(
		outcome.results.map(({ result }) => result),
		['not_found', 'not_found', 'not_found'],
	);
	assert.deepEqual(toShort(outcome), ['b 5 5 ✝']);
	assert.deepEqual([outcome.seq, outcome.itemCount], [5, 1]);
});

test('a bulk of puts has a row for each item, and only the first of a new one creates it', () => {
	const writes = [put('a'), put('b'), put('a', 2)];
	const rows = planPuts(writes, 4);
	assert.deepEqual(toShort({ rows }), ['a 7 5', 'b 6 6']);
	assert.equal(rows[0]?.body, put('a', 2).text);
	const results = (createdSeqs: number[]) => toPutResults(writes, 4, new Set(createdSeqs)).map(({ result }) => result);
	assert.deepEqual(results([5, 6]), ['created', 'created', 'updated']);
	assert.deepEqual(results([6]), ['updated', 'created', 'updated']);
});

test('a bulk of deletions numbers each item once, and finds it once', () => {
	const writes = [remove('a'), remove('b'), remove('a'), remove('c')];
	const rows = planDeletes(writes, 4);
	assert.deepEqual(
		[...rows].map(([id, { seq }]) => [id, seq]),
		[
			['a', 5],
			['b', 6],
			['c', 7],
		],
	);
	assert.deepEqual(
		toDeleteResults(writes, rows, new Set([5, 7])).map(({ result }) => result),
		['deleted', 'not_found', 'not_found', 'deleted'],
	);
});
