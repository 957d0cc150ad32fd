/**
 * Numbers by keys of up to 53 bits.
 *
 *     key ─► hash ─► slot (open addressing) ─► key and number plus 1; 0 is free
 */

export interface KeySlots {
	/** −1 when the key has no number. */
	get(key: number): number;
	/** Of a key that has none. */
	set(key: number, number: number): void;
}

const firstCapacity = 128;

export function createKeySlots(): KeySlots {
	/** At least twice as many as keys. */
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
		keys = new Float64Array(2 * oldKeys.length);
		numbers = new Int32Array(2 * oldKeys.length);
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
		set(key, number) {
			count += 1;
			if (2 * count > keys.length) grow();
			const slot = findSlot(key);
			keys[slot] = key;
			numbers[slot] = number + 1;
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
