import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FactRow } from '../domain/statistics/fact-table.ts';
import { openFacts } from './fact-part.ts';
import { createFactSums } from './fact-sums.ts';

type Row = FactRow<'conversions'>;

const dimension = fc.oneof(fc.nat(3), fc.nat(0xffff_ffff));
const rows: fc.Arbitrary<Row[]> = fc.array(
	fc.record({
		quarter: fc.nat(95),
		device: fc.nat(2),
		origin: fc.nat(6),
		query: dimension,
		item: dimension,
		reference: fc.constant(0),
		carts: fc.integer({ min: -300, max: 300 }),
		purchases: fc.nat(1),
		units: fc.nat(70_000),
		revenue: fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
	}),
	{ maxLength: 60 },
);

/** The rows of a part as texts, in an order of their own. */
function readRows(part: Uint8Array | undefined): string[] {
	if (part === undefined) return [];
	const { rowCount, columns } = openFacts('conversions', part);
	return Array.from({ length: rowCount }, (_, at) =>
		Object.entries(columns)
			.map(([name, column]) => `${name} ${column[at]}`)
			.join(', '),
	).sort();
}

function addUp(list: readonly Row[]): string[] {
	const sums = new Map<string, Record<string, number | bigint>>();
	for (const { carts = 0, purchases = 0, units = 0, revenue = 0n, ...dimensions } of list) {
		const key = JSON.stringify(dimensions);
		const sum = sums.get(key) ?? { ...dimensions, carts: 0, purchases: 0, units: 0, revenue: 0n };
		const added = { carts, purchases, units, revenue };
		for (const [name, value] of Object.entries(added)) {
			sum[name] =
				typeof value === 'bigint' ? BigInt.asIntN(64, (sum[name] as bigint) + value) : (sum[name] as number) + value;
		}
		sums.set(key, sum);
	}
	return [...sums.values()]
		.filter(({ carts, purchases, units, revenue }) => carts !== 0 || purchases !== 0 || units !== 0 || revenue !== 0n)
		.map((sum) =>
			Object.entries(sum)
				.map(([name, value]) => `${name} ${value}`)
				.join(', '),
		)
		.sort();
}

test('rows of equal dimensions add up, in one part or in several', () => {
	fc.assert(
		fc.property(rows, rows, (first, second) => {
			const parts = [first, second].map((list) => {
				const sums = createFactSums('conversions');
				for (const row of list) sums.add(row);
				return sums.pack();
			});
			const merged = createFactSums('conversions');
			for (const part of parts) if (part !== undefined) merged.addColumns(openFacts('conversions', part));
			assert.deepEqual(readRows(merged.pack()), addUp([...first, ...second]));
		}),
	);
});

test('what is taken back leaves no row', () => {
	fc.assert(
		fc.property(rows, (list) => {
			const sums = createFactSums('conversions');
			for (const row of list) sums.add(row);
			for (const row of list) sums.subtract(row);
			assert.equal(sums.pack(), undefined);
		}),
	);
});

test('a part is read wherever its bytes are in memory', () => {
	const sums = createFactSums('searches');
	sums.add({ quarter: 95, device: 1, source: 0, attempt: 2, query: 70_000, hits: 300, indices: 0, searches: 1 });
	const part = sums.pack() ?? new Uint8Array();
	const shifted = new Uint8Array(part.length + 3);
	shifted.set(part, 3);
	const { rowCount, columns } = openFacts('searches', shifted.subarray(3));
	assert.deepEqual([rowCount, columns.query[0], columns.hits[0], columns.revenue[0]], [1, 70_000, 300, 0n]);
});

test('bytes that are no part of the table are refused', () => {
	const part = createFactSums('displays');
	part.add({ quarter: 0, device: 0, origin: 4, reference: 9, displays: 1 });
	const bytes = part.pack() ?? new Uint8Array();
	assert.throws(() => openFacts('displays', bytes.subarray(0, 12)), /ends early|not a part/);
	assert.throws(() => openFacts('displays', new Uint8Array(64)), /not a part/);
});
