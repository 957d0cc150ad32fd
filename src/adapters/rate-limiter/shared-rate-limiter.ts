/**
 * One rate limit for the threads of a process: the buckets are in shared memory, and no thread ever waits for another.
 *
 * A bucket is one word of 64 bits, which changes by compare-and-exchange. It says when the bucket will be full again, from
 * which its present content follows (the generic cell rate algorithm, from ATM networks):
 *
 *     word:    tag of the key, 28 bits │ when it is full, 36 bits        in 1/256 of the time of a token
 *     a set:   8 words                                                   the key's hash selects the set, and is the tag
 *
 *      now                     full at              with 3 tokens at most: 1 is left, because 2 have yet to come back
 *       ├──── token ──── token ────┤ - - - token - - ┤
 *
 * - A full bucket carries no information, so its word is free for another key. If all eight are in use, the one that will
 *   be full first is reused, which is generous to its owner.
 * - Two keys of a set have the same tag with a probability of 1 in 2^28. The hash has a secret seed, so that clients
 *   cannot choose such keys.
 * - A thread that ends at any point leaves complete words behind.
 * - Threads that create a bucket for the same key at the same moment use the same word, unless another bucket of the set
 *   becomes full just then. A thread that finds two takes its own back. If a third thread has spent from that one
 *   meanwhile, both stay for a moment, and the key may have spent one token too many.
 */
import assert from 'node:assert/strict';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

const bucketsPerSet = 8;
const unitsPerToken = 256;
/** Times wrap around after this many units: 155 days at 20 tokens a second. */
const span = 2 ** 36;
/** The upper half of a word is its tag and the upper bits of its time. */
const upperTimeBits = 4;
/** A thread that was suspended for this long after it read the clock would take an empty bucket for a full one. */
const lateSecondsMax = 60;
/**
 * Each lost race is a token that another thread has spent from the same set in the last microsecond. After so many lost
 * races the key is being spent faster than any limit allows, so the call is refused: admitting it could exceed the limit.
 */
const triesMax = 64;

/** Which half of a word is the upper one in an array of 32 bits depends on the processor. */
const upperHalf = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 1 : 0;
const lowerHalf = 1 - upperHalf;

/** Memory for at least `keysMax` buckets of 8 bytes each; initially 0. */
export function createRateLimitMemory(keysMax = 100_000): SharedArrayBuffer {
	const setCount = 2 ** Math.ceil(Math.log2(Math.max(1, keysMax / bucketsPerSet)));
	return new SharedArrayBuffer(setCount * bucketsPerSet * BigInt64Array.BYTES_PER_ELEMENT);
}

export interface SharedRateLimiterOptions {
	/** From `createRateLimitMemory`. */
	readonly memory: SharedArrayBuffer;
	/** A secret whole number of 32 bits, the same for all threads. */
	readonly seed: number;
	/** Tokens that come back per second, 0 … 1,000,000; 0 switches the limit off. */
	readonly perSecond: number;
	/** Tokens that a bucket holds: a whole number, 1 … 60,000,000. */
	readonly burst: number;
	/** Must be the same for all threads, and never be set back. */
	readonly monotonicMs: () => number;
}

/**
 * All threads must open the memory with the same options. Cost of a call: O(length of the key), less than a microsecond.
 */
export function openSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
	return options.perSecond === 0 ? { spend: () => 0 } : openBuckets(options);
}

