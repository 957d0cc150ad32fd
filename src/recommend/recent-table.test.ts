import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRecentTable, openRecentTable } from './recent-table.ts';

const steps = fc.array(fc.record({ key: fc.nat(40), value: fc.nat(1000) }), { maxLength: 400 });

test('the table is a map that evicts the oldest key, also when it is reopened in between', () => {
	fc.assert(
		fc.property(steps, fc.integer({ min: 1, max: 30 }), fc.nat(400), (all, capacity, reopenedAt) => {
			let table = createRecentTable(capacity);
			const map = new Map<number, number>();
			for (const [index, { key, value }] of all.entries()) {
				if (index === reopenedAt) table = openRecentTable(capacity, table.state);
				// Some hash far apart, some close together.
				const wide = key * 2 ** 47 + (key % 3);
				table.set(wide, value);
				map.set(wide, value);
				const [oldest] = map.keys();
				if (map.size > capacity && oldest !== undefined) map.delete(oldest);
				for (let other = 0; other <= 40; other += 1) {
					const otherKey = other * 2 ** 47 + (other % 3);
					assert.equal(table.get(otherKey), map.get(otherKey));
				}
			}
		}),
		{ numRuns: 60 },
	);
});

test('a table of few keys is small, whatever its capacity', () => {
	const table = createRecentTable(1_000_000);
	for (let key = 0; key < 50; key += 1) table.set(key, key);
	assert(table.byteCount() < 4096, `${table.byteCount()} bytes`);
	for (let key = 0; key < 5000; key += 1) table.set(key, key);
	for (let key = 0; key < 5000; key += 1) assert.equal(table.get(key), key);
});
