/** The words of `shared-rate-limiter.ts` in memory, and how one of them is changed. */

export const bucketsPerSet = 8;
export const unitsPerToken = 256;
/** Times wrap around after this many units: 155 days at 20 tokens a second. */
export const span = 2 ** 36;
/** The upper half of a word is its tag and the upper bits of its time. */
export const upperTimeBits = 4;
/** A thread that was suspended for this long after it read the clock would take an empty bucket for a full one. */
const lateSecondsMax = 60;
/** Which half of a word is the upper one in an array of 32 bits depends on the processor. */
const upperHalf = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 1 : 0;
const lowerHalf = 1 - upperHalf;

/** Where the bucket of a key is, and the time in units. */
export interface Slot {
	readonly first: number;
	readonly tag: number;
	readonly now: number;
}

export interface BucketWords {
	/** What `find` has found: the units that a full bucket has more than this one, among others. */
	readonly seen: { readonly missing: number };
	/** Finds the bucket of a key, or where it may be. @returns false when another thread was faster */
	find(slot: Slot): boolean;
	/** Changes what `find` has found to be missing. @returns false when another thread was faster */
	change(slot: Slot, missing: number): boolean;
}

/** @param missingMax units that a bucket can be missing */
export function openBucketWords(memory: SharedArrayBuffer, missingMax: number, unitsPerMs: number): BucketWords {
	const words = new BigInt64Array(memory);
	const halves = new Int32Array(memory);
	/** Scratch space to split and to compose a word. */
	const own = new BigInt64Array(1);
	const ownHalves = new Int32Array(own.buffer);
	const aheadMax = missingMax + lateSecondsMax * 1000 * unitsPerMs;
	const seen = { word: 0, before: 0n, isKnown: false, missing: 0 };

	/**
	 * How many units a full bucket has more than this one. A bucket that has been full for long is as far behind `now` as
	 * the span allows.
	 */
	function countMissing(upper: number, lower: number, now: number): number {
		const fullAt = (upper & (2 ** upperTimeBits - 1)) * 2 ** 32 + (lower >>> 0);
		const ahead = (fullAt - now + span) % span;
		return ahead > aheadMax ? 0 : Math.min(ahead, missingMax);
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

	function find({ first, tag, now }: Slot): boolean {
		const known = findWord(first, tag, -1);
		seen.word = known < 0 ? findFullest(first, now) : known;
		seen.before = Atomics.load(words, seen.word);
		own[0] = seen.before;
		const upper = ownHalves[upperHalf] as number;
		seen.isKnown = upper >>> upperTimeBits === tag;
		seen.missing = seen.isKnown ? countMissing(upper, ownHalves[lowerHalf] as number, now) : 0;
		return seen.isKnown || known < 0;
	}

	function change({ first, tag, now }: Slot, missing: number): boolean {
		const { word, before, isKnown } = seen;
		const value = toWord(tag, now + missing);
		if (Atomics.compareExchange(words, word, before, value) !== before) return false;
		return isKnown || !takeBackDoubled(first, tag, { word, value });
	}

	return { seen, find, change };
}
