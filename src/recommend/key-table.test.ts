import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createKeyTable, restoreKeyTable, toWideKey, type WideKey } from './key-table.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const keysMax = 8;

function toKey(n: number, tag = 0): WideKey {
	return toWideKey(createHash('md5').update(String(n)).digest('hex'), tag);
}

/** Keys with the same low bits, so that all hash to the same slots. */
function toCollidingKey(n: number): WideKey {
	return { a: n << 20, b: 0, c: n, d: 0, tag: 0 };
}

const commands = fc.array(fc.tuple(fc.constantFrom('use', 'remove'), fc.nat(14)), { maxLength: 80 });

/**
 * Runs the commands on the table, which is saved and restored after `cut` of them, and on a map: the number of each
 * key.
 */
function run(all: readonly (readonly [string, number])[], cut: number, makeKey: (n: number) => WideKey) {
	let table = createKeyTable(keysMax);
	const expected = new Map<number, number>();
	for (const [at, [command, n]] of all.entries()) {
		if (at === cut) table = restoreKeyTable(keysMax, table.toBytes());
		const known = expected.get(n);
		expected.delete(n);
		if (command === 'remove') {
			if (known !== undefined) table.remove(known);
			continue;
		}
		const number = table.use(makeKey(n));
		checkNumber(number, known, [...expected.values()]);
		if (number >= 0) expected.set(n, number);
	}
	return { table, expected };
}

function checkNumber(number: number, known: number | undefined, others: readonly number[]): void {
	if (known !== undefined) assert.equal(number, known);
	else if (others.length === keysMax) assert.equal(number, -1);
	else assert.ok(number >= 0 && number < keysMax && !others.includes(number));
}

describe('key table', () => {
	it('numbers keys in the order of their arrival and finds them by key and tag', () => {
		const table = createKeyTable(keysMax);
		assert.equal(table.use(toKey(7)), 0);
		assert.equal(table.use(toKey(8)), 1);
		assert.equal(table.use(toKey(7, 1)), 2);
		assert.equal(table.use(toKey(7)), 0);
		assert.equal(table.find(toKey(9)), -1);
		assert.equal(table.tagOf(2), 1);
	});

	it('writes keys as they were read', () => {
		const table = createKeyTable(keysMax);
		const hex = 'ff00a1b2800000017fffffff00000000';
		const bytes = Buffer.alloc(20);
		table.writeKey(table.use(toWideKey(hex, 0)), bytes, 4);
		assert.equal(bytes.toString('hex', 4), hex);
	});

	for (const [name, makeKey] of [
		['digests', toKey],
		['keys of one slot', toCollidingKey],
	] as const) {
		it(`behaves like a map in order of use, with ${name}, also when restored from its bytes`, () => {
			fc.assert(
				fc.property(commands, fc.nat(80), (all, cut) => {
					const { table, expected } = run(all, cut, makeKey);
					for (let n = 0; n < 15; n += 1) assert.equal(table.find(makeKey(n)), expected.get(n) ?? -1);
					const order: number[] = [];
					for (let number = table.oldest(); number >= 0; number = table.newerThan(number)) order.push(number);
					assert.deepEqual(order, [...expected.values()]);
					assert.equal(table.count(), expected.size);
				}),
			);
		});
	}

	it('rejects bytes of another size and damaged ones', () => {
		const table = createKeyTable(keysMax);
		table.use(toKey(1));
		const bytes = table.toBytes();
		assert.throws(() => restoreKeyTable(keysMax + 1, bytes), SnapshotError);
		bytes[40] = (bytes[40] ?? 0) ^ 1;
		assert.throws(() => restoreKeyTable(keysMax, bytes), SnapshotError);
	});

	it('stays within its memory while a hundred thousand keys come and go', () => {
		const table = createKeyTable(1000);
		for (let n = 0; n < 100_000; n += 1) {
			if (table.count() === 1000) table.remove(table.oldest());
			assert.ok(table.use(toKey(n)) >= 0);
		}
		assert.ok(table.byteCount() <= 1000 * 28 + 2048 * 4 + 1000 * 8);
	});
});
