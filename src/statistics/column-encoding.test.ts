import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ColumnReader } from './column-bytes.ts';
import { encodeColumn, openColumn } from './column-encoding.ts';

/** Encodes a column behind other bytes, and opens it again. */
function reopen(values: Float64Array | BigInt64Array): { reader: ColumnReader; byteCount: number } {
	const { code, byteCount, writeTo } = encodeColumn(values);
	const bytes = { buffer: new ArrayBuffer(8 + byteCount), byteOffset: 8 };
	writeTo(bytes);
	const opened = openColumn({ ...bytes, byteLength: byteCount }, code, values.length);
	assert.equal(opened.byteCount, byteCount);
	return { reader: opened.open(), byteCount };
}

function copyOf(reader: ColumnReader, from: number, to: number): number[] {
	const copy = new Float64Array(to - from + 1).fill(-7);
	reader.copy(copy, { from, to });
	assert.equal(copy[to - from], -7, 'only the rows that were asked for are written');
	return [...copy.subarray(0, to - from)];
}

/** Columns in which one value is usual, more or less. */
function columnsOf<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
	return fc.tuple(value, fc.nat(40)).chain(([usual, weight]) =>
		fc.array(fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: value }), {
			maxLength: 200,
		}),
	);
}

const numbers = fc.oneof(
	...[1, 0xff, 0xffff, 0xffff_ffff, Number.MAX_SAFE_INTEGER].map((max) => fc.nat(max)),
	...[0x7f, 0x7fff, 0x7fff_ffff].map((max) => fc.integer({ min: -max - 1, max })),
);

test('a column has the numbers that were encoded, in any range of rows', () => {
	fc.assert(
		fc.property(columnsOf(numbers), fc.nat(200), fc.nat(200), (list, one, other) => {
			const { reader } = reopen(Float64Array.from(list));
			const [from, to] = [Math.min(one, other, list.length), Math.min(Math.max(one, other), list.length)] as const;
			assert.deepEqual(copyOf(reader, from, to), list.slice(from, to));
			assert.equal(
				reader.isZero,
				list.every((value) => value === 0),
			);
			assert.deepEqual([...reader.amounts()], list.map(BigInt));
		}),
	);
});

test('a column of rows that are sorted is read from any row on, however long it is', () => {
	const step = fc.oneof(
		{ weight: 20, arbitrary: fc.nat(3) },
		{ weight: 1, arbitrary: fc.integer({ min: -9, max: 400 }) },
	);
	const few = fc.tuple(fc.array(step, { minLength: 1, maxLength: 60 }), fc.constantFrom(1, 10, 300));
	fc.assert(
		fc.property(few, fc.nat(), fc.nat(), ([steps, repeated], one, other) => {
			let value = 0;
			const list = Array.from({ length: repeated * steps.length }, (_, at) => (value += steps[at % steps.length] ?? 0));
			const [from, to] = [one % list.length, other % list.length].sort((a, b) => a - b) as [number, number];
			const { reader } = reopen(Float64Array.from(list));
			assert.deepEqual(copyOf(reader, from, to), list.slice(from, to));
			assert.deepEqual([...reader.amounts()], list.map(BigInt));
		}),
	);
});

test('amounts are exact, whatever their size', () => {
	const amounts = fc.oneof(
		fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
		fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
		fc.bigInt({ min: -1000n, max: 1000n }),
	);
	fc.assert(
		fc.property(columnsOf(amounts), (list) => {
			const { reader } = reopen(BigInt64Array.from(list));
			assert.deepEqual([...reader.amounts()], list);
			assert.deepEqual(copyOf(reader, 0, list.length), list.map(Number));
		}),
	);
});

describe('bytes', () => {
	const sizes: readonly [what: string, column: Float64Array | BigInt64Array, byteCount: number][] = [
		['zeros take none', new Float64Array(1_000), 0],
		['amounts of zero take none', new BigInt64Array(1_000), 0],
		['a value for all rows takes its head', new Float64Array(1_000).fill(70_000), 16],
		['small numbers take one byte each', Float64Array.from({ length: 1_000 }, (_, at) => at % 200), 1_000],
		['a value that lasts takes its first rows', Float64Array.from({ length: 1_000 }, (_, at) => at - (at % 250)), 32],
		['numbers that rise slowly take one byte each', Float64Array.from({ length: 1_000 }, (_, at) => 200 * at), 1_024],
		[
			'one purchase among many rows takes its row and its amount',
			BigInt64Array.from({ length: 1_000 }, (_, at) => (at === 9 ? 125_000n : 0n)),
			32,
		],
	];
	for (const [what, column, byteCount] of sizes) {
		test(what, () => assert.equal(reopen(column).byteCount, byteCount));
	}

	test('that end early are refused', () => {
		const { code, byteCount, writeTo } = encodeColumn(new Float64Array(1_000).fill(3, 10));
		const bytes = { buffer: new ArrayBuffer(byteCount), byteOffset: 0 };
		writeTo(bytes);
		for (let byteLength = 0; byteLength < byteCount; byteLength += 1) {
			assert.throws(() => openColumn({ ...bytes, byteLength }, code, 1_000), /ends early/);
		}
	});
});