function openBuckets(options: SharedRateLimiterOptions): RateLimiter {
	const { memory, seed, perSecond, burst, monotonicMs } = options;
	assert(burst >= 1 && burst <= 60_000_000 && perSecond <= 1_000_000);
	const setCount = memory.byteLength / (bucketsPerSet * BigInt64Array.BYTES_PER_ELEMENT);
	const words = new BigInt64Array(memory);
	const halves = new Int32Array(memory);
	/** Scratch space to split and to compose a word. */
	const own = new BigInt64Array(1);
	const ownHalves = new Int32Array(own.buffer);
	const unitsPerMs = (perSecond * unitsPerToken) / 1000;
	const burstUnits = burst * unitsPerToken;
	const aheadMax = burstUnits + lateSecondsMax * 1000 * unitsPerMs;

	/**
	 * How many units a full bucket has more than this one. A bucket that has been full for long is as far behind `now` as
	 * the span allows.
	 */
	function countMissing(upper: number, lower: number, now: number): number {
		const fullAt = (upper & (2 ** upperTimeBits - 1)) * 2 ** 32 + (lower >>> 0);
		const ahead = (fullAt - now + span) % span;
		return ahead > aheadMax ? 0 : Math.min(ahead, burstUnits);
	}

	function toWord(tag: number, fullAt: number): bigint {
		const time = fullAt % span;
		ownHalves[upperHalf] = (tag << upperTimeBits) | Math.floor(time / 2 ** 32);
		ownHalves[lowerHalf] = (time % 2 ** 32) | 0;
		return own[0] as bigint;
	}

	/** @returns -1 when the key has no bucket in the set other than `except`. */
	function findWord(first: number, tag: number, except: number): number {
		for (let word = first; word < first + bucketsPerSet; word += 1) {
			const upper = Atomics.load(halves, 2 * word + upperHalf);
			if (upper >>> upperTimeBits === tag && word !== except) return word;
		}
		return -1;
	}

	function findFullest(first: number, now: number): number {
		let fullest = first;
		let leastMissing = Number.POSITIVE_INFINITY;
		for (let word = first; word < first + bucketsPerSet; word += 1) {
			const upper = Atomics.load(halves, 2 * word + upperHalf);
			const missing = countMissing(upper, Atomics.load(halves, 2 * word + lowerHalf), now);
			if (missing < leastMissing) [fullest, leastMissing] = [word, missing];
		}
		return fullest;
	}

	/** Whether there is another bucket of the key, which must be used instead. */
	function takeBackDoubled(first: number, tag: number, made: { readonly word: number; readonly value: bigint }) {
		if (findWord(first, tag, made.word) < 0) return false;
		return Atomics.compareExchange(words, made.word, made.value, 0n) === made.value;
	}

	/** @returns units until there is a token, 0 when one was spent; undefined when another thread was faster. */
	function trySpend(first: number, tag: number, now: number): number | undefined {
		const known = findWord(first, tag, -1);
		const word = known < 0 ? findFullest(first, now) : known;
		const before = Atomics.load(words, word);
		own[0] = before;
		const upper = ownHalves[upperHalf] as number;
		const isKnown = upper >>> upperTimeBits === tag;
		if (!isKnown && known >= 0) return undefined;
		const missing = (isKnown ? countMissing(upper, ownHalves[lowerHalf] as number, now) : 0) + unitsPerToken;
		if (missing > burstUnits) return missing - burstUnits;
		const value = toWord(tag, now + missing);
		if (Atomics.compareExchange(words, word, before, value) !== before) return undefined;
		return !isKnown && takeBackDoubled(first, tag, { word, value }) ? undefined : 0;
	}

	return {
		spend(key) {
			const { low, high } = hashKey(key, seed);
			const first = (low & (setCount - 1)) * bucketsPerSet;
			const tag = high >>> upperTimeBits || 1;
			const now = Math.floor(monotonicMs() * unitsPerMs) % span;
			for (let tries = 0; tries < triesMax; tries += 1) {
				const units = trySpend(first, tag, now);
				if (units !== undefined) return units / (unitsPerToken * perSecond);
			}
			return 1 / perSecond;
		},
	};
}

/** Two hashes similar to MurmurHash3 (one round for each character, its finalizer at the end). */
function hashKey(key: string, seed: number): { readonly low: number; readonly high: number } {
	let low = seed | 0;
	let high = ~seed;
	for (let index = 0; index < key.length; index += 1) {
		const code = key.charCodeAt(index);
		low = Math.imul(low ^ Math.imul(code + index, 0xcc9e2d51), 0x1b873593);
		low = (low << 13) | (low >>> 19);
		high = Math.imul(high ^ Math.imul(code ^ low, 0x85ebca6b), 0xc2b2ae35);
		high = (high << 15) | (high >>> 17);
	}
	return { low: finish(low ^ high), high: finish(high) };
}

function finish(hash: number): number {
	let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return mixed ^ (mixed >>> 16);
}
