import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSeededRandom, createXoshiro128StarStar, spreadSeed } from './seeded-random.ts';

function draw<T>(count: number, next: () => T): T[] {
	return Array.from({ length: count }, next);
}

describe('the generator', () => {
	it('gives the numbers of the reference implementation in C for the state 1, 2, 3, 4', () => {
		const next = createXoshiro128StarStar(new Uint32Array([1, 2, 3, 4]));

		assert.deepEqual(
			draw(10, next),
			[11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804],
		);
	});

	it('is seeded with the published outputs of SplitMix64 for 1234567', () => {
		const words = spreadSeed(1234567n);

		const joined = [0, 2].map((at) => BigInt(words[at] ?? 0) | (BigInt(words[at + 1] ?? 0) << 32n));
		assert.deepEqual(joined, [6457827717110365317n, 3203168211198807973n]);
	});

	it('rejects the state of all zeros, which it would never leave', () => {
		assert.throws(() => createXoshiro128StarStar(new Uint32Array(4)));
	});
});

describe('a seed', () => {
	it('reproduces the same sequence, and another seed gives another', () => {
		fc.assert(
			fc.property(fc.maxSafeInteger(), (seed) => {
				const first = draw(4, createSeededRandom(seed).uint32);
				const again = draw(4, createSeededRandom(seed).uint32);
				const other = draw(4, createSeededRandom(seed === 0 ? 1 : -seed).uint32);
				assert.deepEqual(first, again);
				assert.notDeepEqual(first, other);
			}),
		);
	});

	it('is a safe integer', () => {
		assert.throws(() => createSeededRandom(0.5));
		assert.throws(() => createSeededRandom(Number.NaN));
	});
});

describe('whole numbers', () => {
	it('stay between their bounds, and reach both', () => {
		fc.assert(
			fc.property(fc.integer(), fc.integer({ min: -1000, max: 1000 }), fc.nat(3), (seed, least, width) => {
				const random = createSeededRandom(seed);
				const seen = new Set(draw(200, () => random.integer(least, least + width)));
				assert.deepEqual(
					[...seen].sort((a, b) => a - b),
					draw(
						width + 1,
						(
							(next) => () =>
								next++
						)(least),
					),
				);
			}),
		);
	});

	it('reach the whole range of 32 bits', () => {
		const random = createSeededRandom(7);
		const drawn = draw(1000, () => random.integer(0, 2 ** 32 - 1));
		assert(drawn.some((value) => value > 2 ** 31) && drawn.some((value) => value < 2 ** 31));
	});

	it('are uniformly distributed: chi-squared of 60,000 throws of a die stays below the 99.9 % bound', () => {
		const random = createSeededRandom(20240601);
		const counts = [0, 0, 0, 0, 0, 0];
		for (let round = 0; round < 60_000; round += 1) {
			const face = random.integer(0, 5);
			counts[face] = (counts[face] ?? 0) + 1;
		}
		const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
		assert(chiSquared < 20.52, `chi-squared is ${chiSquared}`);
	});

	it('require bounds in order', () => {
		assert.throws(() => createSeededRandom(1).integer(2, 1));
		assert.throws(() => createSeededRandom(1).integer(0, 2 ** 32));
	});
});

describe('choices', () => {
	it('a fraction is in [0, 1) and averages one half', () => {
		const random = createSeededRandom(3);
		const drawn = draw(20_000, random.fraction);
		const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
		assert(drawn.every((value) => value >= 0 && value < 1));
		// The standard error of the mean is 0.289 / √20000 = 0.002; five of them are 0.01.
		assert(Math.abs(mean - 0.5) < 0.01, `the mean is ${mean}`);
	});

	it('a chance of 0 never happens and a chance of 1 always does', () => {
		const random = createSeededRandom(4);
		assert(draw(500, () => random.chance(0)).every((came) => !came));
		assert(draw(500, () => random.chance(1)).every((came) => came));
	});

	it('a weighted pick follows the weights and never picks a weight of 0', () => {
		const random = createSeededRandom(5);
		const drawn = draw(10_000, () => random.pickWeighted(['never', 'seldom', 'often', 'never'], [0, 1, 3, 0]));
		const seldomShare = drawn.filter((name) => name === 'seldom').length / drawn.length;
		assert(!drawn.includes('never'));
		// The standard error of a share of 1/4 over 10,000 draws is 0.0043; five of them are 0.022.
		assert(Math.abs(seldomShare - 0.25) < 0.022, `the share is ${seldomShare}`);
	});

	it('picking requires a non-empty list', () => {
		const random = createSeededRandom(6);
		assert.throws(() => random.pick([]));
		assert.throws(() => random.pickWeighted(['a'], [0]));
		assert.throws(() => random.pickWeighted(['a'], [1, 1]));
		assert.throws(() => random.pickWeighted(['a', 'b'], [1, -1]));
	});

	it('a shuffle keeps every entry and leaves the given list unchanged', () => {
		fc.assert(
			fc.property(fc.integer(), fc.array(fc.integer()), (seed, list) => {
				const before = [...list];
				const shuffled = createSeededRandom(seed).shuffle(list);
				assert.deepEqual(list, before);
				assert.deepEqual([...shuffled].sort(), [...list].sort());
			}),
		);
	});

	it('a shuffle reaches every order equally often', () => {
		const random = createSeededRandom(8);
		const counts = new Map<string, number>();
		for (let round = 0; round < 60_000; round += 1) {
			const order = random.shuffle(['a', 'b', 'c']).join('');
			counts.set(order, (counts.get(order) ?? 0) + 1);
		}
		const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
		assert.equal(counts.size, 6);
		assert(chiSquared < 20.52, `chi-squared is ${chiSquared}`);
	});

	it('normal numbers have the mean and the deviation asked for', () => {
		const random = createSeededRandom(9);
		const drawn = draw(20_000, () => random.normal(10, 2));
		const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
		const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length;
		assert(Math.abs(mean - 10) < 0.1, `the mean is ${mean}`);
		assert(Math.abs(Math.sqrt(variance) - 2) < 0.1, `the deviation is ${Math.sqrt(variance)}`);
	});
});
