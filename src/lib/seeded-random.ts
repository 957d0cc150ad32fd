/**
 * Reproducible randomness: the same seed gives the same numbers on every machine.
 *
 * The generator is xoshiro128** 1.1 (D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators",
 * https://prng.di.unimi.it/xoshiro128starstar.c): 128 bits of state, period 2^128 − 1, and 32-bit arithmetic only,
 * which `Math.imul` and the shifts of JavaScript provide without BigInt. Its authors recommend filling the state from a
 * generator of another kind, so a seed goes through SplitMix64 (https://prng.di.unimi.it/splitmix64.c) first. So small
 * neighbouring seeds give unrelated sequences, and the one forbidden state, all zeros, does not occur.
 *
 * Not for secrets: a few numbers reveal the rest.
 */
import assert from 'node:assert/strict';

export interface SeededRandom {
	/** A whole number in [0, 2^32), uniformly distributed. */
	uint32(): number;
	/** A number in [0, 1) with 32 random bits: a multiple of 2^-32. */
	fraction(): number;
	/**
	 * A whole number in [least, most], both included, uniformly distributed. Throws unless both are safe integers with 0
	 * ≤ `most − least` < 2^32.
	 */
	integer(least: number, most: number): number;
	/** True with the probability `share`: never for 0, always for 1. */
	chance(share: number): boolean;
	/** One entry of a list, uniformly distributed; throws when the list is empty. */
	pick<T>(list: readonly T[]): T;
	/**
	 * One entry of a list, with a probability proportional to its weight. Cost: O(entries). `weights` has one number ≥ 0
	 * per entry; throws when the lengths differ or no weight is above 0.
	 */
	pickWeighted<T>(list: readonly T[], weights: readonly number[]): T;
	/** A new list of the same entries in random order (Fisher and Yates). */
	shuffle<T>(list: readonly T[]): T[];
	/** A normally distributed number (Marsaglia's polar method, 1964). */
	normal(mean: number, deviation: number): number;
}

/** @param seed a safe integer, which may be negative; throws for anything else */
export function createSeededRandom(seed: number): SeededRandom {
	assert(Number.isSafeInteger(seed), `a seed is a safe integer, not ${seed}`);
	const uint32 = createXoshiro128StarStar(spreadSeed(BigInt(seed)));

	function fraction(): number {
		return uint32() / 2 ** 32;
	}

	function integer(least: number, most: number): number {
		const choiceCount = most - least + 1;
		assert(
			Number.isSafeInteger(least) && Number.isSafeInteger(most) && choiceCount >= 1 && choiceCount <= 2 ** 32,
			`no whole numbers between ${least} and ${most}`,
		);
		// Numbers above the last full multiple would favour small remainders, so they are drawn again.
		const acceptedBelow = 2 ** 32 - (2 ** 32 % choiceCount);
		let drawn = uint32();
		while (drawn >= acceptedBelow) drawn = uint32();
		return least + (drawn % choiceCount);
	}

	function pick<T>(list: readonly T[]): T {
		assert(list.length > 0, 'cannot pick from an empty list');
		return list[integer(0, list.length - 1)] as T;
	}

	function pickWeighted<T>(list: readonly T[], weights: readonly number[]): T {
		assert.equal(weights.length, list.length, 'every entry has a weight');
		return list[findByWeight(weights, fraction())] as T;
	}

	function shuffle<T>(list: readonly T[]): T[] {
		const shuffled = [...list];
		for (let last = shuffled.length - 1; last > 0; last -= 1) {
			const other = integer(0, last);
			const entry = shuffled[last] as T;
			shuffled[last] = shuffled[other] as T;
			shuffled[other] = entry;
		}
		return shuffled;
	}

	function normal(mean: number, deviation: number): number {
		for (;;) {
			const x = fraction() * 2 - 1;
			const y = fraction() * 2 - 1;
			const square = x * x + y * y;
			// The second number of the pair is dropped: keeping it would make a draw depend on earlier ones.
			if (square > 0 && square < 1) return mean + deviation * x * Math.sqrt((-2 * Math.log(square)) / square);
		}
	}

	return {
		uint32,
		fraction,
		integer,
		chance: (share) => fraction() < share,
		pick,
		pickWeighted,
		shuffle,
		normal,
	};
}

/** The index whose range of the cumulated weights contains `fraction` of the sum. */
function findByWeight(weights: readonly number[], fraction: number): number {
	assert(
		weights.every((weight) => weight >= 0 && Number.isFinite(weight)),
		'weights are finite and ≥ 0',
	);
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	assert(total > 0, 'at least one weight is above 0');
	let rest = fraction * total;
	const found = weights.findIndex((weight) => {
		rest -= weight;
		return rest < 0;
	});
	// Subtraction rounds: if the rest never falls below zero, the last entry with a weight is chosen.
	return found === -1 ? weights.findLastIndex((weight) => weight > 0) : found;
}

/** The bare generator: each call returns its next 32-bit number. `state` is four words, not all zero; it is copied. */
export function createXoshiro128StarStar(state: Uint32Array): () => number {
	assert(state.length === 4 && state.some((word) => word !== 0), 'the state is four words, not all zero');
	let [s0, s1, s2, s3] = state as unknown as [number, number, number, number];
	return () => {
		const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
		const shifted = s1 << 9;
		s2 ^= s0;
		s3 ^= s1;
		s1 ^= s2;
		s0 ^= s3;
		s2 ^= shifted;
		s3 = rotateLeft(s3, 11);
		return result;
	};
}

/** The state of xoshiro128** for a seed: two outputs of SplitMix64, each as its low and its high word. */
export function spreadSeed(seed: bigint): Uint32Array {
	const words = new BigUint64Array(2);
	let counter = seed;
	for (let index = 0; index < words.length; index += 1) {
		counter = BigInt.asUintN(64, counter + 0x9e3779b97f4a7c15n);
		words[index] = mixSplitMix64(counter);
	}
	return new Uint32Array([...words].flatMap((word) => [Number(word & 0xffffffffn), Number(word >> 32n)]));
}

function mixSplitMix64(counter: bigint): bigint {
	const first = BigInt.asUintN(64, (counter ^ (counter >> 30n)) * 0xbf58476d1ce4e5b9n);
	const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn);
	return second ^ (second >> 31n);
}

function rotateLeft(word: number, bitCount: number): number {
	return (word << bitCount) | (word >>> (32 - bitCount));
}
