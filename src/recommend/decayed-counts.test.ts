import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDecayedCounts, restoreDecayedCounts } from './decayed-counts.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const hourMs = 3_600_000;
const options = { halfLifeMs: hourMs, itemsMax: 8 };

interface Event {
	readonly item: number;
	readonly weight: number;
	readonly atMs: number;
}

const events = fc.array(
	fc.record({ item: fc.nat(7), weight: fc.constantFrom(0.5, 1, 3), atMs: fc.integer({ min: 0, max: 20 * hourMs }) }),
	{ maxLength: 40 },
);

function count(all: readonly Event[]) {
	const counts = createDecayedCounts(options);
	for (const { item, weight, atMs } of all) counts.add(item, weight, atMs);
	return counts;
}

/** Decays every event on its own and adds up. */
function scan(all: readonly Event[], item: number, atMs: number): number {
	const own = all.filter((event) => event.item === item);
	return own.reduce((sum, event) => sum + event.weight * 2 ** (-(atMs - event.atMs) / hourMs), 0);
}

describe('decayed counts', () => {
	it('halve with every half-life', () => {
		const counts = createDecayedCounts(options);
		counts.add(3, 8, 0);
		counts.add(3, 1, 2 * hourMs);
		assert.equal(counts.countAt(3, 2 * hourMs), 3);
		assert.equal(counts.countAt(3, 3 * hourMs), 1.5);
		assert.equal(counts.countAt(4, 3 * hourMs), 0);
	});

	it('rank what is popular now above what once was', () => {
		const counts = createDecayedCounts(options);
		counts.add(1, 100, 0);
		counts.add(2, 1, 8 * hourMs);
		const ranked = (atMs: number) => counts.top({ count: 5, atMs }).map(({ item }) => item);
		assert.deepEqual(ranked(8 * hourMs), [2, 1]);
		assert.deepEqual(createRanked(100, 0), [1, 2]);
	});

	function createRanked(first: number, atMs: number): number[] {
		const plain = createDecayedCounts({ halfLifeMs: Number.POSITIVE_INFINITY, itemsMax: 8 });
		plain.add(1, first, 0);
		plain.add(2, 1, 8 * hourMs);
		return plain.top({ count: 5, atMs }).map(({ item }) => item);
	}

	it('equal the sum of all events, each decayed on its own, in any order of arrival', () => {
		fc.assert(
			fc.property(events, (all) => {
				const counts = count(all);
				const atMs = 20 * hourMs;
				for (let item = 0; item < 8; item += 1) {
					const expected = scan(all, item, atMs);
					assert.ok(Math.abs(counts.countAt(item, atMs) - expected) <= 1e-9 * (1 + expected));
				}
			}),
		);
	});

	it('apply the rule during the search, so refused items do not reduce the results', () => {
		const counts = count([1, 2, 3, 4].map((item) => ({ item, weight: item, atMs: 0 })));
		const top = counts.top({ count: 2, atMs: 0, isAllowed: (item) => item !== 4 });
		assert.deepEqual(top, [
			{ item: 3, score: 3 },
			{ item: 2, score: 2 },
		]);
	});

	it('are restored from their bytes; other options and damage are rejected', () => {
		fc.assert(
			fc.property(events, (all) => {
				const bytes = count(all).toBytes();
				assert.deepEqual(restoreDecayedCounts(options, bytes).toBytes(), bytes);
				assert.throws(() => restoreDecayedCounts({ ...options, halfLifeMs: 1 }, bytes), SnapshotError);
				bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4;
				assert.throws(() => restoreDecayedCounts(options, bytes), SnapshotError);
			}),
		);
	});

	it('stay within their memory under a million events', () => {
		const counts = createDecayedCounts({ halfLifeMs: hourMs, itemsMax: 500 });
		for (let n = 0; n < 1_000_000; n += 1) counts.add((n * 31) % 500, 1, n);
		assert.equal(counts.byteCount(), 500 * 24);
	});
});
