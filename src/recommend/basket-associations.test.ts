import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../test/support/test-length.ts';
import { type BasketAssociations, createBasketAssociations, restoreBasketAssociations } from './basket-associations.ts';
import { toLogLikelihoodRatio } from './log-likelihood-ratio.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const options = { itemsMax: 8, partnersMax: 8, bothMin: 1 };
const baskets = fc.array(fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 5 }), { maxLength: 20 });

function addBasket(associations: BasketAssociations, basket: readonly number[]): void {
	for (const [at, item] of basket.entries()) associations.add(item, basket.slice(0, at));
}

function build(all: readonly (readonly number[])[], more = {}): BasketAssociations {
	const associations = createBasketAssociations({ ...options, ...more });
	for (const basket of all) addBasket(associations, basket);
	return associations;
}

/** Counts a pair by scanning every basket. */
function scan(all: readonly (readonly number[])[], item: number, partner: number) {
	const has = (wanted: boolean, other: boolean) =>
		all.filter((basket) => basket.includes(item) === wanted && basket.includes(partner) === other).length;
	return {
		both: has(true, true),
		firstOnly: has(true, false),
		secondOnly: has(false, true),
		neither: has(false, false),
	};
}

describe('basket associations', () => {
	// Bread (0) is in every basket; milk (1) and tea (2) go together.
	const shop = [
		[0, 1, 2],
		[0, 1, 2],
		[0, 3],
		[0, 4],
		[0, 3, 4],
	];

	it('prefer what goes with an item to what goes with everything', () => {
		const related = build(shop).related({ items: [1], count: 5 });
		assert.deepEqual(
			related.map(({ item }) => item),
			[2],
		);
		assert.deepEqual(build(shop).evidence(1, 0)?.both, 2);
	});

	it('count a pair in both directions, and have no pairs that never met', () => {
		const associations = build(shop);
		assert.deepEqual(associations.evidence(1, 2), associations.evidence(2, 1));
		assert.equal(associations.evidence(1, 3), undefined);
		assert.equal(associations.evidence(7, 3), undefined);
	});

	it('leave out pairs that were seen too rarely', () => {
		assert.deepEqual(build([[1, 2], [3], [3]], { bothMin: 2 }).related({ items: [1], count: 5 }), []);
	});

	it('have the counts and sums of ratios of a scan over all baskets', () => {
		fc.assert(
			fc.property(baskets, fc.uniqueArray(fc.nat(7), { maxLength: 3 }), (all, items) => {
				const associations = build(all);
				const others = [0, 1, 2, 3, 4, 5, 6, 7].filter((item) => !items.includes(item));
				const expected = others.flatMap((partner) => {
					const ratios = items.map((item) => scan(all, item, partner)).filter(({ both }) => both > 0);
					const score = ratios.reduce((sum, table) => sum + Math.max(0, toLogLikelihoodRatio(table)), 0);
					return score > 0 ? [{ item: partner, score }] : [];
				});
				const related = associations.related({ items, count: 8 });
				assert.deepEqual(new Set(related.map(({ item }) => item)), new Set(expected.map(({ item }) => item)));
				for (const { item, score } of expected) {
					const ours = related.find((entry) => entry.item === item)?.score ?? 0;
					assert.ok(Math.abs(ours - score) < 1e-9 * (1 + score));
				}
			}),
		);
	});

	it('apply the rule during the search', () => {
		const associations = build([[1, 2], [1, 2], [1, 3], [4]]);
		const related = associations.related({ items: [1], count: 1, isAllowed: (item) => item !== 2 });
		assert.deepEqual(
			related.map(({ item }) => item),
			[3],
		);
	});

	it('replace the rarest partner by a new one when a block is full', () => {
		const associations = build(
			[
				[1, 2],
				[1, 2],
				[1, 3],
				[1, 4],
			],
			{ partnersMax: 2 },
		);
		assert.equal(associations.evidence(1, 2)?.both, 2);
		assert.equal(associations.evidence(1, 3), undefined);
		assert.equal(associations.evidence(1, 4)?.both, 1);
	});

	it('are restored from their bytes; other limits and damage are rejected', () => {
		fc.assert(
			fc.property(baskets, baskets, (before, after) => {
				const associations = build(before);
				const bytes = associations.toBytes();
				const restored = restoreBasketAssociations(options, bytes);
				for (const basket of after) for (const one of [associations, restored]) addBasket(one, basket);
				assert.deepEqual(restored.toBytes(), associations.toBytes());
				assert.throws(() => restoreBasketAssociations({ ...options, partnersMax: 3 }, bytes), SnapshotError);
				bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
				assert.throws(() => restoreBasketAssociations(options, bytes), SnapshotError);
			}),
		);
	});

	it('are as if a forgotten item had never been in a basket, except for the number of baskets', () => {
		fc.assert(
			fc.property(baskets, fc.nat(7), fc.nat(7), (all, forgotten, item) => {
				const associations = build(all);
				associations.forget(Uint8Array.from({ length: 8 }, (_, at) => (at === forgotten ? 1 : 0)));
				for (let partner = 0; partner < 8; partner += 1) {
					const isGone = forgotten === item || forgotten === partner;
					const expected = isGone || partner === item ? 0 : scan(all, item, partner).both;
					assert.equal(associations.evidence(item, partner)?.both ?? 0, expected);
				}
			}),
		);
	});

	it('reuse the memory of forgotten items', () => {
		const associations = build([
			[1, 2],
			[1, 2],
		]);
		const bytesBefore = associations.byteCount();
		for (let round = 0; round < 50; round += 1) {
			associations.forget(Uint8Array.of(0, 1, 1, 0, 0, 0, 0, 0));
			for (let n = 0; n < 2; n += 1) addBasket(associations, [2, 1]);
			assert.equal(associations.evidence(1, 2)?.both, 2);
		}
		assert.equal(associations.byteCount(), bytesBefore);
	});

	it('stay within their memory under many pairs', () => {
		const associations = createBasketAssociations({ itemsMax: 300, partnersMax: 16, bothMin: 2 });
		for (let n = 0; n < chooseLength(100_000, 500_000); n += 1) {
			const item = (n * 7919) % 300;
			associations.add(item, [(item + 1 + (n % 298)) % 300]);
		}
		assert.equal(associations.byteCount(), 300 * 4 * (4 + 2 * 16));
	});
});
