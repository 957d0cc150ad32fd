/**
 * The same rate limits for several threads: the buckets lie in memory that all of them hold.
 *
 *     memory:  locks, one for each set │ hashes of keys │ tokens and time of each bucket
 *     a set:   8 buckets, the one used last first; a ninth key takes the place of the one used longest ago
 *
 * A key's hash picks its set and stands for the key: with 62 bits, and a seed that nobody outside knows, two keys of
 * 100,000 share a bucket once in a billion starts.
 */
import { countTokens, type TokenBucketOptions, type TokenBuckets, toWaitSeconds } from './token-bucket.ts';

const bucketsPerSet = 8;
/** Of a set's lock: nobody has it, somebody has it, somebody has it and others wait. */
const free = 0;
const taken = 1;
const awaited = 2;
/**
 * The work under a lock takes less than a microsecond: who holds one for so long has ended. A thread that only waits for
 * a core of a crowded machine has not, and would give back the tokens that others spent meanwhile: hence so long.
 */
const lockWaitMsMax = 1000;

/** Where the parts of the memory begin, in bytes, and how many sets there are: a power of two. */
function layOut(setCount: number) {
	const hashesStart = Math.ceil(setCount / 2) * 8;
	const numbersStart = hashesStart + setCount * bucketsPerSet * 8;
	return { hashesStart, numbersStart, byteCount: numbersStart + setCount * bucketsPerSet * 16 };
}

/** Memory for at least `keysMax` buckets, 24 bytes each. */
export function createBucketMemory(keysMax = 100_000): SharedArrayBuffer {
	const setCount = 2 ** Math.ceil(Math.log2(Math.max(1, keysMax / bucketsPerSet)));
	return new SharedArrayBuffer(layOut(setCount).byteCount);
}

export interface SharedTokenBucketOptions extends Omit<TokenBucketOptions, 'keysMax'> {
	/** From `createBucketMemory`. */
	readonly memory: SharedArrayBuffer;
	/** A secret whole number of 32 bits, the same for all threads. */
	readonly seed: number;
}

/** All threads must open the memory with the same rates and the same seed. Cost of a call: O(length of the key). */
export function openSharedTokenBuckets({ memory, seed, perSecond, burst }: SharedTokenBucketOptions): TokenBuckets {
	const setCount = 2 ** Math.floor(Math.log2(memory.byteLength / (bucketsPerSet * 24)));
	const { hashesStart, numbersStart } = layOut(setCount);
	const locks = new Int32Array(memory, 0, setCount);
	/** Two halves for each bucket; the second is never 0 where there is one. */
	const hashes = new Int32Array(memory, hashesStart, setCount * bucketsPerSet * 2);
	/** Tokens and the time of their count, in ms. */
	const numbers = new Float64Array(memory, numbersStart, setCount * bucketsPerSet * 2);
	const rate = { perSecond, burst };

	function lock(set: number): void {
		if (Atomics.compareExchange(locks, set, free, taken) === free) return;
		while (Atomics.exchange(locks, set, awaited) !== free) {
			if (Atomics.wait(locks, set, awaited, lockWaitMsMax) === 'timed-out') return;
		}
	}

	function unlock(set: number): void {
		if (Atomics.exchange(locks, set, free) === awaited) Atomics.notify(locks, set, 1);
	}

	/** @returns the place of the key's bucket in its set; `bucketsPerSet` when it has none. */
	function findPlace(first: number, low: number, high: number): number {
		let place = 0;
		while (place < bucketsPerSet) {
			const at = (first + place) * 2;
			if (hashes[at] === low && hashes[at + 1] === high) return place;
			place += 1;
		}
		return place;
	}

	/** Moves the buckets before `place` one back, over what stood there. */
	function makeRoomInFront(first: number, place: number): void {
		const [start, end] = [first * 2, (first + place) * 2];
		hashes.copyWithin(start + 2, start, end);
		numbers.copyWithin(start + 2, start, end);
	}

	function spendLocked(first: number, { low, high, nowMs }: Hash & { readonly nowMs: number }): number {
		const place = findPlace(first, low, high);
		const at = (first + place) * 2;
		const isKnown = place < bucketsPerSet;
		const before = isKnown ? countTokens(numbers[at] as number, numbers[at + 1] as number, { nowMs, rate }) : burst;
		if (place > 0) makeRoomInFront(first, isKnown ? place : bucketsPerSet - 1);
		const waitSeconds = toWaitSeconds(before, rate);
		const front = first * 2;
		hashes[front] = low;
		hashes[front + 1] = high;
		numbers[front] = waitSeconds === 0 ? before - 1 : before;
		numbers[front + 1] = nowMs;
		return waitSeconds;
	}

	return {
		spend(key, nowMs) {
			if (perSecond === 0) return 0;
			const { low, high } = hashKey(key, seed);
			const set = low & (setCount - 1);
			lock(set);
			try {
				return spendLocked(set * bucketsPerSet, { low, high, nowMs });
			} finally {
				unlock(set);
			}
		},
	};
}

interface Hash {
	readonly low: number;
	/** Never 0. */
	readonly high: number;
}

/** Two hashes of the kind of MurmurHash3 (one round for each character, its finalizer at the end). */
function hashKey(key: string, seed: number): Hash {
	let low = seed | 0;
	let high = ~seed;
	for (let index = 0; index < key.length; index += 1) {
		const code = key.charCodeAt(index);
		low = Math.imul(low ^ Math.imul(code + index, 0xcc9e2d51), 0x1b873593);
		low = (low << 13) | (low >>> 19);
		high = Math.imul(high ^ Math.imul(code ^ low, 0x85ebca6b), 0xc2b2ae35);
		high = (high << 15) | (high >>> 17);
	}
	return { low: finish(low ^ high), high: finish(high) | 1 };
}

function finish(hash: number): number {
	let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return mixed ^ (mixed >>> 16);
}
