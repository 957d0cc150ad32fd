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
 * - Other processes may have spent tokens of the same key (`raiseMissing`), and all of them together more than a bucket
 *   holds. Then the bucket is in debt: it is full later than an empty one, and has no token until that is paid back.
 */
import assert from 'node:assert/strict';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { bucketsPerSet, openBucketWords, type Slot, span, unitsPerToken, upperTimeBits } from './bucket-words.ts';

/**
 * Each lost race is a token that another thread has spent from the same set in the last microsecond. After so many lost
 * races the key is being spent faster than any limit allows, so the call is refused: admitting it could exceed the limit.
 */
const triesMax = 64;

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
	/** Tokens that an empty bucket may owe, a whole number; 0 by default. Together with `burst` at most 60,000,000. */
	readonly debtMax?: number;
	/** Must be the same for all threads, and never be set back. */
	readonly monotonicMs: () => number;
}

export interface SharedRateLimiter extends RateLimiter {
	readonly isOff: boolean;
	/** In which a token comes back; 0 when it is off. */
	readonly tokenMs: number;
	/** In which a bucket is full again that owes all that it may; 0 when it is off. */
	readonly missingMsMax: number;
	/**
	 * Takes as many tokens of `key` that its bucket is not full before `missingMs` from now. Does nothing when it has
	 * fewer tokens already. Never waits.
	 */
	raiseMissing(key: string, missingMs: number): void;
}

const off: SharedRateLimiter = {
	...{ isOff: true, tokenMs: 0, missingMsMax: 0 },
	spend: () => 0,
	raiseMissing: () => undefined,
};

/**
 * All threads must open the memory with the same options. Cost of a call: O(length of the key), less than a microsecond.
 */
export function openSharedRateLimiter(options: SharedRateLimiterOptions): SharedRateLimiter {
	const { perSecond, burst, debtMax = 0 } = options;
	if (perSecond === 0) return off;
	const tokenMs = 1000 / perSecond;
	return { isOff: false, tokenMs, missingMsMax: (burst + debtMax) * tokenMs, ...openBuckets(options) };
}

function openBuckets(options: SharedRateLimiterOptions): Pick<SharedRateLimiter, 'spend' | 'raiseMissing'> {
	const { memory, seed, perSecond, burst, debtMax = 0, monotonicMs } = options;
	assert(burst >= 1 && burst + debtMax <= 60_000_000 && perSecond <= 1_000_000);
	const setCount = memory.byteLength / (bucketsPerSet * BigInt64Array.BYTES_PER_ELEMENT);
	const unitsPerMs = (perSecond * unitsPerToken) / 1000;
	const burstUnits = burst * unitsPerToken;
	const missingMax = burstUnits + debtMax * unitsPerToken;
	const words = openBucketWords(memory, missingMax, unitsPerMs);

	function toSlot(key: string): Slot {
		const { low, high } = hashKey(key, seed);
		const first = (low & (setCount - 1)) * bucketsPerSet;
		return { first, tag: high >>> upperTimeBits || 1, now: Math.floor(monotonicMs() * unitsPerMs) % span };
	}

	return {
		spend(key) {
			const slot = toSlot(key);
			for (let tries = 0; tries < triesMax; tries += 1) {
				if (!words.find(slot)) continue;
				const missing = words.seen.missing + unitsPerToken;
				if (missing > burstUnits) return (missing - burstUnits) / (unitsPerToken * perSecond);
				if (words.change(slot, missing)) return 0;
			}
			return 1 / perSecond;
		},
		raiseMissing(key, missingMs) {
			const slot = toSlot(key);
			const missing = Math.min(Math.floor(missingMs * unitsPerMs), missingMax);
			for (let tries = 0; tries < triesMax; tries += 1) {
				if (words.find(slot) && (words.seen.missing >= missing || words.change(slot, missing))) return;
			}
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
