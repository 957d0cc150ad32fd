/**
 * Numbers by keys of up to 53 bits.
 *
 *     key ─► hash ─► slot (open addressing) ─► key and number plus 1; 0 is free
 */

export interface KeySlots {
	/** −1 when the key has no number. */
	get(key: number): number;
	/** The number of the key; −1 when it had none, and has `fresh` from now on. */
	getOrSet(key: number, fresh: number): number;
}

const firstCapacity = 128;
/** Of the slots that may be taken. */
const loadMax = 0.5;
const growth = 4;

export function createKeySlots(): KeySlots {
	let keys = new Float64Array(firstCapacity);
	let numbers = new Int32Array(firstCapacity);
	let count = 0;

	function findSlot(key: number): number {
		const mask = keys.length - 1;
		let slot = hash(key) & mask;
		while (keys[slot] !== key && numbers[slot] !== 0) slot = (slot + 1) & mask;
		return slot;
	}

	function grow(): void {
		const [oldKeys, oldNumbers] = [keys, numbers];
		keys = new Float64Array(growth * oldKeys.length);
		numbers = new Int32Array(growth * oldKeys.length);
		for (let at = 0; at < oldKeys.length; at++) {
			const number = oldNumbers[at] as number;
			if (number === 0) continue;
			const slot = findSlot(oldKeys[at] as number);
			keys[slot] = oldKeys[at] as number;
			numbers[slot] = number;
		}
	}

	return {
		get: (key) => (numbers[findSlot(key)] as number) - 1,
		getOrSet(key, fresh) {
			const slot = findSlot(key);
			const known = numbers[slot] as number;
			if (known > 0) return known - 1;
			keys[slot] = key;
			numbers[slot] = fresh + 1;
			count += 1;
			if (count > loadMax * keys.length) grow();
			return -1;
		},
	};
}

/** The finalizer of MurmurHash3 over the halves of a key. */
function hash(key: number): number {
	let h = Math.imul(key | 0, 0xcc9e2d51);
	if (key > 0xffff_ffff) h ^= Math.imul((key / 0x1_0000_0000) | 0, 0x9e3779b1);
	h ^= h >>> 16;
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	return h >>> 0;
}
